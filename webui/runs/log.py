"""Writing and reading the log of a run. The log only grows, and an event never changes."""

from __future__ import annotations

import time
import uuid
from typing import cast

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from webui.runs import limits
from webui.runs.announce import announce
from webui.runs.models import Run, RunEvent
from webui.runs.payloads import LoggedEvent, Payload


class LogWriter:
    """Numbers events, keeps the run's counters, writes both in batches and then says so.

    Events up to `stored` are in the database from an earlier delivery: they count, and are not written again.
    """

    def __init__(self, run: Run, *, stored: int, live: bool) -> None:
        self._run = run
        self._live = live  # somebody may be watching
        self._stored = stored
        self._seq = 0
        self._batch: list[RunEvent] = []
        self._written = time.monotonic()
        run.cycles = run.pods = run.placed = run.pending = 0

    @classmethod
    def after(cls, run: Run) -> LogWriter:
        """Goes on behind what is stored, silently."""
        kept = (run.cycles, run.pods, run.placed, run.pending)
        stored: int = run.log.aggregate(last=Max("seq"))["last"] or 0
        writer = cls(run, stored=stored, live=False)
        run.cycles, run.pods, run.placed, run.pending = kept
        return writer

    def add(self, event: Payload) -> None:
        self._seq += 1
        self._count(event)
        if self._seq <= self._stored:
            return
        self._batch.append(RunEvent(run=self._run, seq=self._seq, kind=event["kind"], payload=event))
        if self._due(event["kind"]):
            self.flush()

    @property
    def repeating(self) -> bool:
        """What an earlier delivery has written is computed once more."""
        return self._seq < self._stored

    def flush(self) -> None:
        run = self._run
        run.events = max(self._seq, self._stored)
        run.lease_until = timezone.now() + limits.lease() if run.status == Run.Status.RUNNING else None
        with transaction.atomic():
            # Conflicts are events that another delivery of the same run has written: the same ones.
            RunEvent.objects.bulk_create(self._batch, ignore_conflicts=True)
            run.save(
                update_fields=[
                    *("status", "error", "engine", "finished", "lease_until"),
                    *("events", "cycles", "pods", "placed", "pending"),
                ]
            )
        self._batch.clear()
        self._written = time.monotonic()
        if self._live:
            announce(run.pk, run.events)

    def fail(self, message: str) -> None:
        self._seq = max(self._seq, self._stored)  # it may have happened while repeating what is stored
        self.add({"kind": "run.failed", "message": message})
        self._run.error = message
        self.finish(Run.Status.FAILED)

    def cancel(self) -> None:
        self._seq = max(self._seq, self._stored)
        self.add({"kind": "run.cancelled"})
        self.finish(Run.Status.CANCELLED)

    def finish(self, status: Run.Status) -> None:
        """Writes what is left; the status and the last event become visible together."""
        self._run.status = status
        self._run.finished = timezone.now()
        self.flush()

    def _due(self, kind: str) -> bool:
        first = self._run.cycles == 1 and kind == "cycle.finished"
        return (
            (self._live and first)  # somebody has pressed Run and waits for it
            or len(self._batch) >= limits.BATCH_EVENTS
            or time.monotonic() - self._written >= limits.BATCH_SECONDS
        )

    def _count(self, event: Payload) -> None:
        run = self._run
        if event["kind"] == "run.started":
            run.pods = len(event["pods"])
        elif event["kind"] == "cycle.finished":
            run.cycles += 1
            run.placed += event["node"] is not None
        elif event["kind"] == "run.finished":
            run.placed, run.pending = event["placed"], event["pending"]


def read(run_id: uuid.UUID, *, after: int, limit: int) -> list[LoggedEvent]:
    """The events with a higher number than `after`, in order, each with its number."""
    rows = RunEvent.objects.filter(run_id=run_id, seq__gt=after).order_by("seq")
    numbered = rows.values_list("seq", "payload")[:limit]
    return [cast("LoggedEvent", {"seq": seq, **payload}) for seq, payload in numbered]
