"""`capacity`, and `whatif` without a pod: what they print, and how they end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from scheduler_core.__main__ import main
from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.queueing.manifests import research

ZONE = "topology.kubernetes.io/zone"


@pytest.fixture
def cluster(tmp_path: Path) -> str:
    nodes = [make_node("a1", cpu="2"), make_node("b1", cpu="4")]
    for node, zone in zip(nodes, "ab", strict=True):
        node["metadata"]["labels"][ZONE] = zone
    pods = [make_pod("small", requests={"cpu": "1"}), make_pod("never", requests={"cpu": "9"})]
    return written(tmp_path / "cluster.yaml", *nodes, *pods)


def written(file: Path, *objects: Manifest) -> str:
    file.write_text("---\n".join(map(yaml.safe_dump, objects)))
    return str(file)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main([*arguments])
    return code, capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(printed(capsys, *arguments, "--json")[1])


def test_how_many_more_fit_by_domain_and_what_stops_them(
    cluster: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = printed(capsys, "capacity", cluster, "--pod", "small")
    lines = out.splitlines()
    assert (code, lines[0]) == (0, "default/small: 5 more fit")
    assert sorted(lines[1:3]) == [
        f"  {ZONE}=a: 2 on 1 node, then 1 Insufficient cpu",
        f"  {ZONE}=b: 3 on 1 node, then 1 Insufficient cpu",
    ]
    assert lines[3].startswith("stopped at default/small: 0/2 nodes are available: 2 Insufficient cpu.")


def test_what_leaves_quota_out_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "queues.yaml", *research().manifests, make_pod("small", requests={"cpu": "1"}))
    assert main(["capacity", file, "--pod", "small"]) == 0
    assert (
        "Kueue decided first: room is counted on nodes, and quota is not asked for" in capsys.readouterr().err
    )


def test_nodes_to_add_for_a_number(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = printed(capsys, "capacity", cluster, "--pod", "default/small", "--count", "9")
    assert code == 1
    assert out.splitlines()[-2:] == ["for 9 add:", "  1 node like b1 in b"]
    code, out = printed(capsys, "capacity", cluster, "--pod", "default/never", "--count", "1")
    assert (code, out.splitlines()[-1]) == (1, "no nodes of a shape that is there make room for 1")


def test_a_number_that_fits_needs_no_nodes(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = printed(capsys, "capacity", cluster, "--pod", "default/small", "--count", "5")
    assert (code, out.splitlines()[0]) == (0, "default/small: 5 of 5 more fit")
    assert "add" not in out


def test_a_mix_and_a_template(cluster: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template = written(tmp_path / "template.yaml", make_pod("new", requests={"cpu": "500m"}))
    mix = as_json(capsys, "capacity", cluster, "--pod", "small=2", "--template", template)
    assert mix["mix"] == [{"pod": "default/small", "times": 2}, {"pod": "default/new", "times": 1}]
    assert mix["capacity"]["by_pod"] == {"default/small": 4, "default/new": 2}


def test_nodes_that_could_go(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = printed(capsys, "capacity", cluster, "--drop")
    assert code == 0
    assert out.splitlines()[0] == "1 node can be removed (not necessarily the maximum):"
    assert out.splitlines()[-1] == "2 nodes can be removed, each by itself"


@pytest.mark.parametrize(
    "arguments", [(), ("--drop", "--pod", "small"), ("--pod", "small=0"), ("--pod", "none")]
)
def test_wrong_questions_are_refused(
    cluster: str, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(capsys, "capacity", cluster, *arguments) == (2, "")


def test_whatif_without_a_pod_answers_for_the_whole_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taint = [{"key": "upgrade", "value": "true", "effect": "NoSchedule"}]
    nodes = [make_node("n1", cpu="1"), make_node("n2", taints=taint)]
    file = written(
        tmp_path / "cluster.yaml", *nodes, *(make_pod(f"p{i}", requests={"cpu": "1"}) for i in range(4))
    )
    code, out = printed(capsys, "whatif", file)
    assert (code, out.splitlines()[0]) == (0, "3 pods of 4 pending")
    assert (
        "1. Pod default/p1: remove taint upgrade=true:NoSchedule from n2 places 3 more (safe, cost 5)" in out
    )
    assert "default/p1 or default/p0: each fits, not all together (no order places them all)" in out
    assert as_json(capsys, "whatif", file)["repairs"][0]["placed"] == 3
    repaired = tmp_path / "repaired.yaml"
    repaired.write_text(printed(capsys, "whatif", file, "--apply", "1")[1])
    assert printed(capsys, "simulate", str(repaired))[0] == 0


def test_a_node_needs_a_pod(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "whatif", cluster, "--node", "a1") == (2, "")
