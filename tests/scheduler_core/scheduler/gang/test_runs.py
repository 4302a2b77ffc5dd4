"""Pod groups in a run: members pop together, the log has a cycle for each, and any of them can be computed again."""

from __future__ import annotations

import json

import pytest

from scheduler_core.advice.whatif.answer import Inquiry
from scheduler_core.explain.compare.upgrade.version_run import VersionRun
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import find_version
from scheduler_core.simulation.run.reading_report import reading_report
from scheduler_core.simulation.run.run import simulate
from scheduler_core.simulation.run.scenario import Scenario
from tests.builders import Manifest, make_pod
from tests.scheduler_core.scheduler.gang.groups import (
    GANG,
    NEWEST,
    ROLLED_BACK,
    TOPOLOGY,
    group,
    in_rack,
    members,
    node,
)


def scenario(*objects: Manifest, gates: list[str] = GANG, version: str = "1.36") -> Scenario:
    content = {"objects": list(objects), "config": None, "gates": gates}
    return Scenario.from_content(content, version=find_version(version))


def finished(case: Scenario) -> list[Manifest]:
    return [dict(event) for event in simulate(case) if event["kind"] == "cycle.finished"]


def test_members_pop_together_and_are_bound_in_cycles_of_their_own() -> None:
    solo = make_pod("solo", requests={"cpu": "1"})
    first, *others = members(3)
    log = finished(scenario(group(minimum=3), node("a", "7"), first, solo, *others))
    assert [(event["pod"], event["node"]) for event in log] == [
        ("default/g-0", "a"),
        ("default/g-1", "a"),
        ("default/g-2", "a"),
        ("default/solo", "a"),
    ]


def test_a_group_that_fails_leaves_its_members_pending_with_their_messages() -> None:
    log = finished(scenario(group(minimum=3), node("a"), *members(3)))
    assert [event["node"] for event in log] == [None, None, None]
    assert log[0]["message"] == log[1]["message"] == ROLLED_BACK
    assert "Insufficient cpu" in log[2]["message"]
    assert log[2]["gang"]["condition"]["status"] == "False"


def test_a_group_waits_for_its_victims_and_runs_then() -> None:
    low = make_pod("low", node="a", requests={"cpu": "4"}, priority=0)
    log = finished(scenario(group(), node("a"), low, *members(2, priority=10)))
    assert [event["victims"] for event in log] == [["default/low"], [], [], []]
    assert [event["nominated_node"] for event in log] == ["a", "a", None, None]
    assert [event["node"] for event in log] == [None, None, "a", "a"]


@pytest.mark.parametrize("racks", [False, True])
def test_a_member_is_computed_again_as_it_was_tried(racks: bool) -> None:
    constrained, gates = (in_rack(3), TOPOLOGY) if racks else (group(minimum=3), GANG)
    nodes = [node("a", "3", rack="r0"), node("b", "3", rack="r1"), node("c", "3", rack="r1")]
    case = scenario(constrained, *nodes, *members(3), gates=gates)
    log = json.loads(json.dumps(finished(case)))
    recording = Recording(case, log)
    cycles = [cycle.trace() for cycle in recording.cycles()]
    # each sees those before it: one node fewer has room
    assert [len(cycle["feasible"] or []) for cycle in cycles] == ([1, 0, 0] if racks else [3, 2, 1])
    assert recording.cycle(0).trace() == cycles[0], "an earlier cycle folds the run from its beginning"


def test_without_the_gate_the_group_is_not_used_and_the_report_says_so() -> None:
    case = scenario(group(minimum=3), node("a"), *members(3), gates=[])
    assert [event["node"] for event in finished(case)] == ["a", "a", None]
    (line,) = reading_report(case, [])["missing"]
    assert line.startswith("PodGroup default/g is not used: feature gate GenericWorkload is off")


def test_versions_without_pod_groups_ignore_them() -> None:
    case = scenario(group(minimum=3), node("a"), *members(3), version="1.34")
    assert [event["node"] for event in finished(case)] == ["a", "a", None]
    (line,) = reading_report(case, [])["missing"]
    assert "has no pod groups" in line


def test_gates_are_part_of_the_content_if_there_are_any() -> None:
    assert scenario(node("a")).content()["gates"] == GANG
    assert "gates" not in scenario(node("a"), gates=[]).content()
    again = Scenario.from_content(dict(scenario(node("a")).content()), version=NEWEST)
    assert again.gates == tuple(GANG)


@pytest.mark.parametrize(
    ("gates", "message"),
    [(["GangScheduling"], "needs GenericWorkload"), (["Gangs"], "must be one of GenericWorkload")],
)
def test_a_wrong_gate_is_refused(gates: list[str], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        scenario(node("a"), gates=gates)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({}, "must have one of gang and basic"),
        ({"schedulingPolicy": {"gang": {"minCount": 0}}}, "must be at least 1"),
        ({"schedulingPolicy": {"basic": {}}, "disruptionMode": "All"}, "must be one of Pod, PodGroup"),
        ({"schedulingPolicy": {"basic": {}}, "priorityClassName": "high"}, "high does not exist"),
    ],
)
def test_a_wrong_group_is_refused(spec: Manifest, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        scenario({**group(), "spec": spec})


def inquiry(pod: str) -> Inquiry:
    return Inquiry(Recording.of(scenario(group(minimum=3), node("a"), *members(3))), f"default/{pod}")


def test_what_it_would_take_for_a_member_that_found_no_node() -> None:
    answer = list(inquiry("g-2").answers())[-1]
    assert "cpu" in answer["causes"][0][0]
    assert [repair["run"]["placed"] for repair in answer["repairs"]] == [3, 3], "all members have a node"


def test_a_member_that_was_rolled_back_lacks_nothing_itself() -> None:
    answer = list(inquiry("g-0").answers())[-1]
    assert (answer["causes"], answer["repairs"]) == ([], [])
    assert answer["outside"] == [
        {
            "text": "it fits on a, but its pod group default/g does not as a whole: default/g-2 found no node",
            "certain": True,
        }
    ]


def test_the_upgrade_that_brings_pod_groups_is_named() -> None:
    case = scenario(group(minimum=3), node("a"), *members(3))
    before, after = (VersionRun.of(case, find_version(release), None) for release in ("1.35", "1.36"))
    pods = {f"default/g-{i}" for i in range(2)}
    assert before.deciding_attempts(after.version, pods) == dict.fromkeys(sorted(pods), 1)
    assert all(after.repeats_under(after.version, n) for n in range(3))
    assert after.deciding_attempts(after.version, pods) == {}
