"""`descheduler`: the answers as text and JSON, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core.__main__ import main
from tests.builders import Manifest, make_node
from tests.scheduler_core.advice.descheduler.builders import replica

TAINT = [{"key": "dedicated", "effect": "NoSchedule"}]


def run(folder: Path, *arguments: str, objects: list[Manifest]) -> int:
    file = folder / "input.json"
    file.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
    return main(["descheduler", str(file), "--disable-admission", "*", *arguments])


def test_evictions_with_cause_and_landing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    objects = [make_node("n1", taints=TAINT), make_node("n2"), replica("p", "n1")]
    assert run(tmp_path, objects=objects) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "round 1",
        "  RemovePodsViolatingNodeTaints evicts default/p from n1 "
        "(does not tolerate dedicated:NoSchedule) -> n2",
        "then it has nothing more to evict",
    ]


def test_a_policy_alone_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    objects = [make_node("n1", taints=TAINT), make_node("n2"), replica("p", "n1")]
    assert run(tmp_path, "--policy", "RemoveDuplicates", "--json", objects=objects) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["policies"], answer["rounds"], answer["ends"]) == (["RemoveDuplicates"], [], "idle")


def test_an_evicted_pod_without_a_node_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, objects=[make_node("n1", taints=TAINT), replica("p", "n1")]) == 1
    assert "-> Pending: 0/1 nodes are available" in capsys.readouterr().out
