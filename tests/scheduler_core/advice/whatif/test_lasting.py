"""Repairs to the end of the run: several new nodes, what does not last, and what the repaired scenario fulfils."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler_core import Inquiry, Recording, Scenario, SearchLimits, load
from scheduler_core.advice.whatif import documents
from scheduler_core.contract import WhatIf
from scheduler_core.explain.checks.checking import check
from scheduler_core.explain.checks.recorded_run import RecordedRun
from tests.builders import Manifest, affinity, make_deployment, make_node, make_pod, spread

FOUND = Path(__file__).parents[1] / "found"
ZONE = "topology.kubernetes.io/zone"


def deployment(replicas: int, pod: Manifest) -> Manifest:
    return make_deployment("web", replicas, pod["spec"], namespace="default")


def zones(**cpus: str) -> list[Manifest]:
    """Return a node in each of these zones, with this much cpu."""
    nodes = [make_node(f"n-{zone}", cpu=cpu) for zone, cpu in cpus.items()]
    for node, zone in zip(nodes, cpus, strict=True):
        node["metadata"]["labels"][ZONE] = zone
    return nodes


def scenario(*objects: Manifest) -> Scenario:
    return Scenario.from_content({"objects": list(objects)})


def asked(content: Scenario, pod: str = "") -> WhatIf:
    """Return the answer for a pod, without a name the last one that is pending."""
    recording = Recording.of(content)
    pending = [e["pod"] for e in recording.finished if e["pod"] not in recording.placements]
    return list(Inquiry(recording, pod or pending[-1]).answers())[-1]


def first_nodes(answer: WhatIf) -> list[str]:
    """Return the changes of the cheapest repair that is nodes alone."""
    added = [r for r in answer["repairs"] if {atom["kind"] for atom in r["atoms"]} == {"node"}]
    return added[0]["changes"]


def test_the_last_replica_gets_as_many_nodes_as_the_others_before_it_take() -> None:
    pod = make_pod("x", requests={"cpu": "3"})
    answer = asked(scenario(make_node("n1"), deployment(4, pod)))
    assert first_nodes(answer) == ["3 more nodes like n1 (cpu 4, memory 8Gi)"]
    repair = next(r for r in answer["repairs"] if r["changes"] == first_nodes(answer))
    assert (repair["cost"], repair["node"]) == (30, "n1-new-3")
    assert [o["value"]["metadata"]["name"] for o in repair["operations"]] == [
        "n1-new",
        "n1-new-2",
        "n1-new-3",
    ]


def test_replicas_that_keep_apart_get_a_node_each() -> None:
    pod = make_pod("x", affinity=affinity("kubernetes.io/hostname", anti=True, app="web"))
    assert first_nodes(asked(scenario(make_node("n1"), deployment(3, pod)))) == [
        "2 more nodes like n1 (cpu 4, memory 8Gi)"
    ]


def test_nodes_are_added_where_the_constraint_lets_them_help() -> None:
    """Each zone has room for one replica; the third and fourth need a node in each of the zones."""
    pod = make_pod("x", requests={"cpu": "3"}, spread=[spread(ZONE)])
    answer = asked(scenario(*zones(a="4", b="4"), deployment(4, pod)))
    assert sorted(first_nodes(answer)) == [
        "one more node like n-a (cpu 4, memory 8Gi) in a",
        "one more node like n-b (cpu 4, memory 8Gi) in b",
    ]


def test_a_node_of_one_size_is_one_repair_whichever_zone_it_comes_to() -> None:
    answer = asked(
        scenario(*zones(a="4", b="4", c="4"), *full("a", "b", "c"), make_pod("p", requests={"cpu": "3"}))
    )
    nodes = [r for r in answer["repairs"] if r["changes"][0].startswith("one more node")]
    assert [r["changes"] for r in nodes] == [["one more node like n-a (cpu 4, memory 8Gi) in a"]]
    assert [[atom["text"] for atom in atoms] for atoms in nodes[0]["alternatives"]] == [
        ["one more node like n-b (cpu 4, memory 8Gi) in b"],
        ["one more node like n-c (cpu 4, memory 8Gi) in c"],
    ]


def full(*names: str) -> list[Manifest]:
    return [make_pod(f"full-{name}", node=f"n-{name}", requests={"cpu": "4"}) for name in names]


def test_what_helps_in_its_cycle_alone_is_told_with_the_reason() -> None:
    """A larger node is taken by the replica that comes before."""
    answer = asked(scenario(make_node("n1"), deployment(3, make_pod("x", requests={"cpu": "3"}))))
    larger = [r for r in answer["transient"] if r["changes"] == ["a larger node instead of n1: cpu 4 → 6"]]
    assert larger
    assert larger[0]["phrase"]["kind"] == "place taken"
    assert all(r["changes"] != larger[0]["changes"] for r in answer["repairs"])


def test_a_pod_that_is_evicted_later_does_not_last() -> None:
    """The pod q waits for r and then evicts p, which a toleration lets in between."""
    taint = [{"key": "spot", "value": "true", "effect": "NoSchedule"}]
    near = make_pod(
        "q", requests={"cpu": "3"}, priority=9, affinity=affinity("kubernetes.io/hostname", app="r")
    )
    first = make_pod("r", requests={"cpu": "1"}, priority=9, app="r")
    for pod in (near, first):
        pod["spec"]["tolerations"] = [{"key": "spot", "operator": "Exists"}]
    objects = (make_node("n1", taints=taint), make_pod("p", requests={"cpu": "3"}), near, first)
    transient = {
        " + ".join(r["changes"]): r["text"] for r in asked(scenario(*objects), "default/p")["transient"]
    }
    assert (
        transient["toleration for spot=true:NoSchedule"]
        == "placed on n1 first, but evicted later for default/q"
    )


@pytest.mark.parametrize("replicas", [2, 3])
def test_the_repaired_scenario_fulfils_the_expectations_of_its_repair(replicas: int) -> None:
    """A change of the template renames its pods, and a new node stands for its zone."""
    content = scenario(*zones(a="4", b="2"), deployment(replicas, make_pod("x", requests={"cpu": "3"})))
    repairs = asked(content)["repairs"]
    places = {text.rpartition(" ")[0].rpartition(" ")[2] for text in (r["expectations"] for r in repairs)}
    assert places == {"node:", "zone:"}
    for repair in repairs:
        source = f"{documents(content, repair['operations'], [])}---\n{repair['expectations']}"
        results = check(RecordedRun(Recording.of(load(source))))
        assert [result.holds for result in results] == [True]


def test_repairs_beyond_the_limit_of_runs_have_no_expectations() -> None:
    content = scenario(make_node("n1", cpu="1"), make_pod("p", requests={"cpu": "2"}))
    inquiry = Inquiry(Recording.of(content), "default/p", limits=SearchLimits(runs=1))
    repairs = list(inquiry.answers())[-1]["repairs"]
    assert ["expectations" in repair for repair in repairs] == [True, *[False] * (len(repairs) - 1)]


def test_a_template_of_another_revision_than_the_pod_is_left() -> None:
    """The pod has an affinity that the template of its ReplicaSet does not have."""
    owner = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "u", "controller": True}
    pod = make_pod("p", affinity=affinity("kubernetes.io/hostname", app="gone"), app="web")
    pod["metadata"]["ownerReferences"] = [owner]
    replica_set = {**deployment(0, make_pod("x")), "kind": "ReplicaSet"}
    answer = asked(scenario(make_node("n1"), replica_set, pod), "default/p")
    softened = next(r for r in answer["repairs"] if r["changes"][0].endswith("required → preferred"))
    assert {operation["object"] for operation in softened["operations"]} == {"Pod default/p"}


def test_a_repair_that_writes_the_first_configuration_gets_further_nodes() -> None:
    answer = asked(load((FOUND / "whatif-keyerror-metadata.yaml").read_text(encoding="utf-8")), "default/p2")
    both = [{atom["kind"] for atom in repair["atoms"]} for repair in answer["repairs"]]
    assert {"configuration", "node"} in both


def test_a_repair_that_needs_further_nodes_has_those_of_its_run() -> None:
    answer = asked(load((FOUND / "whatif-keyerror-new-node.json").read_text(encoding="utf-8")), "default/p2")
    assert answer["complete"]
    assert answer["repairs"]
