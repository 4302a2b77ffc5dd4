"""Cycles computed again in a cluster in which the scheduler does not look at all nodes."""

from __future__ import annotations

import pytest

from scheduler_core import MovingCluster, find_version
from scheduler_core.explain.live.attempt import attempt
from scheduler_core.explain.live.describing import divergence
from scheduler_core.explain.live.ranks import Ranked

NODES = 250  # of which the scheduler looks for 48 %: 120
LARGE = (65, *range(200, NODES))


def cluster(**labels: str) -> MovingCluster:
    """Return nodes, of which few are large, and each has one of two disks, and a pod that waits."""
    moving = MovingCluster(find_version("1.36"))
    for number in range(NODES):
        name, cpu = f"node-{number:03}", "400" if number in LARGE else "40"
        amounts = {"cpu": cpu, "memory": "64Gi", "pods": "110"}
        meta = {"name": name, "labels": {"disk": "ssd" if number % 2 else "hdd"}}
        moving.change(
            f"Node {name}",
            {"apiVersion": "v1", "kind": "Node", "metadata": meta, "status": {"allocatable": amounts}},
        )
    container = {"name": "main", "resources": {"requests": {"cpu": "20", "memory": "1Mi"}}}
    spec = {"containers": [container], "schedulerName": "default-scheduler", "nodeSelector": labels}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "a"}, "spec": spec}
    moving.change("Pod a/p", pod)
    return moving


@pytest.mark.parametrize(
    ("node", "agrees"),
    [
        ("node-249", True),
        ("node-065", True),
        ("node-100", True),
        ("node-199", True),  # from node-080 alone
        ("node-060", False),  # a search that comes by it comes by a large node, too
        ("nowhere", False),
    ],
)
def test_a_node_agrees_if_it_is_the_best_from_some_beginning(node: str, *, agrees: bool) -> None:
    simulation = cluster().simulation
    again = attempt(simulation, "a/p", node)
    assert again.agrees is agrees
    if agrees:
        assert again.record is not None
        assert simulation.start_index == again.record.next_start_index
        assert node in again.choices


def test_a_node_that_a_filter_rejects_agrees_from_nowhere() -> None:
    simulation = cluster(disk="ssd").simulation
    assert attempt(simulation, "a/p", "node-249").agrees
    assert not attempt(simulation, "a/p", "node-248").agrees


def test_a_choice_that_differs_stands_beside_ours_plugin_by_plugin() -> None:
    small, rejected = cluster().simulation, cluster(disk="ssd").simulation
    record = attempt(small, "a/p", "node-060").record
    assert record is not None
    both = divergence(record, "node-060")
    assert (both["point"], both["best"]) == ("Score", "node-065")
    assert both["total"] is not None and both["best_total"] is not None
    behind = sum((says["best"] or 0) - (says["node"] or 0) for says in both["plugins"])
    assert behind == both["best_total"] - both["total"] > 0
    refused = attempt(rejected, "a/p", "node-248").record
    assert refused is not None
    both = divergence(refused, "node-248")
    assert (both["point"], both["plugin"]) == ("Filter", "NodeAffinity")
    assert [says["reasons"] for says in both["plugins"]] == [both["reasons"]] != [[]]


def test_what_is_said_of_pods_comes_in_the_order_of_the_queue() -> None:
    ranked: Ranked[str] = Ranked()
    for key, priority, place in (("late", 0, 9), ("early", 0, 2), ("urgent", 100, 7), ("moved", 0, 1)):
        ranked.put(key, (-priority, place), key)
    ranked.put("moved", (0, 12), "moved")
    assert list(ranked.before((0, 9))) == ["urgent", "early"]
    assert list(ranked.before((0, 9), since=(0, 0))) == ["early"]
    assert list(ranked.since((0, 9))) == ["late", "moved"]
    assert ranked.last_before((0, 2)) == "urgent"
    ranked.remove("urgent")
    ranked.remove("nobody")
    assert ranked.last_before((0, 2)) is None
