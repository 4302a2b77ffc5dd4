"""The columns follow the pods: nothing is left behind, and counts kept up to date equal counts made anew."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core import Scenario
from scheduler_core.cluster.snapshot import Snapshot
from scheduler_core.objects.pod import PodTemplate
from tests.scheduler_core.clusters import clusters


def is_web(template: PodTemplate) -> bool:
    return template.labels.get("app") == "web"


def state(snapshot: Snapshot) -> dict[str, Any]:
    """Everything that can be seen of a snapshot."""
    counter = snapshot.counter("web by zone", is_web, "zone")
    return {
        "pods": {pod.key: node for pod, node in snapshot.pods()},
        "on node": [[p.key for p in snapshot.pods_on(i)] for i in range(len(snapshot))],
        "requested": {k: v.tolist() for k, v in snapshot.requested.non_zero().items()},
        "classes": {t: dict(nodes) for t, nodes in snapshot.placed.items()},
        "web": (counter.by_node.tolist(), counter.by_value.tolist()),
    }


@given(clusters())
def test_assume_then_forget_restores_the_snapshot(content: dict[str, Any]) -> None:
    objects = Scenario.from_content(content).objects
    snapshot = Snapshot.of(objects)
    for pod in objects.pods:
        if not pod.node_name:
            snapshot.assume(pod, 0)
            snapshot.forget(pod)
    assert state(snapshot) == state(Snapshot.of(objects))


@given(clusters(), st.integers(0, 5))
def test_what_if_puts_everything_back_in_order(content: dict[str, Any], number: int) -> None:
    objects = Scenario.from_content(content).objects
    snapshot = Snapshot.of(objects)
    node = number % len(snapshot)
    before = state(snapshot)
    with snapshot.what_if(node):
        for pod in snapshot.pods_on(node):
            snapshot.forget(pod)
        snapshot.assume(next(p for p in objects.pods if not p.node_name), node)
        assert state(snapshot) != before
    assert state(snapshot) == before


@given(clusters(), st.lists(st.integers(0, 10), max_size=8))
def test_incremental_counts_equal_a_recount(content: dict[str, Any], steps: list[int]) -> None:
    objects = Scenario.from_content(content).objects
    snapshot = Snapshot.of(objects)
    kept = snapshot.counter("kept", is_web, "zone")
    for step in steps:
        pod = objects.pods[step % len(objects.pods)]
        if snapshot.node_of(pod.key) is None:
            snapshot.assume(pod, step % len(snapshot))
        else:
            snapshot.forget(pod)
    fresh = snapshot.counter("fresh", is_web, "zone")
    assert kept.by_node.tolist() == fresh.by_node.tolist()
    assert kept.by_value.tolist() == fresh.by_value.tolist()
