"""Taints of the node lifecycle controller."""

from __future__ import annotations

import pytest

from scheduler_core.controlplane.admission.policy import NODE_LIFECYCLE, policy_of
from tests.builders import Manifest, make_node, make_pod, spread

from .builders import admitted, filled, placements

ZONE = "zone"


def taints_of(node: Manifest) -> list[str]:
    return [str(taint) for taint in admitted(node).objects.nodes[0].taints]


def with_condition(kind: str, status: str) -> Manifest:
    node = make_node("n1")
    node["status"]["conditions"] = [{"type": kind, "status": status}]
    return node


@pytest.mark.parametrize(
    ("kind", "status", "taints"),
    [
        ("Ready", "True", []),
        ("Ready", "False", ["not-ready:NoSchedule", "not-ready:NoExecute"]),
        ("Ready", "Unknown", ["unreachable:NoSchedule", "unreachable:NoExecute"]),
        ("MemoryPressure", "True", ["memory-pressure:NoSchedule"]),
        ("MemoryPressure", "False", []),
        ("DiskPressure", "True", ["disk-pressure:NoSchedule"]),
        ("PIDPressure", "True", ["pid-pressure:NoSchedule"]),
        ("NetworkUnavailable", "True", ["network-unavailable:NoSchedule"]),
    ],
)
def test_conditions_bring_their_taints(kind: str, status: str, taints: list[str]) -> None:
    assert taints_of(with_condition(kind, status)) == [f"node.kubernetes.io/{taint}" for taint in taints]


def test_a_taint_that_is_there_is_not_added_again() -> None:
    taint = {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}
    cordoned = make_node("n1", unschedulable=True, taints=[taint])
    assert taints_of(cordoned) == ["node.kubernetes.io/unschedulable:NoSchedule"]
    assert filled(admitted(cordoned), NODE_LIFECYCLE) == {}


def test_a_cordoned_zone_does_not_count_with_honor() -> None:
    """The answer to a well-known question: without the taint, a cordoned domain blocks all other pods."""
    nodes = [make_node("a", zone="a", unschedulable=True), make_node("b", zone="b")]
    pods = [make_pod(f"p{i}", app="web", spread=[spread(ZONE, nodeTaintsPolicy="Honor")]) for i in range(3)]
    assert placements(*nodes, *pods) == {"p0": "b", "p1": "b", "p2": "b"}
    assert placements(*nodes, *pods, policy=policy_of(disable=[NODE_LIFECYCLE])) == {"p0": "b"}
    ignoring = [make_pod(f"p{i}", app="web", spread=[spread(ZONE)]) for i in range(3)]
    assert placements(*nodes, *ignoring) == {"p0": "b"}


def test_the_manifests_stay_as_they_were_written() -> None:
    node = make_node("n1", unschedulable=True)
    scenario = admitted(node)
    assert scenario.manifests == [node]
    assert scenario.objects.written["Node n1"] == node
    assert filled(scenario, NODE_LIFECYCLE) == {
        "spec.taints += node.kubernetes.io/unschedulable:NoSchedule": ["Node n1"]
    }
