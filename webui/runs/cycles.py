"""Cycles of a run, recomputed from its log: the engine is deterministic, so nothing else is kept."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from scheduler_core import Cycle, Scenario, replay
from webui.errors import Problem, not_found
from webui.runs.engine import engine
from webui.runs.models import Run, RunEvent
from webui.sharing.models import Snapshot

OTHER_ENGINE = (
    "was recorded by another version of the engine, which this one cannot read: run the scenario again"
)


def cycle(run: Run, n: int) -> Cycle:
    if n >= run.cycles:
        raise not_found("cycle")
    with _recorded_by(run.engine):
        return _cycle(run.pk, run.snapshot_id, n)


def cluster(run: Run) -> dict[str, Any]:
    """The state before the first cycle."""
    with _recorded_by(run.engine):
        return _scenario(run.snapshot_id).cluster()


@contextmanager
def _recorded_by(recorder: str) -> Iterator[None]:
    """A log of another engine may mean nothing to this one; a fault with its own log is a fault."""
    try:
        yield
    except Exception as error:
        if recorder == engine():
            raise
        raise Problem(409, [{"path": "run", "message": OTHER_ENGINE}]) from error


@lru_cache(maxsize=16)
def _cycle(run_id: uuid.UUID, snapshot_id: str, n: int) -> Cycle:
    snapshot = Snapshot.objects.only("kubernetes_version", "seed").get(pk=snapshot_id)
    finished = RunEvent.objects.filter(run_id=run_id, kind="cycle.finished").order_by("seq")
    return replay(
        _scenario(snapshot_id),
        list(finished.values_list("payload", flat=True)[: n + 1]),
        n,
        kubernetes_version=snapshot.kubernetes_version,
        seed=snapshot.seed,
    )


@lru_cache(maxsize=8)
def _scenario(snapshot_id: str) -> Scenario:
    return Scenario.from_content(Snapshot.objects.get(pk=snapshot_id).content)
