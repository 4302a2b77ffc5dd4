"""What the cycle of a pod group does where it is easy to get wrong, by the numbers F1 to F13 of what was recorded."""

from __future__ import annotations

from tests.builders import Manifest, affinity, make_pod, with_spec
from tests.conformance.test_behaviours_devices import CLASS, claim, gpu, pool
from tests.scheduler_core.scheduler.gang.groups import (
    PREEMPTION,
    ROLLED_BACK,
    TOPOLOGY,
    gang,
    group,
    in_rack,
    member,
    members,
    messages,
    node,
    placed,
    traces,
)

NO_ROOM = "0/1 nodes are available: 1 Insufficient cpu."
GATE = [{"name": "example.com/wait"}]


def victim(name: str, on: str, cpu: str = "2", priority: int = 0) -> Manifest:
    return make_pod(name, node=on, requests={"cpu": cpu}, priority=priority)


# F1: members one after another, without a search over them
SMALL = [member("g-small", "1"), with_spec(member("g-big", "5"), nodeSelector={"size": "large"})]
UNEQUAL = [group(), node("a", "5", size="large"), node("b", "1")]


def test_f1_the_first_member_takes_the_only_node_of_the_second() -> None:
    cycle = gang(*UNEQUAL, *SMALL, first="g-small")
    assert cycle["code"] == "Unschedulable"
    assert placed(cycle) == {"g-small": "a"}


def test_f1_the_other_order_works() -> None:
    cycle = gang(*UNEQUAL, *SMALL, first="g-big")
    assert cycle["bound"] == {"default/g-big": "a", "default/g-small": "b"}


def test_f1_members_are_tried_by_priority_first() -> None:
    small, big = SMALL[0], with_spec(SMALL[1], priority=10)
    assert gang(*UNEQUAL, small, big, first="g-small")["members"] == ["default/g-big", "default/g-small"]


def test_f1_anti_affinity_of_a_member_is_not_seen_on_a_node_that_had_none() -> None:
    """The scheduler does not renew the list of nodes whose pods have terms."""
    repels = member("g-0", "1", app="g", affinity=affinity("kubernetes.io/hostname", anti=True, app="g"))
    cycle = gang(group(), node("a"), repels, member("g-1", "1", app="g"))
    assert placed(cycle) == {"g-0": "a", "g-1": "a"}


# F2: Permit
def test_f2_permit_waits_until_enough_members_have_a_node() -> None:
    cycle = gang(group(), node("a", "8"), *members(3))
    assert [result["permit"]["code"] for result in cycle["results"]] == ["Wait", "Success", "Success"]


def test_f2_members_beyond_the_minimum_are_bound_if_they_fit() -> None:
    cycle = gang(group(), node("a", "6"), *members(4))
    assert list(cycle["bound"]) == ["default/g-0", "default/g-1", "default/g-2"]
    assert list(messages(cycle)) == ["g-3"]


def test_f2_a_member_that_does_not_fit_stops_no_other() -> None:
    cycle = gang(group(), node("a"), member("g-0", "8"), member("g-1"), member("g-2"))
    assert list(cycle["bound"]) == ["default/g-1", "default/g-2"]


# F3: messages
def test_f3_a_rolled_back_member_has_the_text_of_its_group_the_other_its_own() -> None:
    texts = messages(gang(group(minimum=3), node("a"), *members(3)))
    assert texts["g-0"] == texts["g-1"] == ROLLED_BACK
    assert texts["g-2"].startswith(NO_ROOM)


def test_f3_nothing_stays_behind() -> None:
    solo = make_pod("solo", requests={"cpu": "4"})
    _, after = traces(group(minimum=3), node("a"), *members(3), solo, schedule=["g-0", "solo"])
    assert after["selected"] == "a"


# F4: PreEnqueue
def test_f4_too_few_members_do_not_enter_the_queue() -> None:
    (entry,) = traces(group(minimum=3), node("a"), *members(2), schedule=["g-0"])
    assert entry["preEnqueue"]["GangScheduling"]["reasons"] == [
        "waiting for minCount pods from a gang to appear in scheduling queue"
    ]


def test_f4_a_group_that_does_not_exist_is_waited_for() -> None:
    (entry,) = traces(node("a"), *members(1), schedule=["g-0"])
    assert entry["preEnqueue"]["GangScheduling"]["reasons"] == [
        'waiting for pods\'s pod group "g" to appear in scheduling queue'
    ]


def test_f4_gated_members_are_counted_and_not_tried() -> None:
    gated = with_spec(member("g-2"), schedulingGates=GATE)
    cycle = gang(group(minimum=3), node("a", "8"), *members(2), gated)
    assert cycle["notInQueue"] == ["default/g-2"]
    assert messages(cycle) == {"g-0": ROLLED_BACK, "g-1": ROLLED_BACK}


# F5: the condition
def test_f5_the_condition_never_goes_back_from_true() -> None:
    first, second = traces(group(), node("a"), *members(3), schedule=["g-0", "g-2"])
    assert second["gang"]["code"] == "Unschedulable"
    assert (
        first["gang"]["condition"] == second["gang"]["condition"] == {"status": "True", "reason": "Scheduled"}
    )


# F6 and F7: each member preempts for itself
CROWDED = [node("a"), node("b"), victim("low-a", "a", "4"), victim("low-b", "b", "4", priority=10)]


def test_f6_a_victim_goes_even_if_the_group_fails() -> None:
    objects = [group(), *CROWDED, *members(2, "4", priority=10)]
    first, second = traces(*objects, schedule=["g-0", "g-0"])
    assert first["gang"]["victims"] == ["default/low-a"]
    assert "waitingOnPreemption" not in first["gang"]
    assert messages(first["gang"])["g-0"] == ROLLED_BACK
    assert placed(second["gang"]) == {"g-0": "a"}


def test_f6_the_next_member_may_name_the_same_victim() -> None:
    cycle = gang(group(), node("a"), victim("low", "a", "4"), *members(2, priority=10))
    assert [result["victims"] for result in cycle["results"]] == [["default/low"], ["default/low"]]
    assert cycle["victims"] == ["default/low"]


def test_f7_the_group_waits_for_preemption_and_is_bound_by_the_next_cycle() -> None:
    objects = [group(), node("a"), victim("low", "a", "4"), *members(2, priority=10)]
    first, second = traces(*objects, schedule=["g-0", "g-1"])
    assert first["gang"]["message"] == (
        "pod group is unschedulable, pod group is waiting for preemption to complete"
    )
    assert [entry["nominatedNode"] for entry in first["gang"]["rejected"]] == ["a", "a"]
    assert second["gang"]["bound"] == {"default/g-0": "a", "default/g-1": "a"}


# F8 and F9: preemption for the group as a whole
def test_f8_members_do_not_preempt_and_the_group_spares_whom_it_can() -> None:
    cycle = gang(
        *(group(priority=10), node("a"), node("b")),
        *(victim("low-a", "a", "4"), victim("low-b", "b", "4"), victim("lower", "b", "0", priority=-5)),
        *members(2, priority=10),
        gates=PREEMPTION,
    )
    assert "not eligible due to workload aware preemption enabled" in messages(cycle)["g-0"]
    assert cycle["waitingOnPreemption"]
    assert cycle["victims"] == ["default/low-b"]


def test_f8_the_priority_of_the_group_decides() -> None:
    cycle = gang(
        group(priority=0), node("a"), victim("low", "a", "4"), *members(2, priority=10), gates=PREEMPTION
    )
    assert "victims" not in cycle


def test_f8_pods_of_a_group_go_together_if_it_says_so() -> None:
    together = group("v", minimum=None, disruptionMode="PodGroup", priority=0)
    running = [with_spec(member(f"v-{i}", of="v"), nodeName=name) for i, name in enumerate("ab")]
    cycle = gang(
        *(group(minimum=1, priority=10), together, node("a", "2"), node("b", "2")),
        *(*running, member("g-0", priority=10)),
        gates=PREEMPTION,
    )
    assert cycle["victims"] == ["default/v-0", "default/v-1"]


def test_f8_it_runs_only_if_the_group_as_a_whole_fails() -> None:
    cycle = gang(
        *(group(minimum=1, priority=10), node("a"), victim("low", "a")),
        *members(2, priority=10),
        gates=PREEMPTION,
    )
    assert list(cycle["bound"]) == ["default/g-0"]
    assert "victims" not in cycle


def test_f8_topology_constraints_rule_it_out() -> None:
    cycle = gang(
        *(in_rack(priority=10), node("a", rack="r"), victim("low", "a", "4")),
        *members(2, priority=10),
        gates=[*TOPOLOGY, "WorkloadAwarePreemption"],
    )
    assert cycle["message"].endswith(
        "workload aware preemption is not supported for pod groups with scheduling constraints"
    )


def test_f9_a_preemption_that_fails_doubles_the_text() -> None:
    cycle = gang(
        *(group(minimum=3, priority=10), node("a"), victim("low", "a")),
        *members(3, priority=10),
        gates=PREEMPTION,
    )
    assert cycle["message"] == "pod group is unschedulable, pod group is unschedulable"


# F10 and F11: placements
RACKS = [node("a", "6", rack="r0"), node("b", rack="r1"), node("c", rack="r1"), node("d", "64")]


def test_f10_all_members_run_in_one_placement() -> None:
    cycle = gang(in_rack(minimum=4), *RACKS, *members(4), gates=TOPOLOGY)
    assert [(p["name"], p["code"]) for p in cycle["placements"]] == [
        ("r0", "Unschedulable"),
        ("r1", "Success"),
    ]
    assert set(cycle["bound"].values()) == {"b", "c"}


def test_f10_the_placement_with_more_members_and_less_room_left_wins() -> None:
    cycle = gang(in_rack(), *RACKS, *members(4), gates=TOPOLOGY)
    scores = cycle["placementScores"]
    assert [scores[name]["PodGroupPodsCount"] for name in ("r0", "r1")] == [75, 100]
    assert set(cycle["bound"].values()) == {"b", "c"}


def test_f10_bound_members_fix_the_placement() -> None:
    running = with_spec(member("g-9"), nodeName="a")
    cycle = gang(in_rack(), *RACKS, *members(2), running, gates=TOPOLOGY)
    assert [p["name"] for p in cycle["placements"]] == ["r0"]


def test_f10_without_a_placement_nobody_is_tried() -> None:
    cycle = gang(in_rack(), node("a"), *members(2), gates=TOPOLOGY)
    assert (cycle["message"], cycle["results"]) == ("no feasible placements found", [])


def test_f10_if_none_works_the_first_placement_speaks() -> None:
    cycle = gang(in_rack(minimum=5), *RACKS, *members(5), gates=TOPOLOGY)
    assert cycle["message"] == (
        "0/2 placements are available, first placement status: pod group is unschedulable"
    )
    assert placed(cycle) == {"g-0": "a", "g-1": "a", "g-2": "a"}


def test_f10_without_constraint_there_is_one_placement_of_all_nodes() -> None:
    (placement,) = gang(group(), *RACKS, *members(2), gates=TOPOLOGY)["placements"]
    assert (placement["name"], len(placement["nodes"])) == ("", len(RACKS))


def test_f11_members_of_a_group_with_constraints_do_not_preempt() -> None:
    objects = [in_rack(), node("a", rack="r"), victim("low", "a", "4"), *members(2, priority=10)]
    assert messages(gang(*objects, gates=TOPOLOGY))["g-0"].endswith(
        "preemption: not eligible due to placement-based pod group scheduling limitation"
    )


# F12: policy basic
def test_f12_policy_basic_binds_whoever_fits() -> None:
    cycle = gang(group(minimum=None), node("a"), *members(3))
    assert list(cycle["bound"]) == ["default/g-0", "default/g-1"]


# F13: claims
def uses(name: str, pod: Manifest) -> Manifest:
    return with_spec(pod, resourceClaims=[{"name": "c", "resourceClaimName": name}])


def test_f13_devices_of_a_member_are_in_use_for_the_next_and_given_back() -> None:
    devices = [CLASS, pool(gpu("gpu-0"))]
    claims = [claim(f"c{i}") for i in range(2)]
    pods = [uses(f"c{i}", member(f"g-{i}", "1")) for i in range(2)]
    solo = uses("c1", make_pod("solo"))
    first, second = traces(group(), node("a"), *devices, *claims, *pods, solo, schedule=["g-0", "solo"])
    assert placed(first["gang"]) == {"g-0": "a"}
    assert second["selected"] == "a"


def test_f13_a_claim_of_two_members_lets_the_second_fail_in_pre_bind() -> None:
    devices = [CLASS, pool(gpu("gpu-0")), claim("shared")]
    pods = [uses("shared", member(f"g-{i}")) for i in range(2)]
    cycle = gang(group(), node("a", "2"), node("b", "2"), *devices, *pods)
    assert placed(cycle) == {"g-0": "a", "g-1": "b"}, "the device of the claim is on node a"
    assert cycle["bound"] == {"default/g-0": "a"}
    assert cycle["preBindFailed"]["default/g-1"]["reasons"] == [
        "claim default/shared got allocated elsewhere in the meantime"
    ]
