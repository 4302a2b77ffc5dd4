"""Decisions whose bindings are heard of in another order than that in which they were made."""

from __future__ import annotations

from typing import Any

from scheduler_core import LiveHeard, LiveJudge, MovingCluster, find_version
from scheduler_core.explain.live import Said

NO_ROOM = Said("Unschedulable", "0/3 nodes are available: 3 Insufficient cpu.")
SIZES = {"large": 9, "medium": 8, "small": 7}  # cores; a pod asks for 5, and prefers the node with more


class Cluster:
    """Three nodes, and the judge that hears of their pods."""

    def __init__(self, **taken: str) -> None:
        self.moving = MovingCluster(find_version("1.36"))
        for name, cpu in SIZES.items():
            manifest = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}}
            amounts = {"cpu": str(cpu), "memory": "64Gi", "pods": "110"}
            self.moving.change(f"Node {name}", {**manifest, "status": {"allocatable": amounts}})
        for name, node in taken.items():
            self.moving.change(f"Pod a/{name}", pod(name, node))
        self.judge = LiveJudge(self.moving)
        self.judge.begin(0.0, [])
        self.position = 0

    def hear(self, at: float, name: str, node: str = "", said: Said | None = None) -> None:
        """Hear of a pod as it is now."""
        self._hear(at, f"Pod a/{name}", pod(name, node), said)

    def hear_end(self, at: float, name: str) -> None:
        """Hear that a pod is gone."""
        self._hear(at, f"Pod a/{name}", None, None)

    def _hear(self, at: float, key: str, manifest: dict[str, Any] | None, said: Said | None) -> None:
        self.position += 1
        self.judge.hear(LiveHeard(self.position, at, key, self.moving.heard(key, manifest), said))

    def decided(self, now: float) -> list[tuple[str, str | None, str]]:
        """Return pod, node and agreement of each decision that is due."""
        return [(d["pod"], d["node"], d["agreement"]) for d in self.judge.due(now)]


def pod(name: str, node: str) -> dict[str, Any]:
    container = {"name": "main", "resources": {"requests": {"cpu": "5", "memory": "1Mi"}}}
    spec = {"containers": [container], "schedulerName": "default-scheduler", "nodeName": node or None}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "a"}, "spec": spec}


def test_a_decision_waits_for_one_of_a_pod_that_has_waited_long() -> None:
    cluster = Cluster()
    cluster.hear(1.0, "first")
    cluster.hear(1.1, "second")
    cluster.hear(1.2, "other", said=NO_ROOM)
    cluster.decided(2.0)
    cluster.hear(7.0, "other", said=NO_ROOM)  # as it is deleted: that is no decision, which waits for others
    assert cluster.decided(10.0) == []
    cluster.hear(20.0, "second", "medium")
    assert cluster.decided(20.3) == []
    cluster.hear(20.4, "first", "large")
    assert cluster.decided(20.7) == [("a/second", "medium", "equal"), ("a/first", "large", "equal")]


def test_a_pod_that_was_waited_for_in_vain_is_not_waited_for_again() -> None:
    cluster = Cluster()
    cluster.hear(1.0, "ignored")
    cluster.hear(1.1, "second")
    cluster.hear(1.2, "third")
    cluster.hear(2.0, "second", "large")
    assert cluster.decided(2.3) == []
    assert cluster.decided(4.1) == [("a/second", "large", "equal")]
    cluster.hear(5.0, "third", "medium")
    assert cluster.decided(5.3) == [("a/third", "medium", "equal")]


def test_pods_in_backoff_come_after_those_that_were_decided_meanwhile() -> None:
    cluster = Cluster(one="large", two="medium", three="small")
    cluster.hear(1.0, "early")
    cluster.hear(1.1, "late")
    cluster.hear(1.5, "early", said=NO_ROOM)
    cluster.hear(1.6, "late", said=NO_ROOM)
    cluster.decided(2.0)
    cluster.hear(2.1, "new")
    for number, name in enumerate(("one", "two", "three")):
        cluster.hear_end(2.2 + number / 100, name)
    cluster.hear(2.3, "new", "large")
    assert cluster.decided(2.6) == [("a/new", "large", "equal")]
    cluster.hear(3.0, "late", "small")
    cluster.hear(3.1, "early", "medium")
    assert cluster.decided(3.4) == [("a/late", "small", "equal"), ("a/early", "medium", "equal")]


def test_a_decision_is_looked_for_between_any_two_changes_that_matter() -> None:
    others = [f"other-{number}" for number in range(16)]
    cluster = Cluster(one="large", two="medium", **dict.fromkeys(others, "small"))
    cluster.hear(1.0, "late")
    cluster.hear_end(1.1, "two")
    cluster.hear_end(1.2, "one")  # decided before the scheduler saw this
    for name in others:
        cluster.hear_end(1.3, name)
        cluster.hear(1.3, f"{name}-again")  # no cycle of another pod depends on one that waits
    cluster.hear(1.5, "late", "medium")
    [decision] = cluster.judge.due(3.0)
    assert decision["agreement"] == "undetermined"
    assert decision["why"] is not None
    assert decision["why"]["kind"] == "in_flight"
    assert decision["why"]["operands"]["n"] == "17"


def test_what_differs_just_after_a_gap_is_undetermined() -> None:
    cluster = Cluster()
    cluster.judge.note_gap(5.0)
    for at, name in ((14.0, "just-after"), (16.0, "later")):
        cluster.hear(at, name)
        cluster.hear(at + 0.1, name, "small")
    decided = list(cluster.judge.due(20.0))
    assert [(d["pod"], d["agreement"]) for d in decided] == [
        ("a/just-after", "undetermined"),
        ("a/later", "different"),
    ]
    assert decided[0]["why"] is not None
    assert decided[0]["why"]["kind"] == "after_gap"


def test_the_only_node_that_passed_is_the_one_of_our_cycle() -> None:
    cluster = Cluster(one="large", two="medium")
    cluster.hear(20.0, "web")
    cluster.hear(20.5, "web", "medium")
    (decision,) = cluster.judge.due(23.0)
    assert decision["agreement"] == "different"
    assert decision["reason"]["operands"]["node"] == "small"
    assert decision["divergence"] is not None
    assert (decision["divergence"]["node"], decision["divergence"]["best"]) == ("medium", "small")
