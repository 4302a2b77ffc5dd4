"""Facts that hold, facts that do not and the actual state; seeds and controls."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Recording, Scenario
from scheduler_core.explain.checks.checking import ExpectationResult, check, check_run
from scheduler_core.explain.checks.recorded_run import RecordedRun
from tests.builders import Manifest, affinity, make_node, make_pod, spread
from tests.conformance.vectors import read


def nodes() -> list[Manifest]:
    return [make_node(f"{zone}{n}", zone=zone) for zone in "ab" for n in (1, 2)]


def two_zones() -> list[Manifest]:
    """Return a cluster where web-0 and web-1 run in zone a, web-2 must go to b, and big fits nowhere."""
    return [
        *nodes(),
        make_pod("web-0", node="a1", app="web"),
        make_pod("web-1", node="a2", app="web"),
        make_pod("web-2", app="web", spread=[spread("zone")]),
        make_pod("big", namespace="other", requests={"cpu": "9"}),
    ]


def results(
    objects: list[Manifest], *facts: dict[str, Any], seed: int | None = None
) -> list[ExpectationResult]:
    scenario = Scenario.from_content({"objects": objects, "config": None, "expect": list(facts)})
    return [result.as_json() for result in check(RecordedRun.of(scenario, seed=seed))]


HOLDING: list[dict[str, Any]] = [
    {"pod": "web-2", "node": "b1"},
    {"pod": "web-0", "node": "a1"},  # it was already running
    {"pod": "web-2", "domain": {"zone": "b"}},
    {"pod": "web-2", "pending": False},
    {"pod": "big", "pending": True, "reason": "4 Insufficient cpu"},
    {"pod": "other/big", "pending": True},
    {"pod": "web-2", "feasible": ["b2", "b1"]},
    {"pod": "big", "feasible": []},
    {"pod": "web-2", "rejectedNode": "a1", "reason": "topology spread"},
    {"pod": "web-2", "pluginSkipped": "PodTopologySpread"},
    {"skew": {"key": "zone", "selector": {"app": "web"}, "max": 1}},
    {"counts": {"key": "zone", "selector": {"app": "web"}, "values": {"a": 2, "b": 1}}},
    {"counts": {"key": "zone", "selector": {"app": "web"}, "namespace": "other", "values": {"a": 0}}},
]


def test_facts_hold() -> None:
    checked = results(two_zones(), *HOLDING)
    assert [result["text"] for result in checked if not result["holds"]] == []


@pytest.mark.parametrize(
    ("fact", "actual", "where"),
    [
        ({"pod": "web-2", "node": "a1"}, "b1", ("Result", None, None)),
        ({"pod": "web-9", "node": "a1"}, "not attempted", None),
        ({"pod": "web-2", "node": "b1", "attempt": 2}, "not attempted", None),
        ({"pod": "big", "node": "a1"}, "Pending", ("Result", None, None)),
        ({"pod": "web-2", "domain": {"rack": "r1"}}, "b1, which has no rack", ("Result", None, None)),
        ({"pod": "web-2", "domain": {"zone": "a"}}, "b1, zone=b", ("Result", None, None)),
        ({"pod": "web-2", "pending": True}, "b1", ("Result", None, None)),
        ({"pod": "web-2", "feasible": ["b1"]}, "b1, b2", ("Filter", None, None)),
        ({"pod": "web-2", "rejectedNode": "b1"}, "b1 passes", ("Filter", None, "b1")),
        (
            {"pod": "web-2", "rejectedNode": "a1", "reason": "taint"},
            "PodTopologySpread: node(s) didn't match pod topology spread constraints",
            ("Filter", "PodTopologySpread", "a1"),
        ),
        ({"pod": "web-2", "total": {"b1": 1, "a1": 1}}, "b1=397", ("Total", None, None)),
        (
            {"pod": "web-2", "score": {"plugin": "ImageLocality", "raw": {"b1": 7}}},
            "raw b1=0",
            ("Score", "ImageLocality", None),
        ),
        ({"pod": "web-2", "pluginSkipped": "ImageLocality"}, "ImageLocality: not called", None),
        ({"pod": "web-2", "victims": ["web-0"]}, "evicts nothing", ("Result", None, None)),
        ({"pod": "big", "pdbViolations": {"a1": 0}}, "nothing", ("PostFilter", None, None)),
        ({"skew": {"key": "zone", "selector": {"app": "web"}, "max": 0}}, "skew 1: a=2, b=1", None),
        ({"counts": {"key": "zone", "selector": {}, "values": {"a": 3}}}, "a=2, b=1", None),
    ],
    ids=str,
)
def test_a_fact_that_does_not_hold_has_the_actual_state_and_its_step(
    fact: dict[str, Any], actual: str, where: tuple[str, str | None, str | None] | None
) -> None:
    [checked] = results(two_zones(), fact)
    assert checked["holds"] is False
    assert checked["actual"] == actual
    if where is not None:
        step = checked["where"]
        assert step is not None
        assert (step["point"], step["plugin"], step["node"]) == where


def test_a_control_fails_if_the_constraint_makes_no_difference() -> None:
    objects = [
        *nodes(),
        make_pod("web-0", node="a1", app="web"),
        make_pod("web-1", app="web", spread=[spread("zone")]),
    ]
    needed = {"pod": "web-1", "feasible": ["b1", "b2"], "control": {"without": "topologySpreadConstraints"}}
    idle = {"pod": "web-1", "pending": False, "control": {"without": "topologySpreadConstraints"}}
    checked = results(objects, needed, idle)
    assert [result["holds"] for result in checked] == [True, False]
    assert checked[1]["actual"] == "also without topologySpreadConstraints: a2"


def test_a_control_may_remove_a_part_of_a_field_or_the_configuration() -> None:
    avoiding = affinity("kubernetes.io/hostname", anti=True, app="web")
    objects = [
        make_node("n1"),
        make_pod("web-0", node="n1", app="web"),
        make_pod("web-1", app="web", affinity=avoiding),
    ]
    waiting = {"pod": "web-1", "pending": True}
    checked = results(
        objects,
        {**waiting, "control": {"without": "affinity.podAntiAffinity"}},
        {**waiting, "control": {"without": "affinity.podAffinity"}},
        {**waiting, "control": {"without": "config"}},
    )
    assert [result["holds"] for result in checked] == [True, False, False]


@pytest.mark.parametrize("spec", ["text", [1], 3, {"template": 3}, {"template": {"spec": "text"}}])
@pytest.mark.parametrize("field", ["affinity", "priority.x", "nodeName.a.b", "topologySpreadConstraints.0"])
def test_a_control_that_removes_an_absent_field_changes_nothing(spec: Any, field: str) -> None:
    other = {"kind": "Other", "metadata": {"name": "o"}, "spec": spec}
    pod = make_pod("web", spread=[spread("kubernetes.io/hostname")])
    pod["spec"]["priority"] = 5
    fact = {"pod": "web", "node": "n1", "control": {"without": field}}
    (checked,) = results([make_node("n1"), pod, other], fact)
    assert (checked["holds"], checked["actual"]) == (False, f"also without {field}: n1")


def test_controls_do_not_change_the_scenario() -> None:
    objects = two_zones()
    results(objects, {"pod": "web-2", "node": "b1", "control": {"without": "topologySpreadConstraints"}})
    assert objects == two_zones()


def test_a_winner_that_a_tie_decides_is_not_stable() -> None:
    tied = [make_node("n1"), make_node("n2"), make_pod("p")]
    checked = results(tied, {"pod": "p", "stable": 10}, {"pod": "p", "node": "n1", "seeds": 10})
    assert [result["holds"] for result in checked] == [False, False]
    assert "n2 with seed" in checked[0]["actual"]
    assert "n2 with seed" in checked[1]["actual"]
    not_tied = [*tied, make_pod("q", node="n2", requests={"cpu": "1"})]
    assert [result["holds"] for result in results(not_tied, {"pod": "p", "stable": 10})] == [True]


def test_expectations_that_need_a_cycle_stay_open_after_the_time_limit() -> None:
    content = {"objects": two_zones(), "config": None}
    facts = [
        {"pod": "web-2", "node": "b1", "seeds": 2},
        {"pod": "web-2", "node": "a1", "seeds": 2},
        {"pod": "web-2", "feasible": ["b1", "b2"]},
        {"pod": "web-2", "node": "b1"},
    ]
    scenario = Scenario.from_content({**content, "expect": facts})
    checked = check_run(Recording.of(scenario), seconds=-1)
    assert [result["holds"] for result in checked] == [None, False, None, True]


def test_facts_are_checked_with_the_version_of_the_run() -> None:
    scenario = Scenario.from_content(read("edge-cases")["image-locality"]["scenario"])
    nodes = {v: RecordedRun.of(scenario, kubernetes_version=v).node_of("p0") for v in ("1.27", "1.34")}
    assert nodes["1.27"] != nodes["1.34"]
