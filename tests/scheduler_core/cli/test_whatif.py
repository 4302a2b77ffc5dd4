"""`whatif`: what it would take to place a pod."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from scheduler_core.__main__ import main
from scheduler_core.advice.whatif.risks import RISKS
from tests.builders import Manifest, make_deployment, make_node, make_pod, spread

ZONE = "zone"


def written(path: Path, *objects: Manifest) -> str:
    file = path / "cluster.yaml"
    file.write_text("---\n".join(map(yaml.safe_dump, objects)))
    return str(file)


def skewed() -> list[Manifest]:
    """Two zones: a pod may join none, as zone-a has one more, and zone-b is full."""
    rule = spread(ZONE)
    return [
        make_node("a1", zone="zone-a"),
        make_node("b1", cpu="1", zone="zone-b"),
        make_pod("web-0", node="a1", app="web"),
        make_pod("filler", node="b1", requests={"cpu": "1"}),
        make_pod("web-1", requests={"cpu": "500m"}, spread=[rule], app="web"),
    ]


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    main(["whatif", *arguments, "--json"])
    return json.loads(capsys.readouterr().out)


def test_repairs_come_by_risk_and_the_search_is_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = answer(capsys, written(tmp_path, *skewed()), "--pod", "default/web-1")
    assert result["pod"] == "default/web-1"
    assert result["complete"]
    risks = [RISKS.index(repair["risk"]) for repair in result["repairs"]]
    assert risks == sorted(risks)
    wider = next(r for r in result["repairs"] if r["changes"] == [f"maxSkew 1 → 2 over {ZONE}"])
    assert (wider["cost"], wider["verified"], wider["node"]) == (1, True, "a1")
    assert '"path": "/spec/topologySpreadConstraints/0/maxSkew", "value": 2' in wider["patch"]
    assert wider["risk_reason"]["text"] == "More pods may share a domain, and fail together with it."


def test_simulate_places_the_pod_after_each_repair(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, *skewed())
    repairs = answer(capsys, file, "--pod", "default/web-1")["repairs"]
    assert len(repairs) > 3
    for number, repair in enumerate(repairs, 1):
        assert main(["whatif", file, "--pod", "default/web-1", "--apply", str(number)]) == 0
        monkeypatch.setattr("sys.stdin", io.StringIO(capsys.readouterr().out))
        assert main(["simulate", "-"]) == 0
        assert f"default/web-1 -> {repair['node']}" in capsys.readouterr().out.splitlines()


def test_a_change_of_a_deployment_changes_its_template(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template = make_pod("x", requests={"cpu": "3"}, app="web")
    deployment = make_deployment("web", 2, template["spec"], namespace="shop")
    file = written(tmp_path, make_node("n1"), deployment)
    main(["simulate", file])
    lines = capsys.readouterr().out.splitlines()
    pod = next(line.partition(" ")[0] for line in lines if " pending: " in line)
    repairs = answer(capsys, file, "--pod", pod)["repairs"]
    repair = next(r for r in repairs if r["changes"] == ["request cpu 3 → 2"])
    assert repair["patch"].startswith("kubectl patch deployment web -n shop --type=json")
    assert "/spec/template/spec/containers/0/resources/requests/cpu" in repair["patch"]
    assert [operation["object"] for operation in repair["operations"]] == ["Deployment shop/web"]


def test_a_cost_can_be_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, *skewed())
    result = answer(capsys, file, "--pod", "default/web-1", "--cost", "manifest=11")
    assert result["repairs"][0]["atoms"][0]["kind"] == "node"
    assert result["costs"]["manifest"] == 11


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pod", "default/none"], "Pod default/none: is not in the input: name it as namespace/name"),
        (
            ["--pod", "default/web-0"],
            "Pod default/web-0: spec.nodeName: is already running on a1: name a pending pod",
        ),
        (
            ["--pod", "default/web-1", "--apply", "99"],
            "--apply: must be from 1 to 7, the number of repairs; got 99",
        ),
        (["--pod", "default/web-1", "--cost", "label=much"], "--cost: must be KIND=NUMBER with one of"),
    ],
)
def test_what_cannot_be_answered_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["whatif", written(tmp_path, *skewed()), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_pod_that_is_placed_needs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, make_node("n1"), make_pod("p"))
    assert main(["whatif", file, "--pod", "p"]) == 0
    assert capsys.readouterr().out == "default/p -> n1\n"


def test_the_text_shows_repairs_with_their_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taint = [{"key": "spot", "value": "true", "effect": "NoSchedule"}]
    file = written(tmp_path, make_node("n1", taints=taint), make_pod("p"))
    assert main(["whatif", file, "--pod", "p"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("default/p pending: 0/1 nodes are available")
    assert "1. toleration for spot=true:NoSchedule -> n1 (weakens availability, cost 1)" in lines
    assert "   Spot nodes can be reclaimed at short notice, together with the pod." in lines
    assert [line for line in lines if line.startswith("   $ kubectl get pod p")]


def test_a_priority_class_is_made_before_a_workload_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owner = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "u", "controller": True}
    pod = make_pod("web-1", requests={"cpu": "1"})
    pod["metadata"]["ownerReferences"] = [owner]
    file = written(tmp_path, make_node("n1", cpu="1"), make_pod("low", node="n1", requests={"cpu": "1"}), pod)
    repairs = answer(capsys, file, "--pod", "default/web-1")["repairs"]
    (patch,) = (repair["patch"] for repair in repairs if repair["changes"][0].startswith("priority"))
    verbs = [line.split()[1] for line in patch.splitlines()]
    assert verbs == ["create", "patch"]
    larger = next(repair["patch"] for repair in repairs if "a larger node" in repair["changes"][0])
    assert larger == "# replace node n1 by a machine with cpu 2"


def test_why_of_a_file_says_which_command_reads_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, make_node("n1"))
    assert main(["why", file]) == 2
    assert (
        f"{file}: is a file, and `why` reads a running cluster: ask `whatif {file}`"
        in capsys.readouterr().err
    )
