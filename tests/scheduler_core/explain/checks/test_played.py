"""Expectations of a play: what holds, what is actually the case, seeds and controls."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Scenario, play
from scheduler_core.explain.checks.checking import Result, check, of_run
from scheduler_core.explain.checks.played import check_steps
from scheduler_core.explain.checks.recorded_run import RecordedRun
from tests.scheduler_core.simulation.daytwo.clusters import HOSTNAME, ZONE, apart, node, spread, workload

Entry = dict[str, Any]
THREE = tuple(node(f"n{i}") for i in (1, 2, 3))
ZONES = tuple(node(f"{zone}{i}", zone=zone) for i in (1, 2) for zone in "abc")
WEB = {"key": HOSTNAME, "selector": {"app": "web"}}
ROLLOUT = {"rollout": "web", "image": "web:1.5"}
EVEN_ONCE = workload(replicas=5, pod=spread(HOSTNAME))
HANGING = workload(replicas=3, pod=apart())
SOFT = workload(replicas=6, pod=spread(ZONE, whenUnsatisfiable="ScheduleAnyway"))
OUTAGE = [{"lose": {"key": ZONE, "value": "a"}}, {"restore": {"key": ZONE, "value": "a"}}]


def checked(objects: list[Entry], steps: list[Entry], *facts: Entry, seed: int = 1) -> list[Result]:
    content = {"objects": objects, "steps": steps, "expect": list(facts)}
    return check_steps(play(Scenario.from_content(content), seed=seed))


# The cluster, the steps, the fact, and what is actually the case, with whether it holds.
CASES: dict[str, tuple[list[Entry], list[Entry], Entry, bool, str]] = {
    "a rollout that ends even": (
        [*THREE, EVEN_ONCE],
        [ROLLOUT],
        {"heals": "web"},
        True,
        f"skew({HOSTNAME}) 1, maxSkew 1: n1=2, n2=1, n3=2",
    ),
    "an outage that leaves a zone empty": (
        [*ZONES, SOFT],
        OUTAGE,
        {"heals": "default/web", "key": ZONE},
        False,
        f"skew({ZONE}) 3, maxSkew 1: a=0, b=3, c=3",
    ),
    "a key that no constraint has": (
        [*ZONES, SOFT],
        OUTAGE,
        {"heals": "web", "key": "rack"},
        False,
        "no constraint over rack",
    ),
    "before the outage": (
        [*ZONES, SOFT],
        [{"wait": 1}, *OUTAGE],
        {"skew": {"key": ZONE, "selector": {"app": "web"}, "max": 0}, "after": "wait"},
        True,
        "skew 0: a=2, b=2, c=2",
    ),
    "counts after a step by its number": (
        [*ZONES, SOFT],
        OUTAGE,
        {"counts": {"key": ZONE, "selector": {"app": "web"}, "values": {"a": 0}}, "after": 1},
        True,
        "a=0, b=3, c=3",
    ),
    "a workload that finishes": ([*THREE, EVEN_ONCE], [ROLLOUT], {"finishes": "web"}, True, "finishes"),
    "one that hangs": (
        [*THREE, HANGING],
        [ROLLOUT],
        {"stuck": "web", "after": "rollout", "reason": "surge deadlock"},
        True,
        "stuck, surge deadlock: 0/3 nodes are available: 3 node(s) didn't match pod anti-affinity rules.",
    ),
    "a hanging one does not finish": (
        [*THREE, HANGING],
        [ROLLOUT],
        {"finishes": "Deployment default/web"},
        False,
        "stuck, surge deadlock: 0/3 nodes are available",
    ),
    "one that finishes is not stuck": ([*THREE, EVEN_ONCE], [ROLLOUT], {"stuck": "web"}, False, "finishes"),
    "available throughout": (
        [*THREE, EVEN_ONCE],
        [ROLLOUT],
        {"available": "web", "min": 4},
        True,
        "4 at least",
    ),
    "unavailable for a time": (
        [*ZONES, SOFT],
        OUTAGE,
        {"available": "web", "min": 5, "during": "lose"},
        False,
        "4 at least, below 5 for 354.098 s",
    ),
    "a loss that is expected": (
        [*THREE, workload(replicas=2, strategy={"type": "Recreate"})],
        [ROLLOUT],
        {"available": "web", "max": 0},
        True,
        "0 at least",
    ),
    "an outcome": (
        [*THREE, EVEN_ONCE],
        [ROLLOUT],
        {"outcome": "web", "key": HOSTNAME, "among": ["1/2/2", "2/1/2"]},
        True,
        "2/1/2",
    ),
    "no such workload": ([*THREE, EVEN_ONCE], [ROLLOUT], {"finishes": "db"}, False, "no workload db"),
    "no such step": (
        [*THREE, EVEN_ONCE],
        [ROLLOUT],
        {"finishes": "web", "after": "drain"},
        False,
        "no step drain: the play has 1",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_fact_and_what_is_the_case(case: str) -> None:
    objects, steps, fact, holds, actual = CASES[case]
    (result,) = checked(objects, steps, fact)
    assert result.finding.actual.startswith(actual)
    assert result.holds is holds


def test_other_seeds_contradict() -> None:
    (result,) = checked([*THREE, EVEN_ONCE], [ROLLOUT], {"heals": "web", "seeds": 3})
    assert result.holds is False
    assert (
        "but skew(kubernetes.io/hostname) 2, maxSkew 1: n1=1, n2=3, n3=1 with seed 2" in result.finding.actual
    )


def test_a_control_shows_whether_a_constraint_matters() -> None:
    control = {"without": "affinity"}
    hangs, finishes = checked(
        [*THREE, HANGING],
        [ROLLOUT],
        {"stuck": "web", "control": control},
        {"available": "web", "min": 3, "control": control},
    )
    assert hangs.holds
    assert finishes.holds is False
    assert finishes.finding.actual == "also without affinity: 3 at least"


def test_a_run_leaves_the_facts_of_the_play_out() -> None:
    skew = {**WEB, "max": 1}
    content = {
        "objects": [*THREE, EVEN_ONCE],
        "steps": [ROLLOUT],
        "expect": [{"heals": "web"}, {"skew": skew}, {"skew": skew, "after": "end"}],
    }
    scenario = Scenario.from_content(content)
    (result,) = check(RecordedRun.of(scenario))
    assert str(result.expectation) == f"skew({HOSTNAME} of app=web) ≤ 1"
    assert len(of_run(scenario)) == 1
    assert [str(r.expectation) for r in check_steps(play(scenario))] == [
        "web heals",
        f"skew({HOSTNAME} of app=web) ≤ 1",
    ]
