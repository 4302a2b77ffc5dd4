"""A run: pods in queue order, an event for everything that happened, and any cycle of it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .cycle import CycleRecord
from .explanation import Cycle
from .framework.runtime import Framework
from .framework.status import Status
from .queue import ActiveQueue
from .scenario import Scenario
from .simulation import Outcome, Simulation, Skipped
from .versions import DEFAULT_VERSION, find_version

Event = dict[str, Any]

# Preemption nominates a pod and lets it try again; a pod never needs more attempts than this.
MAX_ATTEMPTS = 10


def simulate(
    scenario: Scenario, *, kubernetes_version: str = DEFAULT_VERSION, seed: int | None = None
) -> Iterator[Event]:
    """The run log: schedules each pending pod, and again those for which preemption made room."""
    simulation = Simulation(scenario, find_version(kubernetes_version), seed)
    queue = _queue(simulation)
    attempts: dict[str, int] = {}
    yield {
        "kind": "run.started",
        "kubernetes_version": simulation.version.name,
        "nodes": len(simulation.handle.snapshot),
        "pods": queue.order(),
        "seed": seed,
    }
    cycle = 0
    while len(queue):
        waiting = len(queue)
        pod_key = queue.pop()
        attempt = attempts[pod_key] = attempts.get(pod_key, 0) + 1
        result = simulation.compute(pod_key)
        yield _cycle_started(cycle, pod_key, attempt, result, waiting, simulation)
        if isinstance(result, CycleRecord):
            for event in _points(result):
                yield {"kind": "point.finished", "cycle": cycle, **event}
        outcome = Outcome.of(result) if isinstance(result, CycleRecord) else Outcome(pod_key)
        yield {**_cycle_finished(cycle, result, outcome), "attempt": attempt}
        simulation.apply(outcome)
        if outcome.nominated and attempt < MAX_ATTEMPTS:
            queue.push(simulation.waiting[pod_key])
        cycle += 1
    yield {
        "kind": "run.finished",
        "placed": simulation.bound,
        "pending": len(simulation.waiting),
    }


def replay(
    scenario: Scenario,
    finished: list[Event],
    n: int,
    *,
    kubernetes_version: str = DEFAULT_VERSION,
    seed: int | None = None,
) -> Cycle:
    """Cycle `n` computed again, after the outcomes of the cycles before it were folded in.

    `finished` are the run's cycle.finished events in order; IndexError when there is no such cycle.
    """
    simulation = Simulation(scenario, find_version(kubernetes_version), seed)
    for event in finished[:n]:
        simulation.apply(Outcome.from_json(event))
    event = finished[n]
    return Cycle(n, event["attempt"], simulation.compute(event["pod"]))


def _queue(simulation: Simulation) -> ActiveQueue:
    framework = next(iter(simulation.frameworks.values()))
    return ActiveQueue(framework.profile.queue_sort[0], simulation.waiting.values())


def _cycle_started(
    cycle: int,
    pod_key: str,
    attempt: int,
    result: CycleRecord | Skipped,
    waiting: int,
    simulation: Simulation,
) -> Event:
    profile = result.framework.profile.scheduler_name if isinstance(result, CycleRecord) else result.profile
    return {
        "kind": "cycle.started",
        "cycle": cycle,
        "pod": pod_key,
        "attempt": attempt,
        "profile": profile,
        "queue": {"priority": simulation.waiting[pod_key].template.priority, "waiting": waiting},
    }


def _cycle_finished(cycle: int, result: CycleRecord | Skipped, outcome: Outcome) -> Event:
    event: Event = {"kind": "cycle.finished", "cycle": cycle, **outcome.as_json()}
    if isinstance(result, CycleRecord):
        refused = result.reserve.message if not result.reserve.ok else ""
        return {
            **event,
            "message": result.fit_error or refused or None,
            "skipped": None,
            "ties": len(result.best),
        }
    message = result.status.message if result.status else None
    return {**event, "message": message, "skipped": result.why, "ties": 0}


def _points(record: CycleRecord) -> Iterator[Event]:
    """One event for each extension point that took place."""
    if record.pre_filter is not None:
        yield _statuses("PreFilter", record.pre_filter.answers)
    if record.filter is not None:
        yield _filter(record)
    if record.post_filter is not None:
        yield _post_filter(record)
    if record.score is not None:
        yield _statuses("PreScore", record.pre_score)
        yield from _scores(record)
        for point in ("Reserve", "Permit", "PreBind", "Bind"):
            if record.selected is not None or point == "Reserve":
                yield _binding(point, record.framework, record.reserve)


def _statuses(point: str, answers: dict[str, Status]) -> Event:
    skipped = sum(status.code.name == "Skip" for status in answers.values())
    return {
        "point": point,
        "plugins": [{"plugin": name, "code": status.code.name} for name, status in answers.items()],
        "counts": {"ran": len(answers) - skipped, "skipped": skipped},
    }


def _filter(record: CycleRecord) -> Event:
    run, search = record.filter, record.search
    assert run is not None
    assert search is not None
    visited = search.visited
    plugins = []
    for k, (name, verdicts) in enumerate(zip(run.plugins, run.verdicts, strict=True)):
        stopped = visited[run.first[visited] == k]
        unresolvable = int((verdicts.codes[stopped] == 3).sum())
        plugins.append(
            {"plugin": name, "rejected": len(stopped) - unresolvable, "unresolvable": unresolvable}
        )
    counts = {"nodes": len(run.rows), "evaluated": len(visited), "feasible": len(record.feasible)}
    return {"point": "Filter", "plugins": plugins, "counts": counts}


def _post_filter(record: CycleRecord) -> Event:
    result = record.post_filter
    assert result is not None
    name = result.status.plugin or record.framework.profile.post_filter[-1].name
    return {
        "point": "PostFilter",
        "plugins": [{"plugin": name, "code": result.status.code.name}],
        "counts": {"candidates": len(result.candidates), "victims": len(result.deleted())},
    }


def _scores(record: CycleRecord) -> Iterator[Event]:
    run = record.score
    assert run is not None
    raw = [{"plugin": n, "min": int(s.min()), "max": int(s.max())} for n, s in run.raw.items()]
    yield {"point": "Score", "plugins": raw, "counts": {"nodes": len(run.feasible)}}
    normalized = [
        {"plugin": n, "min": int(s.min()), "max": int(s.max()), "weight": run.weights[n]}
        for n, s in run.normalized.items()
    ]
    total = {"total_min": int(run.total.min()), "total_max": int(run.total.max())}
    yield {"point": "NormalizeScore", "plugins": normalized, "counts": {"best": len(record.best), **total}}


def _binding(point: str, framework: Framework, status: Status) -> Event:
    names = framework.profile.names(point[0].lower() + point[1:])
    failed = {status.plugin: status.code.name}
    return {
        "point": point,
        "plugins": [{"plugin": name, "code": failed.get(name, "Success")} for name in names],
        "counts": {},
    }
