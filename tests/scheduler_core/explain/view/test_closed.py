"""A domain that counts and can never take the pod: it is marked, and nothing hopeless is advised."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Cycle, Recording, Scenario
from scheduler_core.explain.view.arrays import unpack
from tests.builders import make_node, make_pod, spread

DEDICATED = {"key": "dedicated", "value": "batch", "effect": "NoSchedule"}


def first_cycle(nodes: list[dict[str, Any]], pods: list[dict[str, Any]]) -> Cycle:
    return Recording.of(Scenario.from_content({"objects": [*nodes, *pods]})).cycle(0)


def answers(*nodes: dict[str, Any], **constraint: Any) -> tuple[dict[str, Any], list[Any]]:
    """The closed nodes, and the changes tried for node a, where a and b run a matching pod each."""
    pods = [make_pod(f"old-{name}", node=name, app="web") for name in ("a", "b")]
    pods.append(make_pod("new", app="web", spread=[spread("zone", **constraint)]))
    cycle = first_cycle(list(nodes), pods)
    fact: Any = cycle.fact("remedies:a")
    assert fact["plugin"] == "PodTopologySpread"
    return unpack(cycle.columns())["closed"], fact["changes"]


def zones(**third: Any) -> list[dict[str, Any]]:
    """Three zones of a node each; the third is made by these options."""
    return [make_node("a", zone="a"), make_node("b", zone="b"), make_node("control", zone="c", **third)]


def kinds(changes: list[Any]) -> list[str]:
    return [change.get("field", change["kind"]) for change in changes]


@pytest.mark.parametrize(
    ("third", "reason"),
    [
        ({"taints": [DEDICATED]}, {"plugin": "TaintToleration", "operand": "dedicated=batch:NoSchedule"}),
        (
            {"unschedulable": True},
            {"plugin": "NodeUnschedulable", "operand": "node(s) were unschedulable"},
        ),
    ],
)
def test_a_domain_out_of_reach_is_closed_and_no_pod_is_advised_there(
    third: dict[str, Any], reason: dict[str, str]
) -> None:
    closed, changes = answers(*zones(**third))
    assert closed["by"].tolist() == [-1, -1, 0]
    assert closed["reasons"] == [reason]
    assert "pods" not in kinds(changes)


def test_the_policy_that_leaves_the_domain_out_comes_first_then_an_affinity() -> None:
    _, changes = answers(*zones(taints=[DEDICATED]))
    assert kinds(changes)[:3] == ["nodeTaintsPolicy", "affinity", "maxSkew"]
    assert changes[1]["requirement"] == {"key": "zone", "operator": "NotIn", "values": ["c"]}
    assert all(change["passes"] for change in changes[:3])


def test_a_domain_of_which_one_node_is_open_takes_the_pod() -> None:
    nodes = [*zones(taints=[DEDICATED]), make_node("free", zone="c", cpu="1")]
    crowded = make_pod("crowded", node="free", requests={"cpu": "1"})
    pods = [make_pod(f"old-{name}", node=name, app="web") for name in ("a", "b")]
    new = make_pod("new", app="web", requests={"cpu": "1"}, spread=[spread("zone")])
    cycle = first_cycle(nodes, [*pods, crowded, new])
    fact: Any = cycle.fact("remedies:a")
    assert "pods" in kinds(fact["changes"])  # room may come
    assert "affinity" not in kinds(fact["changes"])


def test_a_node_that_is_too_small_when_empty_is_closed_and_a_full_one_is_not() -> None:
    nodes = [make_node("small", cpu="1"), make_node("full", cpu="4"), make_node("idle", cpu="4")]
    pods = [make_pod("old", node="full", requests={"cpu": "4"}), make_pod("new", requests={"cpu": "2"})]
    cycle = first_cycle(nodes, pods)
    columns = unpack(cycle.columns())
    assert [columns["nodes"][i] for i in (columns["closed"]["by"] >= 0).nonzero()[0]] == ["small"]
    assert columns["closed"]["reasons"] == [{"plugin": "NodeResourcesFit", "operand": "Insufficient cpu"}]


def test_a_policy_that_changes_nothing_is_not_advised() -> None:
    nodes = [
        *zones(),
        make_node("gpu", taints=[DEDICATED]),
    ]  # the tainted node has no zone, and counts nowhere
    nodes[2] = make_node("control", zone="c", cpu="0")
    pods = [make_pod(f"old-{name}", node=name, app="web") for name in ("a", "b")]
    new = make_pod("new", app="web", requests={"cpu": "1"}, spread=[spread("zone")])
    cycle = first_cycle(nodes, [*pods, new])
    fact: Any = cycle.fact("remedies:a")
    assert "nodeTaintsPolicy" not in kinds(fact["changes"])
    assert kinds(fact["changes"])[0] == "affinity"


def test_a_domain_that_the_selector_excludes_is_left_out_by_the_affinity_policy() -> None:
    nodes = [
        make_node("a", zone="a", disk="ssd"),
        make_node("b", zone="b", disk="ssd"),
        make_node("control", zone="c"),
    ]
    pods = [make_pod(f"old-{name}", node=name, app="web") for name in ("a", "b")]
    new = make_pod("new", app="web", spread=[spread("zone", nodeAffinityPolicy="Ignore")])
    new["spec"]["nodeSelector"] = {"disk": "ssd"}
    cycle = first_cycle(nodes, [*pods, new])
    fact: Any = cycle.fact("remedies:a")
    first = fact["changes"][0]
    assert (first["field"], first["value"], first["passes"]) == ("nodeAffinityPolicy", "Honor", True)
    assert "pods" not in kinds(fact["changes"])
