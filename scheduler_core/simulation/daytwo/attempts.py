"""Scheduling cycles of a play: the pods that are ready are attempted, and what comes of it is done to them."""

from __future__ import annotations

from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Skipped

from .contract import Why
from .recording import why
from .world import World


def schedule(world: World) -> bool:
    """Attempt all pods that are ready to be; return whether there was one."""
    scheduler, pods = world.scheduler, world.pods
    if scheduler.stale:
        scheduler.refresh(world.typed_objects())
    scheduler.move_to(world.clock.now)
    attempted = False
    while (queued := scheduler.pop()) is not None:
        attempted = True
        seed, result, outcome = scheduler.attempt(queued)
        pod = pods.by_key[queued.pod.key]
        scheduler.bind(outcome)
        for key in (*outcome.cleared, *([pod.key] if outcome.nominated is not None else ())):
            pods.nominate(pods.by_key[key])
        if outcome.node is not None:
            pods.place(pod, _placing(result), seed)
        elif isinstance(result, CycleRecord):
            pods.reject(pod, result.error or result.fit_error or "", seed)
        else:
            pods.reject(pod, str(result.why), None)
        for victim in outcome.victims:
            pods.preempt(pods.by_key[victim], why("scheduler preempted", by=pod.key))
    return attempted


def _placing(result: CycleRecord | Skipped) -> Why:
    """Return why a pod has its node: how many nodes passed and have the highest total, and whether one is drawn."""
    if not isinstance(result, CycleRecord):
        return why("scheduler placed")
    feasible = max(len(result.search.feasible), 1) if result.search is not None else 1
    return why("scheduler placed", feasible=feasible, ties=len(result.best), drawn=result.likely is None)
