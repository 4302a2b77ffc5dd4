"""PodTopologySpread where it is easy to get wrong; each test says what v1.34.1 does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scheduler_core import Recording, Scenario
from scheduler_core.kubernetes.golang import round_half_away
from scheduler_core.scheduler.plugins.podtopologyspread.contract import HardSpreadConstraint
from tests.builders import make_node, make_pod, make_service, spread, with_labels
from tests.conformance.cycles import cycles, last_cycle

NOT_MATCHED = "node(s) didn't match pod topology spread constraints"
ZONE = "topology.kubernetes.io/zone"
HOST = "kubernetes.io/hostname"


def web(node: str, count: int, **options: Any) -> list[dict[str, Any]]:
    """Running pods with app=web."""
    return [make_pod(f"{node}-web-{i}", node=node, app="web", **options) for i in range(count)]


def spread_ledger(objects: list[dict[str, Any]]) -> HardSpreadConstraint:
    """The first hard constraint as the workbench shows it."""
    scenario = Scenario.from_content({"objects": objects})
    ledger = Recording.of(scenario).cycle(0).view()["spread"]
    assert ledger is not None
    return ledger["filter"][0]


def spread_scores(*objects: dict[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
    cycle = last_cycle(*objects)
    return cycle["score"]["PodTopologySpread"], cycle["normalized"]["PodTopologySpread"]


@pytest.mark.parametrize(
    ("selector", "feasible", "counted", "self_match"),
    [
        ({"labelSelector": {"matchLabels": {"app": "web"}}}, ["b1"], 2, 1),
        ({"labelSelector": {}}, ["a1", "b1"], 0, 1),
        ({}, ["a1", "b1"], 0, 0),
    ],
    ids=["labels", "empty", "nil"],
)
def test_an_empty_selector_counts_no_pods_but_matches_the_pod_itself_and_a_nil_selector_matches_nothing(
    selector: dict[str, Any], feasible: list[str], counted: int, self_match: int
) -> None:
    constraint = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule", **selector}
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b")]
    objects = [*nodes, *web("a1", 2), make_pod("p", app="web", spread=[constraint])]
    assert last_cycle(*objects)["feasible"] == feasible
    ledger = spread_ledger(objects)
    assert {d["value"]: d["count"] for d in ledger["domains"]} == {"a": counted, "b": 0}
    assert ledger["self_match"] == self_match


@pytest.mark.parametrize(("soft", "feasible"), [(False, ["b1"]), (True, ["a1"])], ids=["hard", "soft"])
def test_a_node_without_one_key_of_the_hard_set_counts_for_none_of_it_and_the_soft_set_is_separate(
    soft: bool, feasible: list[str]
) -> None:
    nodes = [
        make_node("a1", zone="a", rack="r1"),
        make_node("b1", zone="b", rack="r2"),
        make_node("b2", zone="b", unschedulable=True),
    ]
    pod = make_pod("p", app="web", spread=[spread("zone"), spread("rack", max_skew=5, soft=soft)])
    assert last_cycle(*nodes, *web("a1", 1), *web("b2", 2), pod)["feasible"] == feasible


@pytest.mark.parametrize(
    ("keys", "code", "reason"),
    [
        (["zone", "rack"], "Unschedulable", NOT_MATCHED),
        (["rack", "zone"], "UnschedulableAndUnresolvable", f"{NOT_MATCHED} (missing required label)"),
    ],
)
def test_constraints_are_checked_in_order_so_a_skew_comes_before_a_later_missing_label(
    keys: list[str], code: str, reason: str
) -> None:
    nodes = [
        make_node("a1", zone="a", rack="r1"),
        make_node("a2", zone="a"),
        make_node("b1", zone="b", rack="r2"),
    ]
    pod = make_pod("p", app="web", spread=[spread(key) for key in keys])
    cycle = last_cycle(*nodes, *web("a1", 1), pod)
    assert cycle["filter"]["a2"]["PodTopologySpread"] == {"code": code, "reasons": [reason]}


def test_terminating_pods_do_not_count_in_the_skew() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b")]
    pod = make_pod("p", app="web", spread=[spread("zone")])
    assert last_cycle(*nodes, *web("a1", 2, terminating=True), pod)["feasible"] == ["a1", "b1"]


def test_the_dry_run_subtracts_terminating_pods_so_preemption_succeeds_and_deletes_nothing() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b", unschedulable=True)]
    leaving = make_pod("leaving", node="a1", app="web", priority=0, terminating=True)
    pod = make_pod("p", app="web", priority=10, spread=[spread("zone")])
    result = last_cycle(*nodes, *web("a1", 1, priority=10), leaving, pod)["postFilter"]
    assert (result["code"], result["nominatedNode"]) == ("Success", "a1")
    assert result["candidates"]["a1"]["victims"] == ["default/leaving"]
    assert "victims" not in result


def test_the_dry_run_subtracts_terminating_pods_so_victims_can_be_too_few() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b", unschedulable=True)]
    old, new = web("a1", 2, priority=0)
    old["status"] = {"startTime": "2025-01-01T00:00:00Z"}
    new["status"] = {"startTime": "2025-01-02T00:00:00Z"}
    leaving = make_pod("leaving", node="a1", app="web", priority=0, terminating=True)
    leaving["status"] = {"startTime": "2025-01-03T00:00:00Z"}
    pod = make_pod("p", app="web", priority=10, spread=[spread("zone")])
    first, second = cycles(*nodes, old, new, leaving, pod, schedule=["default/p", "default/p"])
    assert first["postFilter"]["victims"] == ["default/a1-web-1"]
    assert second["nominatedNodeTried"] == {"node": "a1", "fits": False}
    assert second["filter"]["a1"]["PodTopologySpread"]["reasons"] == [NOT_MATCHED]


def test_the_score_weighs_counts_of_all_eligible_nodes_by_the_domains_of_feasible_ones() -> None:
    nodes = [
        make_node("a1", zone="a"),
        make_node("a2", zone="a", unschedulable=True),
        make_node("b1", zone="b"),
        make_node("c1", zone="c", unschedulable=True),
    ]
    pod = make_pod("p", app="web", spread=[spread("zone", soft=True, max_skew=2)])
    raw, _ = spread_scores(*nodes, *web("a1", 4), *web("a2", 1), *web("b1", 1), pod)
    # 5·ln(2+2) + 1 = 7.93, rounded up; 1·ln(2+2) + 1 = 2.39. With zone c it would be 9.05.
    assert raw == {"a1": 8, "b1": 2}


def test_the_score_of_the_hostname_key_counts_the_pods_of_the_node_itself() -> None:
    nodes = [make_node("n1"), make_node("n2"), make_node("n3", unschedulable=True)]
    pod = make_pod("p", app="web", spread=[spread(HOST, soft=True, max_skew=3)])
    raw, _ = spread_scores(*nodes, *web("n1", 3), *web("n2", 1), *web("n3", 7), pod)
    # 3·ln(2+2) + 2 = 6.16, 1·ln(2+2) + 2 = 3.39
    assert raw == {"n1": 6, "n2": 3}


def test_the_sum_of_the_score_is_rounded_half_away_from_zero() -> None:
    assert round_half_away(np.array([0.5, 1.5, 2.5, 2.4, -2.5])).tolist() == [1, 2, 3, 2, -3]


def test_nodes_that_the_soft_score_ignores_get_0_and_the_others_an_integer_quotient() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b"), make_node("x1")]
    pod = make_pod("p", app="web", spread=[spread("zone", soft=True)])
    raw, normalized = spread_scores(*nodes, *web("a1", 4), *web("b1", 1), pod)
    assert (raw["a1"], raw["b1"]) == (6, 1)
    assert normalized == {"a1": 100 * (6 + 1 - 6) // 6, "b1": 100, "x1": 0}  # 16, not 16.7 or 17


def test_a_maximum_of_0_gives_100_to_all_but_the_ignored_nodes() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", zone="b"), make_node("x1")]
    pod = make_pod("p", app="web", spread=[spread("zone", soft=True)])
    _, normalized = spread_scores(*nodes, pod)
    assert normalized == {"a1": 100, "b1": 100, "x1": 0}


def default_spread_cluster() -> list[dict[str, Any]]:
    """A service whose pods run in zone a (2) and on nodes without zone (3 and 1)."""
    nodes = [with_labels(make_node("a1"), {ZONE: "a"}), make_node("x1"), make_node("x2")]
    return [*nodes, make_service("web", app="web"), *web("a1", 2), *web("x1", 3), *web("x2", 1)]


def test_system_defaults_count_nodes_without_a_zone_as_one_domain_whose_term_is_not_scored() -> None:
    raw, _ = spread_scores(*default_spread_cluster(), make_pod("p", app="web"))
    # a1: 2·ln(2+2) + 4 for the zone, 2·ln(3+2) + 2 for the host: 11.99. Others have the host's part only.
    assert raw == {"a1": 12, "x1": 7, "x2": 4}


def test_any_constraint_of_the_pods_own_even_a_soft_one_turns_the_defaults_off() -> None:
    own = spread(HOST, soft=True, labelSelector={"matchLabels": {"app": "nobody"}})
    raw, _ = spread_scores(*default_spread_cluster(), make_pod("p", app="web", spread=[own]))
    assert raw == {"a1": 0, "x1": 0, "x2": 0}
