"""The risk of repairs, and their order by it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.advice.whatif import offers
from scheduler_core.advice.whatif.risks import RISKS, order, reason_of
from tests.builders import Manifest, make_node, make_pod, spread, with_labels, with_spec

from .asking import is_of, repairs_of

CASES = json.loads((Path(__file__).parents[3] / "shared" / "repair_order.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_order_is_that_of_the_page(case: dict[str, Any]) -> None:
    repairs = case["repairs"]
    assert sorted(range(len(repairs)), key=lambda i: order(**repairs[i])) == case["order"]


def test_each_offer_has_a_risk() -> None:
    for path in Path(offers.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Change" and len(node.args) > 2:
                dial = node.args[2]
                if isinstance(dial, ast.Tuple) and isinstance(dial.elts[0], ast.Constant):
                    assert str(reason_of([dial.elts[0].value]))


def tainted(effect: str) -> Manifest:
    return with_spec(make_node("n1"), taints=[{"key": "k", "value": "v", "effect": effect}])


@pytest.mark.parametrize(
    ("objects", "change", "risk", "reason"),
    [
        ([tainted("NoSchedule")], "toleration for k=v:NoSchedule", "safe", "No other pod is affected"),
        (
            [tainted("NoExecute")],
            "toleration for k=v:NoExecute",
            "weakens availability",
            "often because the node fails",
        ),
        ([make_node("n1", cpu="2")], "request cpu 4 → 2", "weakens availability", "guaranteed less"),
        ([make_node("n1", cpu="2")], "a larger node instead of n1: cpu 2 → 4", "costs money", "to pay for"),
    ],
)
def test_a_repair_has_a_risk_with_its_reason(
    objects: list[Manifest], change: str, risk: str, reason: str
) -> None:
    repair = next(
        r for r in repairs_of(*objects, make_pod("p", requests={"cpu": "4"})) if r["changes"] == [change]
    )
    assert repair["risk"] == risk
    assert reason in repair["risk_reason"]["text"]


def test_what_is_safe_comes_first_then_what_costs_money() -> None:
    """The pod selects a label that n1 has with another value, and fits there with a smaller request too."""
    node = with_labels(make_node("n1", cpu="4"), {"disk": "ssd"})
    pod = with_spec(make_pod("p", requests={"cpu": "2"}), nodeSelector={"disk": "sdd"})
    repairs = repairs_of(node, pod)
    assert repairs[0]["risk"] == "safe"
    risks = [RISKS.index(repair["risk"]) for repair in repairs]
    assert risks == sorted(risks)


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
    run = next(r for r in repairs if is_of(r, "priority"))["run"]
    assert (run["gained"], run["waiting"], run["displaced"], run["stranded"]) == (1, 1, 1, 1)


def test_a_plugin_is_switched_off_after_all_that_costs_less() -> None:
    """The second zone, where the spread wants p, has no room: pods, nodes and constraints may give way."""
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b", cpu="1")]
    running = [make_pod("r", node="a1", app="web"), make_pod("full", node="b1", requests={"cpu": "1"})]
    pod = make_pod("p", requests={"cpu": "1"}, spread=[spread("zone")], app="web")
    repairs = [repair for repair in repairs_of(*nodes, *running, pod) if not repair["run"]["stranded"]]
    assert sum(is_of(repair, "spread field") for repair in repairs) == 2
    assert (is_of(repairs[-1], "plugin off"), repairs[-1]["cost"]) == (True, 50)
