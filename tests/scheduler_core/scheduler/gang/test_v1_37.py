"""Pod groups as v1.37 schedules them: one gate, an early end, and preemption for the group alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core import InvalidInput, load, simulate
from scheduler_core.kubernetes.versions import find_version
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import Manifest, make_pod

from .groups import PREEMPTION, TOPOLOGY, group, in_rack, member, members, node

ONE_GATE = ["GenericWorkload"]
V1BETA1 = "scheduling.k8s.io/v1beta1"
OUT_OF_REACH = "minCount ({}) cannot be satisfied: {} scheduled, {} remaining"


def finished(*objects: Manifest, release: str = "1.37", gates: list[str] = ONE_GATE) -> dict[str, Any]:
    """The first cycle of each pod."""
    content = {"objects": list(objects), "gates": gates}
    scenario = Scenario.from_content(content, version=find_version(release))
    cycles: dict[str, Any] = {}
    for event in simulate(scenario, kubernetes_version=release):
        if event["kind"] == "cycle.finished":
            cycles.setdefault(event["pod"].removeprefix("default/"), event)
    return cycles


def beta(minimum: int = 2, **spec: Any) -> Manifest:
    return {**group(minimum=minimum, **spec), "apiVersion": V1BETA1}


def test_a_gang_of_three_has_not_two_placed() -> None:
    cycles = finished(node("n1", cpu="2"), beta(3), *members(3, "1"))
    assert [cycle["node"] for cycle in cycles.values()] == [None, None, None]
    assert cycles["g-0"]["message"] == f"pod group is unschedulable, {_reasons(3, 2, 0)}"
    assert cycles["g-2"]["message"].startswith("0/1 nodes are available: 1 Insufficient cpu.")


def _reasons(*counts: int) -> str:
    """The text of the group, whose own preemption found nobody."""
    return f"{OUT_OF_REACH.format(*counts)}, No preemption victims found for incoming preemptor"


def test_without_a_version_the_first_that_serves_the_group_is_followed() -> None:
    def release(*objects: Manifest) -> str:
        return load("\n---\n".join(json.dumps(document) for document in (node("n1"), *objects))).release

    assert release(beta()) == "1.37"
    assert release({**group(), "apiVersion": "scheduling.k8s.io/v1alpha3"}) == "1.37"
    assert release(group()) == "1.36"


def test_the_cycle_ends_when_the_minimum_is_out_of_reach() -> None:
    cycles = finished(node("n1"), beta(3), member("g-0", "9"), member("g-1"), member("g-2"))
    assert cycles["g-0"]["message"].startswith("0/1 nodes are available: 1 Insufficient cpu.")
    for name in ("g-1", "g-2"):
        assert cycles[name]["gang"]["untried"]
        assert cycles[name]["message"] == _reasons(3, 0, 2)
    before = finished(
        node("n1"), group(minimum=3), member("g-0", "9"), member("g-1"), release="1.36", gates=PREEMPTION
    )
    assert not any(cycle["gang"].get("untried") for cycle in before.values() if "gang" in cycle)


def test_members_beyond_the_minimum_are_still_tried() -> None:
    cycles = finished(node("n1", cpu="6"), beta(2), *members(4))
    assert [cycle["node"] for cycle in cycles.values()] == ["n1", "n1", "n1", None]


def test_a_basic_group_of_which_nothing_fits_counts_from_one() -> None:
    cycles = finished(node("n1"), {**group(minimum=None), "apiVersion": V1BETA1}, *members(2, "9"))
    assert all(cycle["node"] is None for cycle in cycles.values())


def low(name: str, on: str, cpu: str = "4") -> Manifest:
    return make_pod(name, node=on, requests={"cpu": cpu}, priority=0)


def test_members_do_not_preempt_for_a_gang_that_fails_all_the_same() -> None:
    objects = [
        node("n1"),
        low("victim", "n1"),
        member("g-0", "4", priority=5),
        member("g-1", "4", priority=5),
    ]
    before = finished(group(), *objects, release="1.36", gates=["GenericWorkload", "GangScheduling"])
    after = finished(beta(priority=5), *objects)
    assert before["g-0"]["victims"] == ["default/victim"]
    assert [cycle["victims"] for cycle in after.values()] == [[], []]


def test_the_group_preempts_as_a_whole_and_spares_whom_it_can() -> None:
    objects = [node("n1"), node("n2"), node("n3")]
    victims = [low("v1", "n1"), low("v2", "n2"), low("v3", "n3")]
    cycles = finished(*objects, *victims, beta(2, priority=5), *members(2, "4", priority=5))
    evicted = {victim for cycle in cycles.values() for victim in cycle["victims"]}
    assert len(evicted) == 2
    assert all(cycle["nominated_node"] for cycle in cycles.values())
    assert "found a placement for podgroup, preempting 2 victims" in cycles["g-1"]["message"]


def test_a_group_with_a_topology_constraint_preempts_too() -> None:
    gates = ["GenericWorkload", "TopologyAwareWorkloadScheduling"]
    nodes = [node("a1", rack="a"), node("a2", rack="a"), node("b1", rack="b")]
    victims = [low("v1", "a1"), low("v2", "a2"), low("v3", "b1")]
    pods = members(2, "4", priority=5)
    after = finished(*nodes, *victims, {**in_rack(priority=5), "apiVersion": V1BETA1}, *pods, gates=gates)
    assert {v for cycle in after.values() for v in cycle["victims"]} == {"default/v1", "default/v2"}
    before = finished(
        *nodes,
        *victims,
        in_rack(priority=5),
        *pods,
        release="1.36",
        gates=[*TOPOLOGY, "WorkloadAwarePreemption"],
    )
    assert not any(cycle["victims"] for cycle in before.values())


def test_members_beyond_the_minimum_preempt_in_a_cycle_of_their_own() -> None:
    objects = [node("n1"), node("n2"), low("v1", "n2"), beta(2, priority=5), *members(4, priority=5)]
    content = {"objects": objects, "gates": ONE_GATE}
    scenario = Scenario.from_content(content, version=find_version("1.37"))
    nodes: dict[str, list[str | None]] = {}
    for event in simulate(scenario, kubernetes_version="1.37"):
        if event["kind"] == "cycle.finished":
            nodes.setdefault(event["pod"], []).append(event["node"])
    assert nodes["default/g-0"] == nodes["default/g-1"] == ["n1"]
    # Left out by the group's cycle, nominated by the rest's, and placed once the victim is gone.
    assert nodes["default/g-2"] == nodes["default/g-3"] == [None, None, "n2"]


@pytest.mark.parametrize(("release", "rack"), [("1.37", "b"), ("1.38", "a")])
def test_a_group_goes_to_the_placement_of_its_nominated_nodes_since_v1_38(release: str, rack: str) -> None:
    # Rack b takes more members; rack a has the node that is nominated for one.
    nodes = [node("a1", rack="a"), *(node(f"b{i}", rack="b") for i in (1, 2, 3))]
    pods = members(3, "2")
    pods[0]["status"] = {"nominatedNodeName": "a1"}
    gates = ["GenericWorkload", "TopologyAwareWorkloadScheduling"]
    constrained = {**in_rack(), "apiVersion": V1BETA1}
    cycles = finished(*nodes, constrained, *pods, release=release, gates=gates)
    assert {cycle["node"][0] for cycle in cycles.values() if cycle["node"]} == {rack}


def test_a_disruption_mode_is_an_object_since_v1_37() -> None:
    objects = [node("n1"), beta(disruptionMode={"all": {}})]
    scenario = Scenario.from_content({"objects": objects}, version=find_version("1.37"))
    (read,) = scenario.objects.pod_groups.values()
    assert read.disruption_mode == "PodGroup"
    with pytest.raises(InvalidInput, match="must have one of single and all"):
        Scenario.from_content({"objects": [beta(disruptionMode={"all": {}, "single": {}})]})


def test_v1_38_plans_groups_without_a_gate() -> None:
    for release, nodes in (("1.37", ["n1", "n1", None]), ("1.38", [None, None, None])):
        cycles = finished(node("n1", cpu="2"), beta(3), *members(3, "1"), release=release, gates=[])
        assert [cycle["node"] for cycle in cycles.values()] == nodes


def test_the_message_of_a_pod_that_preempts_names_node_and_victims() -> None:
    objects = [
        node("n1"),
        low("v1", "n1", "2"),
        low("v2", "n1", "2"),
        make_pod("p", requests={"cpu": "4"}, priority=5),
    ]
    said = "found a potential placement for pod on node n1, preempting 2 victims"
    for release, expected in (("1.36", False), ("1.37", True)):
        message = finished(*objects, release=release, gates=[])["p"]["message"]
        assert (said in message) == expected


def test_a_member_is_computed_again_as_it_was() -> None:
    content = {"objects": [node("n1", cpu="2"), beta(3), *members(3, "1")], "gates": ONE_GATE}
    version = find_version("1.37")
    scenario = Scenario.from_content(content, version=version)
    events = [
        event for event in simulate(scenario, kubernetes_version="1.37") if event["kind"] == "cycle.finished"
    ]
    simulation = Simulation(scenario, version)
    record = simulation.compute_member(events[0], events[0]["gang"])
    assert record.fit_error == ""
    assert not record.reserve.ok


def test_what_is_not_simulated_of_groups_is_said() -> None:
    composite = {
        "apiVersion": "scheduling.k8s.io/v1alpha3",
        "kind": "CompositePodGroup",
        "metadata": {"name": "c"},
    }
    workload = {"apiVersion": V1BETA1, "kind": "Workload", "metadata": {"name": "w"}}
    foreign = {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "PodGroup", "metadata": {"name": "v"}}
    scenario = Scenario.from_content({"objects": [node("n1"), composite, workload, foreign]})
    matters = {
        kind["apiVersion"] + " " + kind["kind"]: kind["matters"] for kind in scenario.objects.unread.kinds()
    }
    assert matters == {
        "scheduling.k8s.io/v1alpha3 CompositePodGroup": True,
        f"{V1BETA1} Workload": False,
        "scheduling.volcano.sh/v1beta1 PodGroup": True,
    }


def test_members_have_the_priority_of_their_group() -> None:
    odd = member("g-1")
    odd["spec"]["priority"] = 1000
    objects = (node("n1"), group(minimum=2), member("g-0"), odd)
    text = "all pods in a single pod group should have the same priority as the pod group's priority, got 1000 and 0"
    cycles = finished(*objects)
    assert {cycle["node"] for cycle in cycles.values()} == {None}
    assert text in cycles["g-0"]["message"]
    placed = finished(*objects, release="1.36", gates=["GenericWorkload", "GangScheduling"])
    assert {cycle["node"] for cycle in placed.values()} == {"n1"}


@pytest.mark.parametrize(
    ("version", "kind", "spec", "path"),
    [
        ("batch/v1", "Job", {"parallelism": 3, "completions": 3}, ("template",)),
        (
            "jobset.x-k8s.io/v1alpha2",
            "JobSet",
            {"replicatedJobs": [{"name": "w", "template": {"spec": {"parallelism": 3, "completions": 3}}}]},
            ("replicatedJobs", 0, "template", "spec", "template"),
        ),
        (
            "leaderworkerset.x-k8s.io/v1",
            "LeaderWorkerSet",
            {"replicas": 1, "leaderWorkerTemplate": {"size": 3}},
            ("leaderWorkerTemplate", "workerTemplate"),
        ),
    ],
)
@pytest.mark.parametrize(("cpu", "placed"), [("3", 3), ("2", 0)])
def test_pods_of_jobs_and_sets_are_a_gang_where_their_template_names_it(
    version: str, kind: str, spec: dict[str, Any], path: tuple[Any, ...], cpu: str, placed: int
) -> None:
    spec = json.loads(json.dumps(spec))
    *above, last = path
    parent: Any = spec
    for key in above:
        parent = parent[key]
    containers = [{"name": "c", "image": "x", "resources": {"requests": {"cpu": "1"}}}]
    pod = {"restartPolicy": "Never", "containers": containers, "schedulingGroup": {"podGroupName": "g"}}
    parent[last] = {"spec": pod}
    workload = {"apiVersion": version, "kind": kind, "metadata": {"name": "train"}, "spec": spec}
    documents = [node("n1", cpu=cpu), beta(3), workload, {"gates": ONE_GATE}]
    scenario = load("\n---\n".join(json.dumps(document) for document in documents))
    *_, end = simulate(scenario, kubernetes_version="1.37")
    assert end["kind"] == "run.finished"
    assert (end["placed"], len(scenario.objects.pods)) == (placed, 3)
