"""The events of a run log: small, numbered by whoever keeps them, and enough to fold a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler_core.cycle.cycle import CycleRecord
from scheduler_core.framework.events import ClusterEvent
from scheduler_core.framework.extender.chain import EXTENDER
from scheduler_core.framework.status import Status

from .hints import Verdict
from .outcome import Outcome, Skipped
from .queue import QueuedPod, SchedulingQueue
from .simulation import Simulation

Event = dict[str, Any]

# So many pods that an event left where they are, or that wait at the end, are named; the rest is counted.
MAX_NAMED = 50


def run_started(simulation: Simulation, queue: SchedulingQueue) -> Event:
    """The first event: what is run, and the pods in queue order."""
    return {
        "kind": "run.started",
        "kubernetes_version": simulation.version.name,
        "nodes": len(simulation.handle.snapshot),
        "pods": queue.order(),
        "seed": simulation.seed,
    }


def cycle_started(
    cycle: int, queued: QueuedPod, result: CycleRecord | Skipped, queue: SchedulingQueue, now: float
) -> Event:
    """A pod left the queue. `queue` says where it came from and how many wait behind it."""
    profile = result.framework.profile.scheduler_name if isinstance(result, CycleRecord) else result.profile
    return {
        "kind": "cycle.started",
        "cycle": cycle,
        "pod": queued.pod.key,
        "attempt": queued.attempts,
        "profile": profile,
        "at": now,
        "queue": {"priority": queued.pod.template.priority, "from": queued.place, **queue.counts()},
    }


def cycle_finished(cycle: int, attempt: int, result: CycleRecord | Skipped, outcome: Outcome) -> Event:
    """What was decided; `Outcome.from_json` reads it again."""
    event: Event = {"kind": "cycle.finished", "cycle": cycle, "attempt": attempt, **outcome.as_json()}
    if isinstance(result, CycleRecord):
        refused = result.reserve.message if not result.reserve.ok else ""
        return {
            **event,
            "message": result.error or result.fit_error or refused or None,
            "skipped": None,
            "ties": len(result.best),
            **({"extenders": [c.as_json() for c in result.extender_calls]} if result.extender_calls else {}),
        }
    message = result.status.message if result.status else None
    return {**event, "message": message, "skipped": result.why, "ties": 0}


def queue_moved(event: ClusterEvent, answers: list[tuple[QueuedPod, Verdict]], now: float) -> Event:
    """An event in the cluster, the pods that it brought back, and those that it left waiting, with the hints."""
    moved = [
        {"pod": q.pod.key, "to": q.place, "ready_at": q.ready_at, "hints": verdict.hints}
        for q, verdict in answers
        if verdict.requeue
    ]
    stayed = [{"pod": q.pod.key, "hints": verdict.hints} for q, verdict in answers if not verdict.requeue]
    return {
        "kind": "queue.moved",
        "at": now,
        "event": event.kind,
        "about": event.pod.key if event.pod else None,
        "moved": moved,
        "stayed": stayed[:MAX_NAMED],
        "stayed_count": len(stayed),
    }


def run_finished(simulation: Simulation, queue: SchedulingQueue, now: float) -> Event:
    """The last event. Pods that wait would be tried again at `flush_at` although nothing happened."""
    waiting = [
        {"pod": q.pod.key, "rejectors": list(q.rejectors), "flush_at": q.flush_at} for q in queue.waiting()
    ]
    return {
        "kind": "run.finished",
        "placed": simulation.bound,
        "pending": len(simulation.waiting),
        "at": now,
        "waiting": waiting[:MAX_NAMED],
    }


def points(record: CycleRecord, cycle: int) -> Iterator[Event]:
    """One event for each extension point that took place."""
    for event in _points(record):
        yield {"kind": "point.finished", "cycle": cycle, **event}


def _points(record: CycleRecord) -> Iterator[Event]:
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
                yield _binding(point, record)


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
        "counts": {"candidates": len(result.candidates), "victims": len(result.deleted)},
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


def _binding(point: str, record: CycleRecord) -> Event:
    names = record.framework.profile.names(point[0].lower() + point[1:])
    if point == "Bind" and any(call.verb == "bind" and not call.error for call in record.extender_calls):
        names = [EXTENDER]
    failed = {record.reserve.plugin: record.reserve.code.name}
    return {
        "point": point,
        "plugins": [{"plugin": name, "code": failed.get(name, "Success")} for name in names],
        "counts": {},
    }
