"""Write and read the log of a run. The log is append-only: an event never changes."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from typing import Any, cast

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scheduler_core import Sentence, phrase
from scheduler_core.contract import CycleFinished
from webui.core.runs import limits
from webui.core.runs.announce import announce
from webui.core.runs.models import Run, RunEvent
from webui.core.runs.payloads import Payload
from webui.ground.lib.database import retry
from webui.ground.lib.sentences import to_stored
from webui.ground.lib.work import LeaseLost, lease_end

COUNTERS = ("events", "cycles", "pods", "placed", "pending")
STATE = ("status", "error", "engine", "finished", *COUNTERS)

PAYLOAD = ("payload", "unpacked")  # columns, of which a row has one


class LogWriter:
    """Numbers events, updates the run's counters, writes both in batches and announces each batch.

    Only the newest attempt at an unfinished run writes: the methods raise LeaseLost in any other.

    Events up to `stored` are in the database from an earlier delivery: they are counted, not written again.
    """

    def __init__(self, run: Run, *, stored: int, live: bool) -> None:
        self._run = run
        self._live = live  # viewers may be watching
        self._stored = stored
        self._seq = 0
        self._batch: list[RunEvent] = []
        self._flushed_at = time.monotonic()
        run.cycles = run.pods = run.placed = run.pending = 0
        self._written = self._state()

    @classmethod
    def after(cls, run: Run) -> LogWriter:
        """Return a writer that continues after the stored events, without announcements."""
        counters = (run.cycles, run.pods, run.placed, run.pending)
        stored: int = run.log.aggregate(last=Max("seq"))["last"] or 0
        writer = cls(run, stored=stored, live=False)
        run.cycles, run.pods, run.placed, run.pending = counters
        return writer

    def add(self, event: Payload) -> None:
        """Count an event, and write it with its batch if the log does not have it."""
        self._seq += 1
        self._count(event)
        if self._seq <= self._stored:
            return
        self._batch.append(RunEvent(run=self._run, seq=self._seq, kind=event["kind"], payload=event))
        if self._is_flush_due(event["kind"]):
            self.flush()

    @property
    def is_repeating(self) -> bool:
        """Whether the events are still those that an earlier delivery has written."""
        return self._seq < self._stored

    def flush(self) -> None:
        """Write the batch and the counters in one transaction, and announce them."""
        self._run.events = max(self._seq, self._stored)
        retry(self._write)
        self._written = self._state()
        self._batch.clear()
        self._flushed_at = time.monotonic()
        if self._live:
            announce(self._run.pk, self._run.events)

    def _write(self) -> None:
        run = self._run
        has_ended = run.status not in Run.UNFINISHED
        newest = Run.objects.filter(pk=run.pk, attempt=run.attempt, status__in=Run.UNFINISHED)
        with transaction.atomic():
            # First, so that the row is locked: a claim waits for the events, or they fail with it.
            if not newest.update(**self._state(), lease_until=None if has_ended else lease_end()):
                raise LeaseLost
            # Conflicts are events that were written before the answer of the database was lost.
            RunEvent.objects.bulk_create(self._batch, ignore_conflicts=True)

    def _state(self) -> dict[str, object]:
        return {name: getattr(self._run, name) for name in STATE}

    def drop_unwritten(self) -> None:
        """Forget the events and counts since the last batch that was written."""
        self._batch.clear()
        for name, value in self._written.items():
            setattr(self._run, name, value)
        self._seq = max(self._stored, self._run.events)

    def fail(self, message: Sentence) -> None:
        """End the run as failed, with `message` as its error."""
        self._seq = max(self._seq, self._stored)  # it may fail while repeating stored events
        self.add({"kind": "run.failed", "message": str(message), "said": phrase(message)})
        self._run.error = to_stored(message)
        self.finish(Run.Status.FAILED)

    def cancel(self) -> None:
        """End the run as cancelled."""
        self._seq = max(self._seq, self._stored)
        self.add({"kind": "run.cancelled"})
        self.finish(Run.Status.CANCELLED)

    def finish(self, status: Run.Status) -> None:
        """Write the rest and set the status: the status and the last event become visible together."""
        self._run.status = status
        self._run.finished = timezone.now()
        self.flush()

    def _is_flush_due(self, kind: str) -> bool:
        is_first_cycle = self._run.cycles == 1 and kind == "cycle.finished"
        return (
            (self._live and is_first_cycle)  # the user pressed Run and is waiting
            or len(self._batch) >= limits.BATCH_EVENTS
            or time.monotonic() - self._flushed_at >= limits.BATCH_SECONDS
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


def events_of(run_id: uuid.UUID, *kinds: str) -> Iterator[Payload]:
    """Yield the events of these kinds, in order. Those that nobody asks for are not read."""
    rows = RunEvent.objects.filter(run_id=run_id, kind__in=kinds).order_by("seq")
    seq = 0
    while True:
        page = list(rows.filter(seq__gt=seq).values_list("seq", *PAYLOAD)[: limits.BATCH_EVENTS])
        for seq, payload, unpacked in page:  # noqa: B007 - the last one is where the next page begins
            yield cast("Payload", payload or unpacked)
        if len(page) < limits.BATCH_EVENTS:
            return


def finished_cycles(run_id: uuid.UUID) -> Iterator[CycleFinished]:
    """Yield the ends of the cycles of a run, in order."""
    return cast("Iterator[CycleFinished]", events_of(run_id, "cycle.finished"))


def read(run_id: uuid.UUID, *, after: int, limit: int) -> list[dict[str, Any]]:
    """Return the events after number `after`, in order, each with its number as `seq`."""
    rows = RunEvent.objects.filter(run_id=run_id, seq__gt=after).order_by("seq")
    numbered = rows.values_list("seq", *PAYLOAD)[:limit]
    return [{"seq": seq, **(payload or unpacked)} for seq, payload, unpacked in numbered]
