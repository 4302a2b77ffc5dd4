"""The controllers' rules, each as a table of cases that upstream's sources and tests decide."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controlplane.controllers import daemonset, job, nodelifecycle, podgc, statefulset
from scheduler_core.controlplane.controllers.amounts import scaled_value
from scheduler_core.controlplane.controllers.deployment import (
    Fenceposts,
    ReplicaSetScale,
    fenceposts,
    recreate,
    rolling_update,
    scale_proportionally,
)
from scheduler_core.controlplane.controllers.disruption import BudgetStatus, budget_status, may_evict
from scheduler_core.controlplane.controllers.pod import ControlledPod
from scheduler_core.controlplane.controllers.replicaset import age_bucket, surplus_pods
from scheduler_core.controlplane.controllers.tainteviction import eviction_delay
from scheduler_core.kubernetes.objects.node import Taint


def pod(name: str, **fields: Any) -> ControlledPod:
    """Return a ready pod on a node; its uid is its name."""
    defaults: dict[str, Any] = {"created": 0.0, "node": "n1", "running": True, "ready_since": 10.0}
    return ControlledPod(f"default/{name}", name, **{**defaults, **fields})


@pytest.mark.parametrize(
    ("value", "total", "up", "expected"),
    [
        (3, 10, True, 3),
        ("25%", 5, True, 2),
        ("25%", 5, False, 1),
        ("0%", 5, True, 0),
        ("x", 5, True, 7),
        (None, 5, True, 7),
    ],
)
def test_percentages(value: object, total: int, up: bool, expected: int) -> None:
    assert scaled_value(value, total, round_up=up, default=7) == expected


# ---- Deployment ----


@pytest.mark.parametrize(
    ("surge", "unavailable", "replicas", "expected"),
    [
        (None, None, 5, Fenceposts(2, 1)),
        (None, None, 3, Fenceposts(1, 0)),
        (None, None, 1, Fenceposts(1, 0)),
        (0, 1, 3, Fenceposts(0, 1)),
        (0, 0, 3, Fenceposts(0, 1)),
        ("0%", "10%", 3, Fenceposts(0, 1)),
        ("50%", "100%", 4, Fenceposts(2, 4)),
        (1, 9, 4, Fenceposts(1, 4)),
    ],
)
def test_fenceposts(surge: object, unavailable: object, replicas: int, expected: Fenceposts) -> None:
    assert fenceposts(surge, unavailable, replicas) == expected


def scale(name: str, replicas: int, available: int, created: int = 0, most: int = 0) -> ReplicaSetScale:
    return ReplicaSetScale(name, replicas, available, created, most)


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        # 5 replicas, 2 more and 1 fewer: up by the surge, down to what is available, up again.
        (scale("new", 0, 0, 1), [scale("old", 5, 5)], {"new": 2}),
        (scale("new", 2, 0, 1), [scale("old", 5, 5)], {"old": 4}),
        (scale("new", 2, 0, 1), [scale("old", 4, 4)], {"new": 3}),
        (scale("new", 3, 0, 1), [scale("old", 4, 4)], {}),
        (scale("new", 3, 1, 1), [scale("old", 4, 4)], {"old": 3}),
        (scale("new", 5, 5, 1), [scale("old", 2, 2)], {"old": 0}),
        (scale("new", 5, 5, 1), [scale("old", 0, 0)], {}),
        (scale("new", 7, 7, 1), [scale("old", 0, 0)], {"new": 5}),
        # Old pods that are not available go first, the oldest ReplicaSet before others.
        (scale("new", 2, 2, 2), [scale("a", 2, 1, 0), scale("b", 3, 3, 1)], {"a": 0, "b": 2}),
        # A new ReplicaSet without available pods holds the old pods.
        (scale("new", 4, 0, 1), [scale("old", 3, 3)], {}),
    ],
)
def test_rolling_update(new: ReplicaSetScale, old: list[ReplicaSetScale], expected: dict[str, int]) -> None:
    assert rolling_update(5, Fenceposts(2, 1), new, old) == expected


def test_recreate_waits_for_the_last_old_pod() -> None:
    assert recreate(3, None, [scale("old", 3, 3)], old_pods=True) == {"old": 0}
    assert recreate(3, scale("new", 0, 0), [scale("old", 0, 0)], old_pods=True) == {}
    assert recreate(3, scale("new", 0, 0), [scale("old", 0, 0)], old_pods=False) == {"new": 3}
    assert recreate(3, scale("new", 3, 0), [scale("old", 0, 0)], old_pods=False) == {}


@pytest.mark.parametrize(
    ("replicas", "new", "old", "expected"),
    [
        (5, scale("new", 3, 3), [scale("old", 0, 0)], {"new": 5}),
        (5, scale("new", 5, 5), [scale("old", 2, 2)], {"old": 0}),
        # Upstream's example, in the middle of a rollout of 10 (surge 3): of 5 more, 3 for 8 pods and 2 for 5.
        (15, scale("new", 5, 0, 1, 13), [scale("old", 8, 8, 0, 13)], {"old": 11, "new": 7}),
        # In the middle of the same rollout: 10 more are shared out in proportion.
        (20, scale("new", 5, 0, 1, 13), [scale("old", 8, 8, 0, 13)], {"old": 14, "new": 9}),
        # The share that rounding leaves goes to the largest.
        (11, scale("new", 5, 0, 1, 13), [scale("old", 8, 8, 0, 13)], {"old": 9}),
        (0, scale("new", 5, 0, 1, 13), [scale("old", 8, 8, 0, 13)], {"old": 0, "new": 0}),
        # Of equals the newer gets what rounding leaves, and the older loses the only one to remove.
        (11, scale("new", 5, 0, 2, 13), [scale("old", 5, 5, 1, 13)], {"new": 9}),
        (8, scale("new", 6, 0, 2, 13), [scale("old", 6, 6, 1, 13)], {"old": 5}),
    ],
)
def test_proportional_scaling(
    replicas: int, new: ReplicaSetScale, old: list[ReplicaSetScale], expected: dict[str, int]
) -> None:
    assert scale_proportionally(replicas, Fenceposts(3, 2), new, old, rolling=True) == expected


# ---- ReplicaSet ----


@pytest.mark.parametrize(
    ("first", "second", "rule"),
    [
        (
            {"node": "", "running": False, "ready_since": None},
            {"running": False, "ready_since": None},
            "unassigned",
        ),
        ({"running": False, "ready_since": None}, {"ready_since": None}, "not running"),
        ({"ready_since": None}, {}, "not ready"),
        ({"deletion_cost": -1, "node": "n2"}, {}, "deletion cost"),
        ({"node": "crowded"}, {"ready_since": 99.0}, "crowded node"),
        ({"ready_since": 99.0}, {}, "ready for less time"),
        ({"restarts": 2}, {"created": 99.0}, "restarts"),
        ({"created": 99.0}, {}, "newer"),
    ],
)
def test_which_pod_of_two_goes_first(first: dict[str, Any], second: dict[str, Any], rule: str) -> None:
    # The uid would let the other one go.
    pods = [pod("b", **first), pod("a", **second)]
    related = [*pods, *(pod(f"other-{i}", node="crowded") for i in range(2))]
    for order in (pods, pods[::-1]):
        assert surplus_pods(order, related, 1, now=100.0) == [(pods[0], rule)]


def test_ages_count_by_powers_of_two() -> None:
    assert age_bucket(0, 8.0) == age_bucket(0, 8.5) == 32
    assert age_bucket(0, 4.2) == 31
    assert age_bucket(5, 5) == -1
    # 10 and 15 seconds are one age: the uid decides.
    pods = [pod("b", ready_since=90.0), pod("a", ready_since=85.0)]
    assert surplus_pods(pods, [], 1, now=100.0) == [(pods[1], "uid")]


def test_all_pods_go_without_a_rank() -> None:
    pods = [pod("b"), pod("a")]
    assert surplus_pods(pods, pods, 2, now=100.0) == [(pods[0], ""), (pods[1], "")]


# ---- StatefulSet ----


def numbered(**by_name: dict[str, Any]) -> dict[int, ControlledPod]:
    return {int(name[1:]): pod(name, **{"revision": "new", **fields}) for name, fields in by_name.items()}


UNREADY: dict[str, Any] = {"ready_since": None}
OLD: dict[str, Any] = {"revision": "old"}


@pytest.mark.parametrize(
    ("fields", "pods", "creates", "deletes"),
    [
        ({}, {}, [(0, "new")], []),
        ({"parallel": True}, {}, [(0, "new"), (1, "new"), (2, "new")], []),
        ({"partition": 1}, {}, [(0, "old")], []),
        ({"partition": 1, "on_delete": True}, {}, [(0, "new")], []),
        ({"start": 5}, {}, [(5, "new")], []),
        ({}, {"p0": UNREADY}, [], []),
        ({}, {"p0": {}}, [(1, "new")], []),
        ({"min_ready_seconds": 95}, {"p0": {}}, [], []),
        ({}, {"p0": {"deleting": True}}, [], []),
        ({}, {"p0": {}, "p1": {}, "p2": {}, "p3": {}, "p4": {}}, [], ["p4"]),
        ({}, {"p0": {}, "p1": {}, "p2": {}, "p3": UNREADY, "p4": {}}, [], ["p4"]),
        ({}, {"p0": {}, "p1": {}, "p2": {}, "p3": {"deleting": True}}, [], []),
        ({"parallel": True}, {"p0": {}, "p1": {}, "p2": {}, "p3": {}, "p4": {}}, [], ["p4", "p3"]),
        ({"parallel": True, "min_ready_seconds": 95}, {"p0": OLD, "p1": OLD, "p2": {}}, [], []),
        (
            {"parallel": True, "min_ready_seconds": 95, "waits_until_available": False},
            {"p0": OLD, "p1": OLD, "p2": {}},
            [],
            ["p1"],
        ),
        ({}, {"p0": OLD, "p1": OLD, "p2": OLD}, [], ["p2"]),
        ({}, {"p0": OLD, "p1": OLD, "p2": {}}, [], ["p1"]),
        ({"parallel": True}, {"p0": OLD, "p1": OLD, "p2": UNREADY}, [], []),
        ({"partition": 2}, {"p0": OLD, "p1": OLD, "p2": {}}, [], []),
        ({"on_delete": True}, {"p0": OLD, "p1": OLD, "p2": OLD}, [], []),
        ({"parallel": True, "most_unavailable": 2}, {"p0": OLD, "p1": OLD, "p2": OLD}, [], ["p2", "p1"]),
        ({"parallel": True, "most_unavailable": 2}, {"p0": OLD, "p1": OLD, "p2": UNREADY}, [], ["p1"]),
    ],
)
def test_next_of_a_stateful_set(
    fields: dict[str, Any], pods: dict[str, Any], creates: list[tuple[int, str]], deletes: list[str]
) -> None:
    spec = statefulset.StatefulSetSpec(
        **{"start": 0, "replicas": 3, "current": "old", "update": "new", **fields}
    )
    plan = statefulset.next_plan(spec, numbered(**pods), now=100.0)
    assert (plan.creates, [p.name for p, _ in plan.deletes]) == (creates, deletes)


@pytest.mark.parametrize(
    ("value", "expected"), [(None, 1), (2, 2), ("50%", 1), ("10%", 1), ("100%", 3), (0, 1)]
)
def test_unavailable_pods_of_a_stateful_set(value: object, expected: int) -> None:
    assert statefulset.most_unavailable(value, 3) == expected


# ---- DaemonSet ----


@pytest.mark.parametrize(
    ("pods", "most", "creates", "deletes"),
    [
        ({"a": OLD, "b": OLD, "c": OLD}, (0, 1), [], ["a"]),
        ({"a": OLD, "b": OLD, "c": OLD}, (0, 2), [], ["a", "b"]),
        ({"a": {"revision": "new", **UNREADY}, "b": OLD, "c": OLD}, (0, 1), [], []),
        ({"a": {"revision": "new"}, "b": OLD, "c": OLD}, (0, 1), [], ["b"]),
        # A broken old pod is replaced whatever is unavailable.
        ({"a": {**OLD, **UNREADY}, "b": OLD, "c": OLD}, (0, 1), [], ["a"]),
        ({"a": {"deleting": True}, "b": OLD, "c": OLD}, (0, 1), [], []),
        ({"a": OLD, "b": OLD, "c": OLD}, (1, 0), ["a"], []),
        ({"a": OLD, "b": {**OLD, **UNREADY}, "c": OLD}, (1, 0), ["b", "a"], []),
    ],
)
def test_rolling_update_of_a_daemon_set(
    pods: dict[str, Any], most: tuple[int, int], creates: list[str], deletes: list[str]
) -> None:
    by_node = {node: [pod(node, node=node, **fields)] for node, fields in pods.items()}
    plan = daemonset.rolling_update(
        list(by_node), by_node, "new", daemonset.Portions(*most), now=100.0, min_ready_seconds=0
    )
    assert (plan.creates, [p.name for p, _ in plan.deletes]) == (creates, deletes)


def test_surged_pod_takes_the_place_of_the_old_one_when_it_is_available() -> None:
    by_node = {"a": [pod("old", revision="old"), pod("new", revision="new")]}
    plan = daemonset.rolling_update(
        ["a"], by_node, "new", daemonset.Portions(1, 0), now=100.0, min_ready_seconds=0
    )
    assert [(p.name, reason) for p, reason in plan.deletes] == [("old", "updated")]


def test_nodes_get_and_lose_daemon_pods() -> None:
    pods = {"a": [pod("a")], "b": [pod("b")], "gone": [pod("c")], "d": [pod("d1"), pod("d2", created=5.0)]}
    plan = daemonset.manage(["a", "new", "d"], {"a", "b", "new", "d"}, pods, surges=False)
    assert plan.creates == ["new"]
    assert [(p.name, reason) for p, reason in plan.deletes] == [
        ("c", "node no longer eligible"),
        ("d2", "surplus"),
    ]


# ---- Job, budgets, taints, nodes ----


@pytest.mark.parametrize(
    ("parallelism", "completions", "active", "succeeded", "expected"),
    [(3, 5, 3, 0, 0), (3, 5, 3, 3, 1), (1, 5, 3, 0, 2), (3, None, 3, 1, 0), (3, 5, 0, 5, 0)],
)
def test_surplus_of_a_job(
    parallelism: int, completions: int | None, active: int, succeeded: int, expected: int
) -> None:
    deleted = job.surplus(
        parallelism=parallelism, completions=completions, active=active, succeeded=succeeded, suspended=False
    )
    assert deleted == expected


@pytest.mark.parametrize(
    ("available", "unavailable", "healthy", "allowed"),
    [
        (2, None, 3, 1),
        ("50%", None, 3, 1),
        (None, 1, 3, 1),
        (None, 1, 2, 0),
        (None, "34%", 3, 2),
        (3, None, 3, 0),
    ],
)
def test_what_budgets_allow(available: object, unavailable: object, healthy: int, allowed: int) -> None:
    assert budget_status(available, unavailable, pods=3, scale=3, healthy=healthy).allowed == allowed


def test_pod_that_is_not_ready_goes_only_if_enough_others_are() -> None:
    broken, ready = pod("a", ready_since=None), pod("b")
    assert may_evict(broken, BudgetStatus(3, 2, 2), always_unhealthy=False)
    assert not may_evict(broken, BudgetStatus(3, 1, 2), always_unhealthy=False)
    assert may_evict(broken, BudgetStatus(3, 1, 2), always_unhealthy=True)
    assert not may_evict(ready, BudgetStatus(3, 2, 2), always_unhealthy=True)


HOT, COLD = Taint("hot", "", "NoExecute"), Taint("cold", "very", "NoExecute")


@pytest.mark.parametrize(
    ("taints", "tolerations", "delay"),
    [
        ([], [], None),
        ([Taint("hot", "", "NoSchedule")], [], None),
        ([HOT], [], 0),
        ([HOT], [{"operator": "Exists"}], None),
        ([HOT], [{"key": "hot", "operator": "Exists", "tolerationSeconds": 60}], 60),
        ([HOT], [{"key": "hot", "operator": "Exists", "tolerationSeconds": -5}], 0),
        ([HOT, COLD], [{"key": "hot", "operator": "Exists", "tolerationSeconds": 60}], 0),
        (
            [HOT, COLD],
            [
                {"key": "hot", "operator": "Exists", "tolerationSeconds": 60},
                {"key": "cold", "value": "very", "effect": "NoExecute", "tolerationSeconds": 20},
            ],
            20,
        ),
        ([COLD], [{"key": "cold", "value": "not"}], 0),
    ],
)
def test_when_a_taint_evicts(
    taints: list[Taint], tolerations: list[dict[str, Any]], delay: float | None
) -> None:
    assert eviction_delay(taints, tolerations) == delay


def test_disrupted_zones_lose_their_pods_slower() -> None:
    assert nodelifecycle.zone_state(3, 0) == nodelifecycle.zone_state(1, 2) == "normal"
    assert nodelifecycle.zone_state(2, 3) == "partial"
    assert nodelifecycle.zone_state(0, 1) == "full"
    assert nodelifecycle.taint_rate("normal", all_full=False, cluster_size=9) == 0.1
    assert nodelifecycle.taint_rate("partial", all_full=False, cluster_size=50) == 0
    assert nodelifecycle.taint_rate("partial", all_full=False, cluster_size=51) == 0.01
    assert nodelifecycle.taint_rate("full", all_full=True, cluster_size=51) == 0
    assert (nodelifecycle.grace_seconds(31), nodelifecycle.grace_seconds(32)) == (40, 50)


def test_pods_of_a_removed_node_are_collected_after_the_quarantine() -> None:
    assert podgc.collected_at(5) == 60
    assert podgc.collected_at(20) == 80
