"""Whole runs with the real queue: every attempt, and where the pods wait after it."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from scheduler_core.simulation.run.run import Run
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation
from tests.conformance.vectors import DATA

Json = dict[str, Any]

with gzip.open(DATA / "runs" / "runs.jsonl.gz", "rt", encoding="utf-8") as lines:
    RUNS = {row["scenario"]["name"]: row for row in map(json.loads, lines)}

# The log has an entry for these, the recorded scheduler does not take them from its queue.
NEVER_POPPED = ("Gated", "NoProfile")


def attempts(scenario: Json) -> list[Json]:
    run = Run(Simulation(Scenario.from_content(scenario, workloads=False)))
    recorded = []
    while (queued := run.next()) is not None:
        events: list[Any] = list(run.attempt(queued))
        finished = next(event for event in events if event["kind"] == "cycle.finished")
        if finished["skipped"] not in NEVER_POPPED:
            recorded.append(attempt(finished, queued.rejectors, run))
    return recorded


def attempt(finished: Json, rejectors: tuple[str, ...], run: Run) -> Json:
    """Return an attempt as it is recorded; of a terminating pod only that there was one."""
    entry = {"pod": finished["pod"], "attempt": finished["attempt"]}
    if finished["skipped"]:
        return {**entry, "err": "skipped", "active": [], "backoff": [], "waiting": []}
    entry |= {"node": finished["node"]} if finished["node"] else {"err": finished["message"]}
    decided = {"nominated": finished["nominated_node"], "victims": finished["victims"]}
    if not finished["node"]:
        decided["rejectors"] = sorted(rejectors)
    return {**entry, **{key: value for key, value in decided.items() if value}, **queues(run)}


def queues(run: Run) -> Json:
    """Return the pods in each part of the queue; gated ones wait there without an attempt."""
    templates = {key: pod.template for key, pod in run.simulation.waiting.items()}
    ours = {key for key, t in templates.items() if t.scheduler_name in run.simulation.frameworks}
    gated = {key for key in ours if templates[key].scheduling_gates}
    active, backoff, unschedulable = (ours.intersection(keys) - gated for keys in run.queue.parts().values())
    return {"active": sorted(active), "backoff": sorted(backoff), "waiting": sorted(unschedulable | gated)}


@pytest.mark.parametrize("name", RUNS)
def test_a_run_equals_the_recorded_one_attempt_by_attempt(name: str) -> None:
    row = RUNS[name]
    assert attempts(row["scenario"]) == row["run"]
