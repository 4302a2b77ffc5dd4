"""Another place for the pods of a failed node, and for those that a resized workload adds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from scheduler_core.queueing.gates import DEFAULT
from scheduler_core.queueing.objects.nodes import QueueingNode
from scheduler_core.queueing.objects.placement import DomainCount, TopologyAssignment
from scheduler_core.queueing.objects.workload import Admission, PodSetAdmission
from scheduler_core.queueing.topology.requests import Placement

from .trees import BLOCK, HOST, NOBODY, RACK, asking, cache, domains, node, place, places, pod_set

NODES = [node("a/r/x"), node("a/r/y", 2), node("a/s/z"), node("b/r/w")]


def at(**pods: int) -> TopologyAssignment:
    return TopologyAssignment((HOST,), tuple(DomainCount((host,), count) for host, count in pods.items()))


def replaced(existing: TopologyAssignment, nodes: Iterable[QueueingNode] = NODES, **asked: str) -> Placement:
    """Return the place of a pod set of two nodes, after its node `gone` has failed."""
    admitted = PodSetAdmission("main", {"cpu": "tas"}, {}, 4, existing)
    workload = replace(NOBODY, admission=Admission("cq", (admitted,)), unhealthy_nodes=("gone",))
    return places(cache(nodes), asking(4, of=pod_set("main", **asked)), workload=workload)["main"]


def test_the_pods_of_a_failed_node_get_another_place_and_the_others_stay() -> None:
    assert domains(replaced(at(gone=2, z=2), preferred=BLOCK)) == {"w": 2, "z": 2}
    assert domains(replaced(at(gone=2, z=2), required=RACK)) == {"z": 4}
    assert domains(replaced(at(gone=3), required=RACK)) == {"z": 3}


def test_a_required_domain_is_not_left() -> None:
    failed = replaced(at(gone=3, y=1), required=HOST)
    assert failed.assignment is None
    assert failed.failure.endswith("excluded: topologyDomain: 4")


def test_nodes_outside_of_the_domain_are_counted_once() -> None:
    """A node that the pods must not use anyway is left out for that reason."""
    tainted = node("b/r/t", taints=[{"key": "k", "effect": "NoSchedule"}])
    failed = replaced(at(gone=9, z=1), nodes=[*NODES, tainted], required=RACK)
    assert failed.failure.endswith('Total nodes: 5; excluded: taint "k:NoSchedule": 1, topologyDomain: 3')


def test_a_single_pod_stays_on_its_failed_node() -> None:
    admitted = PodSetAdmission("main", {"cpu": "tas"}, {}, 1, at(gone=1))
    workload = replace(
        NOBODY, admission=Admission("cq", (admitted,)), unhealthy_nodes=("gone",), of_one_pod=True
    )
    request = asking(1, of=pod_set("main", required=RACK))
    assert domains(places(cache(NODES), request, workload=workload)["main"]) == {"gone": 1}
    moves = replace(DEFAULT, skip_reassignment_for_pod_owned_workloads=False)
    assert domains(places(cache(NODES, gates=moves), request, workload=workload)["main"]) == {"z": 1}


def test_a_place_that_is_gone_too_cannot_be_repaired() -> None:
    assert replaced(at(gone=1, lost=1), preferred=RACK).failure == (
        "Cannot replace the node, because the existing topologyAssignment is invalid, as it contains the stale domain"
        " lost"
    )


@pytest.mark.parametrize(
    ("count", "found"),
    [(1, {"x": 1}), (2, {"x": 2}), (3, {"x": 2, "w": 1}), (6, {"x": 2, "w": 4})],
)
def test_a_resized_workload_keeps_its_pods_where_they_are(count: int, found: dict[str, int]) -> None:
    main = pod_set("main", unconstrained=True)
    assert domains(place(cache(NODES), asking(count, of=main, previous=at(x=2, w=1)))) == found


def test_a_former_place_that_is_gone_does_not_count() -> None:
    main = pod_set("main", required=HOST)
    assert domains(place(cache(NODES), asking(2, of=main, previous=at(lost=2)))) == {"y": 2}
