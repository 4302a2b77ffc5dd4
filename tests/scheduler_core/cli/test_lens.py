"""`lens`: the answers as text and JSON, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core.__main__ import main
from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.advice.lenses.builders import pooled, replica

TAINT = [{"key": "dedicated", "effect": "NoSchedule"}]
CROWDED = [pooled(make_node("n1", cpu="2"), "blue"), replica("full", "n1", requests={"cpu": "2"})]


def run(folder: Path, *arguments: str, objects: list[Manifest]) -> int:
    file = folder / "input.json"
    file.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
    lens, *options = arguments
    return main(["lens", lens, str(file), "--disable-admission", "*", *options])


def test_nodes_that_help(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pods = [make_pod(f"p{i}", requests={"cpu": "1"}) for i in range(3)]
    assert run(tmp_path, "cluster-autoscaler", objects=[*CROWDED, *pods]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "approximate: cluster-autoscaler is not the scheduler, and sees more than is in the input",
        "3 pods pending",
        "adds 2 nodes of blue (cpu 2, memory 8Gi) for default/p0, default/p1, default/p2",
        "the scheduler then places 3 pods, 3 of them on new nodes",
    ]


@pytest.mark.parametrize("lens", ["cluster-autoscaler", "karpenter"])
def test_nodes_that_do_not_help(lens: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, lens, objects=[*CROWDED, make_pod("p", requests={"cpu": "3"})]) == 1
    assert capsys.readouterr().out.splitlines()[2:] == [
        "no node helps default/p",
        "  a new node of blue: Insufficient cpu",
    ]


def test_evictions_with_cause_and_landing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    objects = [make_node("n1", taints=TAINT), make_node("n2"), replica("p", "n1")]
    assert run(tmp_path, "descheduler", objects=objects) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "round 1",
        "  RemovePodsViolatingNodeTaints evicts default/p from n1 "
        "(does not tolerate dedicated:NoSchedule) -> n2",
        "then it has nothing more to evict",
    ]


def test_a_policy_alone_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    objects = [make_node("n1", taints=TAINT), make_node("n2"), replica("p", "n1")]
    assert run(tmp_path, "descheduler", "--policy", "RemoveDuplicates", "--json", objects=objects) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["policies"], answer["rounds"], answer["ends"]) == (["RemoveDuplicates"], [], "idle")


def test_an_evicted_pod_without_a_node_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "descheduler", objects=[make_node("n1", taints=TAINT), replica("p", "n1")]) == 1
    assert "-> Pending: 0/1 nodes are available" in capsys.readouterr().out


def test_an_unknown_expander(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "cluster-autoscaler", "--expander", "price", objects=CROWDED) == 2
    assert "must be one of least-waste" in capsys.readouterr().err
