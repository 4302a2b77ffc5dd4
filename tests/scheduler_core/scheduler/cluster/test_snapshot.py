"""The columns follow the pods: removed pods leave no trace, and incremental counts equal a recount."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core import Scenario
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from tests.builders import make_node, make_pod
from tests.scheduler_core.clusters import clusters


def is_web(template: PodTemplate) -> bool:
    return template.labels.get("app") == "web"


def contents(snapshot: Snapshot) -> dict[str, Any]:
    """Return all observable state of a snapshot."""
    counter = snapshot.counter("web by zone", is_web, "zone")
    return {
        "pods": {pod.key: node for pod, node in snapshot.pods()},
        "on node": [[p.key for p in snapshot.pods_on(i)] for i in range(len(snapshot))],
        "requested": {k: v.tolist() for k, v in snapshot.requested.non_zero().items()},
        "classes": {t: dict(nodes) for t, nodes in snapshot.nodes_by_class.items()},
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
    assert contents(snapshot) == contents(Snapshot.of(objects))


@given(clusters(), st.integers(0, 5))
def test_what_if_restores_the_pods_and_their_order(content: dict[str, Any], number: int) -> None:
    objects = Scenario.from_content(content).objects
    snapshot = Snapshot.of(objects)
    node = number % len(snapshot)
    before = contents(snapshot)
    with snapshot.what_if(node):
        for pod in snapshot.pods_on(node):
            snapshot.forget(pod)
        snapshot.assume(next(p for p in objects.pods if not p.node_name), node)
        assert contents(snapshot) != before
    assert contents(snapshot) == before


@given(clusters(), st.lists(st.integers(0, 10), max_size=8))
def test_incremental_counts_equal_a_recount(content: dict[str, Any], steps: list[int]) -> None:
    objects = Scenario.from_content(content).objects
    snapshot = Snapshot.of(objects)
    incremental = snapshot.counter("incremental", is_web, "zone")
    for step in steps:
        pod = objects.pods[step % len(objects.pods)]
        if snapshot.node_of(pod.key) is None:
            snapshot.assume(pod, step % len(snapshot))
        else:
            snapshot.forget(pod)
    recount = snapshot.counter("recount", is_web, "zone")
    assert incremental.by_node.tolist() == recount.by_node.tolist()
    assert incremental.by_value.tolist() == recount.by_value.tolist()


@given(clusters())
def test_a_copy_and_its_original_change_apart(content: dict[str, Any]) -> None:
    objects = Scenario.from_content(content).objects
    original = Snapshot.of(objects)
    copy = original.altered({})
    before = contents(original)
    for pod, _ in list(copy.pods()):
        copy.forget(pod)
    assert contents(original) == before
    for pod, node in list(original.pods()):
        original.forget(pod)
        copy.assume(pod, node)
    assert contents(copy) == before
    assert not contents(original)["classes"]


def test_a_counter_of_a_class_on_many_nodes_equals_a_count_pod_by_pod() -> None:
    nodes = [make_node(f"n{i}", zone=f"z{i % 3}") if i % 5 else make_node(f"n{i}") for i in range(40)]
    pods = [make_pod(f"p{i}-{k}", node=f"n{i}", app="web") for i in range(0, 40, 2) for k in range(i % 3 + 1)]
    snapshot = Snapshot.of(Scenario.from_content({"objects": nodes}).objects)
    eligible = snapshot.rows % 4 != 1
    one_by_one = snapshot.counter("before", is_web, "zone", eligible)
    template = None
    for pod in Scenario.from_content({"objects": [*nodes, *pods]}).objects.pods:
        template = template or pod.template
        snapshot.assume(replace(pod, template=template), snapshot.index[pod.node_name])
    at_once = snapshot.counter("after", is_web, "zone", eligible)
    assert at_once.by_node.tolist() == one_by_one.by_node.tolist()
    assert at_once.by_value.tolist() == one_by_one.by_value.tolist()
    assert sum(at_once.by_value) < sum(at_once.by_node) == len(pods)
