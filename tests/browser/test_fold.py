"""The placements that the browser keeps: whatever way a cycle is reached, they are those of the run up to it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

Json = dict[str, Any]

# The pods of each node before each of the cycles, in the order in which the cycles are asked for.
WALK = """async ([answer, cycles, order]) => {
    const { Cluster } = await import("/static/js/model/cluster.js");
    const { clusterAt } = await import("/static/js/model/fold.js");
    const cluster = new Cluster(answer);
    const log = { cycles };
    const folds = order.map((cycle) => clusterAt(cluster, log, cycle));
    return folds.map((fold) => [...cluster.nodes.map(({ name }) => fold.podsOn.get(name).map(({ pod }) => pod)),
        fold.waiting().map((pod) => cluster.keyOf(pod))]);
}"""

CLUSTER: Json = {
    "nodes": {
        "names": ["n1", "n2"],
        "labels": {},
        "taints": {"values": [[]], "codes": [0, 0]},
        "allocatable": {"values": [{}], "codes": [0, 0]},
        "unschedulable": [],
    },
    "pods": {"names": ["a", "b", "c", "d"], "nodes": [0, 0, -1, -1], "classes": [0] * 4, "nominated": {}},
    "classes": [{"namespace": "x", "labels": {}, "priority": 0, "terminating": False, "owner": None}],
    "topology_keys": [],
}
CYCLES: list[Json] = [
    {"pod": "x/c", "finished": {"node": "n2", "victims": []}},
    {"pod": "x/d", "finished": {"node": None, "victims": ["x/a"]}},
    {"pod": "x/d", "finished": {"node": "n1", "victims": []}},
    {"pod": "x/e", "finished": None},
]
STATES = [
    [["x/a", "x/b"], [], ["x/c", "x/d"]],
    [["x/a", "x/b"], ["x/c"], ["x/d"]],
    [["x/b"], ["x/c"], ["x/d"]],
    [["x/b", "x/d"], ["x/c"], []],
]


def test_a_cycle_is_the_same_from_before_and_from_behind(page: Page) -> None:
    page.goto("/")
    order = [0, 3, 1, 2, 0, 3, 3, 1]
    assert page.evaluate(WALK, [CLUSTER, CYCLES, order]) == [STATES[cycle] for cycle in order]
    assert page.evaluate(WALK, [CLUSTER, CYCLES, [4]]) == [STATES[3]]  # the last one runs still
