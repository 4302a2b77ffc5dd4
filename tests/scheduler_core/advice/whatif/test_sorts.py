"""The order of repairs: the best of each sort first."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.advice.whatif import DEFAULT_COSTS, offers
from scheduler_core.advice.whatif.sorts import SORTS, Rank, best_of_each_first
from tests.builders import make_node, make_pod, spread

from .asking import repairs_of

CASES = json.loads((Path(__file__).parents[3] / "shared" / "repair_order.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_order_is_that_of_the_page(case: dict[str, Any]) -> None:
    ranks = [Rank(**repair) for repair in case["repairs"]]
    ordered = best_of_each_first(range(len(ranks)), ranks.__getitem__, DEFAULT_COSTS["eviction"])
    assert ordered == case["order"]


def test_the_first_three_of_a_pod_that_is_too_large_are_of_three_sorts() -> None:
    """Three nodes have room for less of it each, and a fourth for none."""
    nodes = [make_node(f"n{i}", cpu="4") for i in range(4)]
    running = [make_pod(f"r{i}", node=f"n{i}", requests={"cpu": f"{i}500m"}) for i in range(4)]
    repairs = repairs_of(*nodes, *running, make_pod("p", requests={"cpu": "4"}))
    assert len({repair["sort"] for repair in repairs[:3]}) == 3
    assert repairs[0]["sort"] == "request"


def test_each_offer_has_a_sort() -> None:
    for path in Path(offers.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Change" and len(node.args) > 2:
                dial = node.args[2]
                if isinstance(dial, ast.Tuple) and isinstance(dial.elts[0], ast.Constant):
                    assert dial.elts[0].value in SORTS


def test_a_repair_says_how_many_of_the_workload_it_places_and_whom_it_moves() -> None:
    """Four pods of a Deployment wait; one of two fits beside what runs, with a lower request."""
    pods = [make_pod(f"web-{i}", requests={"cpu": "3"}) for i in range(4)]
    owner = [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "u", "controller": True}]
    for pod in pods:
        pod["metadata"]["ownerReferences"] = owner
    repairs = repairs_of(make_node("n1", cpu="2"), *pods, pod="default/web-0")
    run = next(r for r in repairs if r["changes"] == ["request cpu 3 → 2"])["run"]
    assert (run["gained"], run["waiting"], run["displaced"]) == (1, 4, 0)


def test_a_pod_that_is_evicted_counts_as_displaced() -> None:
    ran = make_pod("r", node="n1", requests={"cpu": "3"})
    repairs = repairs_of(make_node("n1", cpu="3"), ran, make_pod("p", requests={"cpu": "3"}))
    run = next(r for r in repairs if r["sort"] == "priority")["run"]
    assert (run["gained"], run["waiting"], run["displaced"], run["stranded"]) == (1, 1, 1, 1)


def test_a_plugin_is_switched_off_after_all_that_costs_less() -> None:
    """The second zone, where the spread wants p, has no room: pods, nodes and constraints may give way."""
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b", cpu="1")]
    running = [make_pod("r", node="a1", app="web"), make_pod("full", node="b1", requests={"cpu": "1"})]
    pod = make_pod("p", requests={"cpu": "1"}, spread=[spread("zone")], app="web")
    repairs = [repair for repair in repairs_of(*nodes, *running, pod) if not repair["run"]["stranded"]]
    assert [repair["sort"] for repair in repairs].count("spread") == 2
    assert (repairs[-1]["sort"], repairs[-1]["cost"]) == ("scheduler", 50)
