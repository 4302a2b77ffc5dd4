"""What made a number, with the lines of the source."""

from __future__ import annotations

import json

import pytest
import yaml

from tests.webui.conftest import Visitor
from webui.core.runs.lines import MAX_LINE

SOURCE = """\
apiVersion: v1
kind: Node
metadata: {name: n1, labels: {zone: a}}
status: {allocatable: {cpu: "4", pods: "10"}}
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: web
    image: web
    resources:
      limits: {cpu: 500m}
"""


@pytest.fixture
def facts(alice: Visitor) -> str:
    run = alice.run(alice.draft(SOURCE))
    return f"/api/runs/{run['id']}/cycles/0/facts?of="


def test_a_request_names_the_line_of_its_limit(stranger: Visitor, facts: str) -> None:
    (container,) = stranger.get(f"{facts}request:default/web:cpu").json()["containers"]
    assert (container["origin"], container["line"], container["text"]) == (
        "limits",
        15,
        "limits: {cpu: 500m}",
    )


def test_what_nobody_wrote_has_no_line(stranger: Visitor, facts: str) -> None:
    fields = {field["path"]: field for field in stranger.get(f"{facts}pod:default/web").json()["fields"]}
    assert "line" not in fields["metadata.namespace"]
    assert fields["spec.containers[0].resources.requests.cpu"]["line"] == 15


def test_json_in_one_line_has_no_lines(alice: Visitor, stranger: Visitor) -> None:
    items = list(yaml.safe_load_all(SOURCE))
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items, "note": "x" * MAX_LINE})
    run = alice.run(alice.draft(text))
    fact = stranger.get(f"/api/runs/{run['id']}/cycles/0/facts?of=request:default/web:cpu").json()
    assert "line" not in fact["containers"][0]


@pytest.mark.parametrize("name", ["pod:default/none", "domain:filter:0:a", "nothing", "used:n1", ""])
def test_an_unknown_fact_is_not_found(stranger: Visitor, facts: str, name: str) -> None:
    assert stranger.get(facts + name).status_code == 404
