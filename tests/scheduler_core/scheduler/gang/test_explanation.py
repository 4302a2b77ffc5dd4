"""The record of a group's cycle for explanation, and the search for another order."""

from __future__ import annotations

import pytest

from scheduler_core.explain.view.gangs import GangView, OrderView
from scheduler_core.explain.view.recording import Recording
from tests.builders import Manifest, make_pod, with_spec
from tests.scheduler_core.scheduler.gang.groups import (
    GANG,
    PREEMPTION,
    TOPOLOGY,
    group,
    in_rack,
    member,
    members,
    node,
)
from tests.scheduler_core.scheduler.gang.test_runs import scenario


def recording(*objects: Manifest, gates: list[str] = GANG) -> Recording:
    return Recording.of(scenario(*objects, gates=gates))


def view(*objects: Manifest, gates: list[str] = GANG, cycle: int = 0) -> GangView:
    answer = recording(*objects, gates=gates).gang(cycle)
    assert answer is not None
    return answer


def order(*objects: Manifest, gates: list[str] = GANG) -> OrderView:
    answer = recording(*objects, gates=gates).another_order(0)
    assert answer is not None
    return answer


SMALL, BIG = member("g-0", "1"), with_spec(member("g-1", "5"), nodeSelector={"size": "large"})
UNEQUAL = [group(), node("a", "5", size="large"), node("b", "1")]


def test_the_first_member_that_breaks_the_gang_with_the_plugin_of_each_node() -> None:
    gang = view(*UNEQUAL, SMALL, BIG)
    breaks = gang["breaks"]
    assert breaks is not None
    assert (breaks["member"], breaks["pod"], breaks["without"]) == (1, "default/g-1", False)
    assert [(entry["node"], entry["plugin"]) for entry in breaks["nodes"]] == [
        ("a", "NodeResourcesFit"),
        ("b", "NodeAffinity"),
    ]
    assert gang["rolled_back"] == ["default/g-0"]
    assert gang["missing"] == {"min_count": 2, "before": 0, "placed": 1, "missing": 1}


def test_members_by_nodes_in_the_order_tried() -> None:
    gang = view(*UNEQUAL, SMALL, BIG, cycle=1)
    assert [
        (member_view["pod"], member_view["cycle"], member_view["outcome"]) for member_view in gang["members"]
    ] == [
        ("default/g-0", 0, "rolled_back"),
        ("default/g-1", 1, "unschedulable"),
    ]
    fit, affinity = (gang["plugins"].index(name) + 1 for name in ("NodeResourcesFit", "NodeAffinity"))
    assert [member_view["cells"] for member_view in gang["members"]] == [[0, 0], [fit, affinity]]
    assert [reason["plugin"] for reason in gang["members"][1]["reasons"]] == [
        "NodeAffinity",
        "NodeResourcesFit",
    ]


def test_a_schedulable_gang_may_have_a_member_that_breaks_nothing() -> None:
    gang = view(group(), node("a"), *members(3))
    assert gang["breaks"] is not None
    assert gang["breaks"]["without"]
    assert [member_view["outcome"] for member_view in gang["members"]] == ["bound", "bound", "unschedulable"]


def test_victims_in_vain() -> None:
    crowded = [
        make_pod(f"low-{n}", node=n, requests={"cpu": "4"}, priority=p) for n, p in (("a", 0), ("b", 10))
    ]
    objects = [group(), node("a"), node("b"), *crowded, *members(2, "4", priority=10)]
    assert view(*objects)["victims"] == {
        "by": "members",
        "pods": ["default/low-a"],
        "in_vain": True,
        "reprieved": [],
    }


def test_victims_of_the_group_and_those_who_stay() -> None:
    crowded = [make_pod(f"low-{n}", node=n, requests={"cpu": "4"}) for n in "ab"]
    objects = [group(priority=10), node("a"), node("b"), *crowded, *members(2, priority=10)]
    victims = view(*objects, gates=PREEMPTION)["victims"]
    assert victims is not None
    assert (victims["by"], victims["in_vain"]) == ("group", False)
    assert sorted(victims["pods"] + victims["reprieved"]) == ["default/low-a", "default/low-b"]


def test_placements_side_by_side() -> None:
    racks = [node("a", "6", rack="r0"), node("b", rack="r1"), node("c", rack="r1")]
    gang = view(in_rack(4), *racks, *members(4), gates=TOPOLOGY)
    assert [(p["name"], p["chosen"], p["placed"], p.get("breaks")) for p in gang["placements"]] == [
        ("r0", False, 3, "default/g-3"),
        ("r1", True, 4, None),
    ]
    scored = view(in_rack(2), *racks, *members(4), gates=TOPOLOGY)
    assert [p["scores"]["PodGroupPodsCount"] for p in scored["placements"]] == [75, 100]


def test_a_pod_without_group_has_no_such_record() -> None:
    run = recording(node("a"), make_pod("solo"))
    assert (run.gang(0), run.another_order(0)) == (None, None)


# another order


def test_another_order_would_work_with_the_placement_as_proof() -> None:
    answer = order(*UNEQUAL, SMALL, BIG)
    assert answer["order"] == ["default/g-1", "default/g-0"]
    assert answer["nodes"] == {"default/g-1": "a", "default/g-0": "b"}
    assert answer["respects_priority"]


def test_an_order_against_the_priorities_is_marked() -> None:
    answer = order(*UNEQUAL, with_spec(SMALL, priority=5), BIG)
    assert (answer["found"], answer["respects_priority"]) == (True, False)


def test_all_orders_of_few_kinds_are_tried() -> None:
    answer = order(*UNEQUAL, SMALL, with_spec(BIG, nodeSelector={"size": "huge"}))
    assert (answer["found"], answer["exhausted"], answer["tried"]) == (False, True, 2)


def test_members_of_one_kind_have_one_order() -> None:
    answer = order(group(minimum=3), node("a"), *members(3))
    assert (answer["found"], answer["exhausted"], answer["tried"]) == (False, True, 1)


def test_too_many_orders_are_not_proven() -> None:
    unequal = [member(f"g-{i}", f"{1000 + i}m") for i in range(8)]
    answer = order(group(minimum=8), node("a", "8"), *unequal)
    assert (answer["found"], answer["exhausted"]) == (False, False)
    assert answer["tried"] <= 300


@pytest.mark.parametrize("gates", [TOPOLOGY])
def test_another_order_is_looked_for_in_each_placement(gates: list[str]) -> None:
    racks = [node("a", "5", rack="r", size="large"), node("b", "1", rack="r"), node("c", "1", rack="s")]
    answer = order(in_rack(), *racks, SMALL, BIG, gates=gates)
    assert (answer["placement"], answer["nodes"]["default/g-1"]) == ("r", "a")
