"""The nominated node is tried first and counts as processed if it is rejected (findNodesThatFitPod, v1.34.1)."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Scenario, simulate
from scheduler_core.scheduler.cycle.contract import CycleFinished
from tests.builders import Manifest, make_node, make_pod

NODES = 150  # of which a search reaches 100


def attempts(*objects: Manifest) -> list[CycleFinished]:
    events = simulate(Scenario.from_content({"objects": list(objects)}))
    return [event for event in events if event["kind"] == "cycle.finished"]


def nominated(name: str, node: str, **more: Any) -> Manifest:
    return {**make_pod(name, **more), "status": {"nominatedNodeName": node}}


def cluster(full: int) -> list[Manifest]:
    """Return the nodes; number `full` has no room for any pod."""
    return [make_node(f"n{i:03}", cpu="0" if i == full else "8") for i in range(NODES)]


@pytest.mark.parametrize(
    ("full", "following"),
    [
        (149, 101),  # outside the search: its status adds one processed node
        (50, 101),  # within the search: visited on the way to the hundredth, and counted once
    ],
)
def test_a_rejected_nominated_node_counts_once_for_the_next_start(full: int, following: int) -> None:
    pod = nominated("p", f"n{full:03}", requests={"cpu": "1"})
    (first,) = attempts(*cluster(full), pod)
    assert first["node"] == "n000"
    assert first["next_start_index"] == following


def test_without_a_nomination_only_the_search_counts() -> None:
    (first,) = attempts(*cluster(149), make_pod("p", requests={"cpu": "1"}))
    assert first["next_start_index"] == 100


def test_the_reasons_of_the_nominated_node_are_its_own_even_if_prefilter_excludes_it() -> None:
    """NodeAffinity narrows the nodes to n1 before any filter runs, yet TaintToleration is the reason of n2."""
    field = {"key": "metadata.name", "operator": "In", "values": ["n1"]}
    required = {
        "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchFields": [field]}]}
    }
    pod = nominated("p", "n2", requests={"cpu": "9"}, affinity={"nodeAffinity": required})
    nodes = [
        make_node("n1", cpu="10"),
        make_node("n2", taints=[{"key": "k", "effect": "NoSchedule"}]),
        make_node("n3"),
    ]
    running = make_pod("r", node="n1", requests={"cpu": "5"})
    (first, *_) = attempts(*nodes, running, pod)
    assert (first["message"] or "").startswith(
        "0/3 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) "
        "[NodeAffinity TaintToleration], 1 node(s) had untolerated taint {k: }."
    )
