"""What the descheduler makes of what steps leave."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import descheduling_of, play
from scheduler_core.advice.descheduler import descheduler_after_steps
from tests.scheduler_core.simulation.daytwo.clusters import (
    HOSTNAME,
    ZONE,
    apart,
    node,
    scenario,
    spread,
    workload,
)

MACHINES = [node("node-1", 8, 16), node("node-2"), node("node-3")]
ZONES = [node(f"{zone}{i}", zone=zone) for i in (1, 2) for zone in "abc"]
ZONE_A = {"key": ZONE, "value": "a"}
ROLLOUT = {"rollout": "web", "image": "web:1.5"}
SPREAD, DUPLICATES = "RemovePodsViolatingTopologySpreadConstraint", "RemoveDuplicates"
Entry = dict[str, Any]

# The cluster, the steps, which policies evict after the last, and how it ends.
CASES: dict[str, tuple[list[Entry], list[Entry], list[str], str]] = {
    "a rollout that ends skewed is repaired": (
        [*MACHINES, workload(replicas=5, pod=spread(HOSTNAME))],
        [ROLLOUT],
        [DUPLICATES, SPREAD],
        "settles",
    ),
    "pods go back to a zone that is back, though the constraint is soft": (
        [*ZONES, workload(replicas=6, pod=spread(ZONE, whenUnsatisfiable="ScheduleAnyway"))],
        [{"lose": ZONE_A}, {"restore": ZONE_A}],
        [DUPLICATES, DUPLICATES],
        "settles",
    ),
    "a rollout that hangs is left as it is": ([*MACHINES, workload(pod=apart())], [ROLLOUT], [], "idle"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_the_descheduler_does_after_the_last_step(case: str) -> None:
    objects, steps, policies, ends = CASES[case]
    answers = descheduler_after_steps(play(scenario(*objects, steps=steps)))
    assert len(answers) == len(steps) + 1
    assert [eviction["policy"] for r in answers[-1]["rounds"] for eviction in r["evictions"]] == policies
    assert answers[-1]["ends"] == ends
    assert answers[0]["ends"] == "idle"


def test_evicted_pods_land_in_the_zone_that_was_empty() -> None:
    objects, steps, *_ = CASES["pods go back to a zone that is back, though the constraint is soft"]
    answer = descheduler_after_steps(play(scenario(*objects, steps=steps)))[-1]
    assert sorted(set(answer["placements"].values())) == ["a1", "a2"]


def test_it_lists_in_short_the_evictions_and_where_they_land() -> None:
    objects, steps, *_ = CASES["a rollout that ends skewed is repaired"]
    answer = descheduling_of(play(scenario(*objects, steps=steps)))
    before, after = answer["descheduling"]
    assert not answer["omitted"]
    assert (before["ends"], before["evicted"], before["placements"]) == ("idle", 0, {})
    assert (after["ends"], after["evicted"], after["pending"]) == ("settles", 2, 0)
    assert after["by_policy"] == {DUPLICATES: 1, SPREAD: 1}
    assert {eviction["pod"] for eviction in after["evictions"]} == set(after["placements"])


def test_it_is_left_out_where_it_costs_much() -> None:
    objects, steps, *_ = CASES["a rollout that hangs is left as it is"]
    played = play(scenario(*objects, steps=steps))
    nodes, stays = len(played.recorder.nodes), len(played.recorder.stays)
    work = len(played.recorder.actions) * nodes * stays
    assert not descheduling_of(played, most_work=work)["omitted"]
    omitted = descheduling_of(played, most_work=work - 1)
    assert omitted == {"approximate": True, "omitted": True, "descheduling": []}
