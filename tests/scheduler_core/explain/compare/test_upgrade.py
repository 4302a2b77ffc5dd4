"""The upgrade matrix: what moves from version to version, and the change that causes it."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scheduler_core import Scenario
from scheduler_core.__main__ import main
from scheduler_core.explain.compare.upgrade import (
    UpgradeMatrix,
    UpgradePod,
    UpgradeProgress,
    select_versions,
    upgrade_matrix,
)
from scheduler_core.explain.compare.upgrade.attribution import minimal, reverted
from scheduler_core.explain.compare.upgrade.version_run import VersionRun
from scheduler_core.kubernetes.versions import CHANGES, KUBERNETES_VERSIONS, Change
from tests.builders import make_node, make_pod
from tests.conformance.vectors import read
from tests.scheduler_core.explain.compare.test_compare import write_list


def matrix(objects: list[dict[str, Any]], *releases: str) -> UpgradeMatrix:
    return upgrade_matrix(Scenario.from_content({"objects": objects}), releases)


def image_locality() -> list[dict[str, Any]]:
    objects: list[dict[str, Any]] = read("edge-cases")["image-locality"]["scenario"]["objects"]
    return objects


def row(table: UpgradeMatrix, pod: str) -> UpgradePod:
    return next(entry for entry in table["pods"] if entry["pod"] == f"default/{pod}")


def outcomes(table: UpgradeMatrix, pod: str) -> list[str]:
    return [stay["node"] or stay["state"] for stay in row(table, pod)["stays"]]


def test_a_pod_that_never_moves_has_one_stay() -> None:
    table = matrix([make_node("n"), make_pod("p")], "1.27", "1.33", "1.34")
    (stay,) = row(table, "p")["stays"]
    assert (stay["first"], stay["last"], stay["node"], stay["shift"]) == (0, 2, "n", None)
    assert table["changes"] == []
    checked = [change["name"] for change in table["checked"]]
    assert len(checked) == len(set(checked)) == sum(step["others"] for step in table["steps"])


def test_what_moves_a_pod_is_not_among_what_was_checked_in_vain() -> None:
    table = matrix(image_locality(), "1.27", "1.32")
    causes = {change["name"] for change in table["changes"]}
    assert causes
    assert causes.isdisjoint(change["name"] for change in table["checked"])


def test_a_move_names_its_change() -> None:
    """The vector's p0 and p5 move; both runs have the same cluster before each."""
    table = matrix(image_locality(), "1.27", "1.32")
    assert outcomes(table, "p0") == ["n1", "n0"]
    shift = row(table, "p0")["stays"][1]["shift"]
    assert shift == {
        "kind": "moved",
        "origin": "decides",
        "attempt": 1,
        "causes": ["image-nodes-are-current"],
        "together": False,
    }
    (change,) = table["changes"]
    assert (change["name"], change["since"], change["pods"]) == ("image-nodes-are-current", "1.29", 2)


def test_a_move_to_the_better_alternative_of_a_claim_names_its_change() -> None:
    def devices(kind: str, name: str, **spec: Any) -> dict[str, Any]:
        return {"apiVersion": "resource.k8s.io/v1", "kind": kind, "metadata": {"name": name}, "spec": spec}

    def slice_of(node: str, *sizes: str) -> dict[str, Any]:
        listed = [
            {"name": f"gpu-{i}", "capacity": {"memory": {"value": size}}} for i, size in enumerate(sizes)
        ]
        pool = {"name": node, "generation": 1, "resourceSliceCount": 1}
        return devices("ResourceSlice", node, driver="gpu", nodeName=node, pool=pool, devices=listed)

    large = {"cel": {"expression": "device.capacity['gpu'].memory.isGreaterThan(quantity('40Gi'))"}}
    alternatives = [
        {"name": "large", "deviceClassName": "gpu", "selectors": [large]},
        {"name": "any", "deviceClassName": "gpu"},
    ]
    requests = [{"name": "gpu", "firstAvailable": alternatives}]
    pod = make_pod("p")
    pod["spec"]["resourceClaims"] = [{"name": "gpu", "resourceClaimTemplateName": "gpu"}]
    table = matrix(
        [
            make_node("a"),
            make_node("b"),
            devices("DeviceClass", "gpu"),
            slice_of("a", "24Gi"),
            slice_of("b", "24Gi", "80Gi"),
            devices("ResourceClaimTemplate", "gpu", spec={"devices": {"requests": requests}}),
            make_pod("running", requests={"cpu": "1"}, node="b"),
            pod,
        ],
        "1.34",
        "1.36",
    )
    (step,) = table["steps"]
    assert (step["moved"], step["causes"]) == (1, ["dynamic-resources-scores"])
    assert [change["name"] for change in table["changes"]] == ["dynamic-resources-scores"]


def test_with_the_causes_switched_off_all_pods_land_as_before() -> None:
    (step,) = matrix(image_locality(), "1.27", "1.32")["steps"]
    assert step["switched_off"]
    assert step["others"] > 0


def sidecar(name: str, port: int) -> dict[str, Any]:
    pod = make_pod(name)
    pod["spec"]["initContainers"] = [
        {"name": "side", "image": "side:1", "restartPolicy": "Always", "ports": [{"hostPort": port}]}
    ]
    return pod


def test_a_pod_that_becomes_pending() -> None:
    """From v1.34 on the host ports of sidecars count."""
    running = sidecar("running", 80)
    running["spec"]["nodeName"] = "n"
    table = matrix([make_node("n"), running, sidecar("p", 80)], "1.33", "1.34")
    assert outcomes(table, "p") == ["n", "pending"]
    (step,) = table["steps"]
    assert (step["pending"], step["moved"], step["causes"]) == (1, 0, ["sidecar-host-ports"])
    assert table["changes"][0]["pending"] == 1


def test_a_pod_that_follows_another() -> None:
    """The first pod keeps off the port's node in v1.34, and takes the room of the second one on the other node."""
    running = sidecar("running", 80)
    running["spec"]["nodeName"] = "large"
    first = sidecar("first", 80)
    first["spec"]["priority"] = 10
    first["spec"]["containers"][0]["resources"] = {"requests": {"cpu": "1"}}
    second = make_pod("second", requests={"cpu": "1"})
    second["spec"]["nodeSelector"] = {"size": "small"}
    nodes = [make_node("large", cpu="16"), make_node("small", cpu="1", size="small")]
    table = matrix([*nodes, running, first, second], "1.33", "1.34")
    assert outcomes(table, "first") == ["large", "small"]
    assert outcomes(table, "second") == ["small", "pending"]
    shift = row(table, "second")["stays"][1]["shift"]
    assert shift is not None
    assert (shift["origin"], shift["attempt"], shift["causes"]) == ("follows", None, ["sidecar-host-ports"])
    (step,) = table["steps"]
    assert (step["decides"], step["follows"]) == (1, 1)


def test_a_pod_whose_turn_comes_at_another_time() -> None:
    """In v1.35 the eviction of a pod brings back the one that its anti-affinity repelled."""
    repels = {
        "podAntiAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": [
                {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "x"}}}
            ]
        }
    }
    repelled = make_pod("repelled", priority=10, app="x")
    repelled["spec"]["preemptionPolicy"] = "Never"
    objects = [
        make_node("n", cpu="4"),
        make_pod("running", node="n", requests={"cpu": "3"}, affinity=repels),
        repelled,
        make_pod("large", priority=5, requests={"cpu": "2"}),
    ]
    table = matrix(objects, "1.34", "1.35")
    assert outcomes(table, "repelled") == ["pending", "n"]
    shift = row(table, "repelled")["stays"][1]["shift"]
    assert shift is not None
    assert (shift["kind"], shift["origin"]) == ("placed", "queued")
    assert shift["causes"] == ["leaving-anti-affinity-requeues"]


def test_replicas_that_change_places_are_no_net_difference() -> None:
    table = matrix(image_locality(), "1.27", "1.32")
    assert {pod["group"] for pod in table["pods"]} == {pod["pod"] for pod in table["pods"]}
    (step,) = table["steps"]
    assert step["net"] == step["moved"] == 2
    replicas = matrix(
        [make_node("n"), make_pod("web-0"), make_pod("web-1"), make_pod("db-0")], "1.33", "1.34"
    )
    assert [pod["group"] for pod in replicas["pods"]] == ["default/web", "default/web", "default/db-0"]


def test_a_version_that_cannot_read_the_configuration_has_no_run() -> None:
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "extenders": [{"urlPrefix": "http://127.0.0.1:1", "filterVerb": "filter"}],
    }
    scenario = Scenario.from_content({"objects": [make_node("n"), make_pod("p")], "config": config})
    table = upgrade_matrix(scenario, ["1.33", "1.34"])
    assert [bool(version["problems"]) for version in table["versions"]] == [True, True]
    assert (table["pods"], table["steps"]) == ([], [])


def test_progress_counts_runs_and_comparisons() -> None:
    seen: list[UpgradeProgress] = []
    scenario = Scenario.from_content({"objects": [make_node("n"), make_pod("p")]})
    upgrade_matrix(scenario, ["1.33", "1.34"], report=seen.append)
    assert [(p["done"], p["total"], p["release"], p["explains"]) for p in seen] == [
        (0, 3, "1.33", False),
        (1, 3, "1.34", False),
        (2, 3, "1.34", True),
    ]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_smallest_set_of_changes_is_found(size: int) -> None:
    """Whichever changes are needed together, these and no others are found."""
    candidates = list(CHANGES[:7])
    for needed in combinations(candidates, size):
        causes = minimal(candidates, lambda changes, needed=needed: set(needed) <= set(changes))  # type: ignore[misc]
        assert set(causes) == set(needed)


def test_no_change_explains_what_all_together_do_not() -> None:
    assert minimal(list(CHANGES[:3]), lambda changes: False) == []


def test_all_changes_switched_off_give_the_version_before() -> None:
    releases = list(KUBERNETES_VERSIONS)
    between = [change for change in CHANGES if change.since == "1.34"]
    before, after = (KUBERNETES_VERSIONS[r] for r in (releases[releases.index("1.34") - 1], "1.34"))
    scenario = Scenario.from_content({"objects": [make_node("n"), make_pod("p")]})
    for run in (VersionRun.of(scenario, version, None) for version in (before, reverted(after, between))):
        assert run.landings["default/p"].node == "n"
    assert _behaviour(reverted(after, between)) == _behaviour(before)


def _behaviour(version: Any) -> dict[str, Any]:
    return {field: getattr(version, field) for field in version.__dataclass_fields__ if field != "name"}


def test_a_change_is_reverted_alone() -> None:
    change: Change = next(candidate for candidate in CHANGES if candidate.name == "sidecar-host-ports")
    version = reverted(KUBERNETES_VERSIONS["1.34"], [change])
    assert not version.sidecar_ports_count
    assert version.excess_is_unresolvable


@pytest.mark.parametrize(
    ("text", "releases"),
    [
        ("1.32..1.34", ["1.32", "1.33", "1.34"]),
        ("v1.33.0..v1.34.1", ["1.33", "1.34"]),
        ("1.34,1.27", ["1.27", "1.34"]),
    ],
)
def test_ranges_and_lists_of_versions(text: str, releases: list[str]) -> None:
    assert select_versions(text) == releases


@pytest.mark.parametrize(
    "text", ["1.34", "1.34..1.34", "1.34..1.27", "1.2..1.34", "1.34..9.9", "..", "1.34,"]
)
def test_other_texts_select_no_versions(text: str) -> None:
    with pytest.raises(ValueError, match="version"):
        select_versions(text)


def test_the_command_prints_a_table_and_exits_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_list(tmp_path / "cluster.json", image_locality())
    assert main(["compare", file, "--versions", "1.27,1.32"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "default/p0  n1    n0 *" in lines
    assert any(line.startswith("1.29  image-nodes-are-current") for line in lines)
    assert any(
        "with image-nodes-are-current switched off, all pods land as in 1.27" in line for line in lines
    )


def test_the_command_exits_0_when_nothing_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_list(tmp_path / "cluster.json", [make_node("n"), make_pod("p")])
    assert main(["compare", file, "--versions", "1.33..1.34"]) == 0
    assert "nothing moves" in capsys.readouterr().out


def test_the_command_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_list(tmp_path / "cluster.json", image_locality())
    assert main(["compare", file, "--versions", "1.27,1.32", "--json"]) == 1
    table = json.loads(capsys.readouterr().out)
    assert [version["release"] for version in table["versions"]] == ["1.27", "1.32"]


@pytest.mark.parametrize(
    "versions", [["1.27", "1.32", "1.34"], ["1.27", "1.34", "--json"], ["1.34"], ["1.34..1.27"]]
)
def test_the_command_refuses_other_versions(tmp_path: Path, versions: list[str]) -> None:
    file = write_list(tmp_path / "cluster.json", [make_node("n"), make_pod("p")])
    with pytest.raises(SystemExit) as exit_code:
        main(["compare", file, "--versions", *versions])
    assert exit_code.value.code == 2


def test_a_configuration_that_not_every_version_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """v1beta3 was served from v1.23 to v1.28, v1 since v1.25."""
    config = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}
    old = {**config, "apiVersion": "kubescheduler.config.k8s.io/v1beta3"}
    objects = [make_node("n1"), make_pod("p")]
    file = write_list(tmp_path / "new.json", [*objects, config])
    assert main(["compare", file, "--versions", "1.24,1.27,1.30"]) == 0
    assert "1.24 has no run: KubeSchedulerConfiguration: apiVersion" in capsys.readouterr().out
    file = write_list(tmp_path / "old.json", [*objects, old])
    assert main(["compare", file, "--versions", "1.24,1.27,1.30", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert [bool(version["problems"]) for version in table["versions"]] == [False, False, True]
    assert [(step["before"], step["after"]) for step in table["steps"]] == [(0, 1)]


def test_the_command_exits_2_if_no_version_has_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "extenders": [{"urlPrefix": "http://127.0.0.1:1", "filterVerb": "filter"}],
    }
    file = write_list(tmp_path / "cluster.json", [make_node("n1"), make_pod("p"), config])
    assert main(["compare", file, "--versions", "1.33..1.34"]) == 2
    assert "extenders" in capsys.readouterr().err
