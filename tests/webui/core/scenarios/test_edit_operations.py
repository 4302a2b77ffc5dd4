"""Operations and the outline, asked over HTTP."""

from __future__ import annotations

import pytest

from tests.webui.clusters import SPREAD
from tests.webui.conftest import Visitor


def test_an_operation_answers_with_the_lines_that_change(stranger: Visitor) -> None:
    taint = {"key": "a", "effect": "NoSchedule"}
    source = "# mine\nkind: Node\nmetadata:\n  name: n1 # first\n"
    operation = {"op": "add", "object": "Node n1", "path": ["spec", "taints"], "value": taint}
    answer = stranger.post("/api/edit", {"source": source, "operations": [operation]})
    text = "spec:\n  taints:\n  - key: a\n    effect: NoSchedule\n"
    assert answer.json() == {"edits": [{"from_line": 4, "to_line": 4, "text": text}]}


def test_an_operation_that_cannot_be_done_names_the_object(stranger: Visitor) -> None:
    operation = {"op": "delete", "object": "Node nowhere"}
    answer = stranger.post("/api/edit", {"source": SPREAD, "operations": [operation]})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["object"] == "Node nowhere"


def test_the_outline_names_objects_lines_and_labels(stranger: Visitor) -> None:
    answer = stranger.post("/api/outline", {"source": SPREAD, "object": "Node node-a1"}).json()
    rows = {row["object"]: row for row in answer["objects"]}
    lines = SPREAD.splitlines()
    for row in rows.values():
        if row["kind"] in ("Node", "Pod"):
            assert f"name: {row['name']}" in "\n".join(lines[row["line"] - 1 : row["end_line"]])
    assert answer["labels"]["Node"]


def test_a_source_that_is_being_typed_still_has_an_outline(stranger: Visitor) -> None:
    source = "kind: Node\nmetadata: {name: n1}\n---\nkind: Pod\nmetadata: {name: \n"
    answer = stranger.post("/api/outline", {"source": source}).json()
    assert [row["object"] for row in answer["objects"]] == ["Node n1"]


GROWING = "kind: Node\nmetadata: {name: n1}\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9)
)


@pytest.mark.parametrize("opening", ["[", "- ", "? ", "{a: "])
def test_a_source_nested_beyond_measure_ends_no_process(stranger: Visitor, opening: str) -> None:
    source = f"kind: Node\nmetadata: {{name: n1}}\n---\n{opening * 100_000}"
    answer = stranger.post("/api/outline", {"source": source})
    assert [row["object"] for row in answer.json()["objects"]] == ["Node n1"]


@pytest.mark.parametrize("source", [GROWING, "kind: Node\nmetadata: &m {name: n1, labels: *m}\n"])
def test_aliases_without_end_are_refused(stranger: Visitor, source: str) -> None:
    answer = stranger.post("/api/outline", {"source": source, "object": "Node n1"}).json()
    assert answer["manifest"] is None
    operation = {"op": "set", "object": "Node n1", "path": ["spec", "unschedulable"], "value": True}
    refused = stranger.post("/api/edit", {"source": source, "operations": [operation]})
    assert refused.status_code == 422
    assert "fix this in the YAML first" in refused.json()["errors"][0]["message"]
