"""The events of a run log: small, numbered where they are stored, and sufficient to fold a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from scheduler_core.scheduler.cycle.contract import CycleFinished, ExtenderCalls, LikelyNode, NodeHint
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.events import ClusterEvent
from scheduler_core.scheduler.framework.extender.chain import EXTENDER
from scheduler_core.scheduler.framework.runtime import ScoreRun
from scheduler_core.scheduler.framework.status import Code, Status

from .contract import (
    BindingPointFinished,
    CycleStarted,
    FilterFinished,
    MovedPod,
    NominationEvent,
    NormalizeScoreFinished,
    PluginRejections,
    PointFinished,
    PostFilterFinished,
    PrePointFinished,
    QueueMoved,
    RunFinished,
    RunStarted,
    ScoreFinished,
    StayedPod,
    WaitingPod,
)
from .hints import RequeueDecision
from .outcome import Outcome, Skipped
from .queue import QueuedPod, SchedulingQueue
from .simulation import Simulation

# The number of pods named in an event that were not moved or still wait at the end; the others are only counted.
MAX_NAMED = 50


def run_started(simulation: Simulation, queue: SchedulingQueue) -> RunStarted:
    """Return the first event: the inputs of the run, and the pods in queue order."""
    return {
        "kind": "run.started",
        "kubernetes_version": simulation.version.name,
        "nodes": len(simulation.handle.snapshot),
        "pods": queue.order(),
        "seed": simulation.seed,
    }


def cycle_started(
    cycle: int, queued: QueuedPod, result: CycleRecord | Skipped, queue: SchedulingQueue, now: float
) -> CycleStarted:
    """Return the event of a pod leaving the queue. `queue` has its previous part, and the pods still waiting."""
    profile = result.framework.profile.scheduler_name if isinstance(result, CycleRecord) else result.profile
    return {
        "kind": "cycle.started",
        "cycle": cycle,
        "pod": queued.pod.key,
        "attempt": queued.attempts,
        "profile": profile,
        "at": now,
        "queue": {"priority": queued.pod.template.priority, "from": queued.part, **queue.counts()},
    }


def cycle_finished(
    cycle: int, attempt: int, result: CycleRecord | Skipped, outcome: Outcome
) -> CycleFinished:
    """Return the outcome of a cycle, which `Outcome.from_json` reads."""
    return {
        "kind": "cycle.finished",
        "cycle": cycle,
        "attempt": attempt,
        **outcome.as_json(),
        "message": failure_message(result),
        "skipped": result.why if isinstance(result, Skipped) else None,
        "ties": len(result.best) if isinstance(result, CycleRecord) else 0,
        **_likely(result),
        **_hint(result),
        **_extenders(result),
    }


def _likely(result: CycleRecord | Skipped) -> LikelyNode:
    name = result.likely_node if isinstance(result, CycleRecord) else None
    return {} if name is None else {"likely": name}


def _hint(result: CycleRecord | Skipped) -> NodeHint:
    name = result.hinted_node if isinstance(result, CycleRecord) else None
    return {} if name is None else {"node_hint": name}


def failure_message(result: CycleRecord | Skipped) -> str | None:
    """Return the scheduler's message about why a pod was not placed, None if there is none."""
    if isinstance(result, Skipped):
        return result.status.message if result.status else None
    binding_error = result.reserve.message if not result.reserve.ok else ""
    if result.state.of_pod_group:  # the group's verdict counts more than what the member would have needed
        binding_error = binding_error or result.pre_bind.message
        return binding_error or result.error or result.fit_error or None
    return result.error or result.fit_error or binding_error or None


def _extenders(result: CycleRecord | Skipped) -> ExtenderCalls:
    if isinstance(result, Skipped) or not result.extender_calls:
        return {}
    return {"extenders": [call.as_json() for call in result.extender_calls]}


def queue_moved(
    event: ClusterEvent, decisions: list[tuple[QueuedPod, RequeueDecision]], now: float
) -> QueueMoved:
    """Return a cluster event with the pods that it moved and those that it left waiting, each with its hints."""
    moved: list[MovedPod] = [
        {"pod": q.pod.key, "to": q.part, "ready_at": q.ready_at, "hints": decision.hints}
        for q, decision in decisions
        if decision.requeue
    ]
    stayed: list[StayedPod] = [
        {"pod": q.pod.key, "hints": decision.hints} for q, decision in decisions if not decision.requeue
    ]
    nomination: NominationEvent = {"of_nomination": True} if event.of_nomination else {}
    return {
        "kind": "queue.moved",
        "at": now,
        "event": event.kind,
        "about": event.pod.key if event.pod else None,
        **nomination,
        "moved": moved,
        "stayed": stayed[:MAX_NAMED],
        "stayed_count": len(stayed),
    }


def run_finished(simulation: Simulation, queue: SchedulingQueue, now: float) -> RunFinished:
    """Return the last event. Waiting pods would be attempted again at `flush_at` without any event."""
    waiting: list[WaitingPod] = [
        {"pod": q.pod.key, "rejectors": list(q.rejectors), "flush_at": q.flush_at} for q in queue.waiting()
    ]
    return {
        "kind": "run.finished",
        "placed": simulation.bound_count,
        "pending": len(simulation.waiting),
        "at": now,
        "waiting": waiting[:MAX_NAMED],
    }


def points(record: CycleRecord, cycle: int) -> Iterator[PointFinished]:
    """Yield one event for each extension point that ran."""
    if record.pre_filter is not None:
        yield _pre_point("PreFilter", record.pre_filter.answers, cycle)
    if record.filter is not None:
        yield _filter(record, cycle)
    if record.post_filter is not None:
        yield _post_filter(record, cycle)
    if record.score is not None:
        yield _pre_point("PreScore", record.pre_score, cycle)
        yield _score(record.score, cycle)
        yield _normalize_score(record.score, len(record.best), cycle)
        yield _binding("Reserve", record, cycle)
        if record.selected is not None:
            yield _binding("Permit", record, cycle)
            yield _binding("PreBind", record, cycle)
            yield _binding("Bind", record, cycle)


def _pre_point(
    point: Literal["PreFilter", "PreScore"], answers: dict[str, Status], cycle: int
) -> PrePointFinished:
    skipped = sum(status.code is Code.Skip for status in answers.values())
    return {
        "kind": "point.finished",
        "cycle": cycle,
        "point": point,
        "plugins": [{"plugin": name, "code": status.code.label} for name, status in answers.items()],
        "counts": {"ran": len(answers) - skipped, "skipped": skipped},
    }


def _filter(record: CycleRecord, cycle: int) -> FilterFinished:
    run, search = record.filter, record.search
    assert run is not None
    assert search is not None
    visited = search.visited
    plugins: list[PluginRejections] = []
    for k, (name, verdicts) in enumerate(zip(run.plugins, run.verdicts, strict=True)):
        rejected_nodes = visited[run.first[visited] == k]
        unresolvable = int((verdicts.codes[rejected_nodes] == 3).sum())
        plugins.append(
            {"plugin": name, "rejected": len(rejected_nodes) - unresolvable, "unresolvable": unresolvable}
        )
    return {
        "kind": "point.finished",
        "cycle": cycle,
        "point": "Filter",
        "plugins": plugins,
        "counts": {"nodes": len(run.rows), "evaluated": len(visited), "feasible": len(record.feasible)},
    }


def _post_filter(record: CycleRecord, cycle: int) -> PostFilterFinished:
    result = record.post_filter
    assert result is not None
    name = result.status.plugin or record.framework.profile.post_filter[-1].name
    return {
        "kind": "point.finished",
        "cycle": cycle,
        "point": "PostFilter",
        "plugins": [{"plugin": name, "code": result.status.code.label}],
        "counts": {"candidates": len(result.candidates), "victims": len(result.deleted)},
    }


def _score(run: ScoreRun, cycle: int) -> ScoreFinished:
    return {
        "kind": "point.finished",
        "cycle": cycle,
        "point": "Score",
        "plugins": [{"plugin": n, "min": int(s.min()), "max": int(s.max())} for n, s in run.raw.items()],
        "counts": {"nodes": len(run.feasible)},
    }


def _normalize_score(run: ScoreRun, best: int, cycle: int) -> NormalizeScoreFinished:
    return {
        "kind": "point.finished",
        "cycle": cycle,
        "point": "NormalizeScore",
        "plugins": [
            {"plugin": n, "min": int(s.min()), "max": int(s.max()), "weight": run.weights[n]}
            for n, s in run.normalized.items()
        ],
        "counts": {"best": best, "total_min": int(run.total.min()), "total_max": int(run.total.max())},
    }


def _binding(
    point: Literal["Reserve", "Permit", "PreBind", "Bind"], record: CycleRecord, cycle: int
) -> BindingPointFinished:
    names = record.framework.profile.names(point[0].lower() + point[1:])
    if point == "Bind" and any(call.verb == "bind" and not call.error for call in record.extender_calls):
        names = [EXTENDER]
    failed = {record.reserve.plugin: record.reserve.code}
    return {
        "kind": "point.finished",
        "cycle": cycle,
        "point": point,
        "plugins": [{"plugin": name, "code": failed.get(name, Code.Success).label} for name in names],
        "counts": {},
    }
