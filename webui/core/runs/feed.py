"""The log of a run for its viewers in this process: read once and encoded once, whoever watches."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import orjson

from webui.core.runs import limits, log
from webui.core.runs.models import Run
from webui.core.snapshots.access import is_expired
from webui.ground.lib.audience import Audience, Followed
from webui.ground.lib.database import CONNECTION_ERRORS, retry

T = TypeVar("T")
logger = logging.getLogger(__name__)
readers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="log")


@dataclass(frozen=True)
class Batch:
    """A message to viewers, which takes them to event `last`."""

    text: str
    last: int

    @classmethod
    def of(cls, encoded_events: list[bytes], last: int) -> Batch:
        return cls((b'{"events":[' + b",".join(encoded_events) + b"]}").decode(), last)


class NoSuchRun(Exception):
    """There is no such run, or its link has expired."""


class Feed(Followed):
    """The newest events of a run's log, encoded one by one, and where the log ends.

    `end` is the number of the last event that viewers can ask for. Older events than those kept come from the
    database, in batches that end at multiples of MESSAGE_EVENTS, so that late viewers share them.
    """

    def __init__(self, run_id: uuid.UUID) -> None:
        super().__init__()
        self.run_id = run_id
        self.end = 0
        self._has_read = False
        self.is_over = False
        self.error: Exception | None = None
        self._recent: list[bytes] = []  # the events up to `end`
        self._recent_bytes = 0
        self._joined: dict[int, Batch] = {}  # by the number before its first event
        self._reading: dict[int, asyncio.Task[Batch]] = {}
        self._poked = asyncio.Event()

    def poke(self) -> None:
        """Read on: the log has grown."""
        self._poked.set()

    async def after(self, seq: int) -> Batch | None:
        """Wait for events after number `seq`; return them, or None when there are no more. Raise NoSuchRun."""
        while seq >= self.end:
            if self.error is not None:
                raise self.error
            if self.is_over:
                return None
            await self.changed()
        return self._recent_after(seq) or await self._stored_after(seq)

    def _recent_after(self, seq: int) -> Batch | None:
        first = self.end - len(self._recent)  # the number before the oldest of them
        if seq < first:
            return None
        batch = self._joined.get(seq)
        if batch is None:
            encoded = self._recent[seq - first : seq - first + limits.MESSAGE_EVENTS]
            batch = self._joined[seq] = Batch.of(encoded, seq + len(encoded))
        return batch

    async def _stored_after(self, seq: int) -> Batch:
        """Return a batch from the database. Viewers who ask for the same at the same time share one question."""
        stored = stored_batches.get(self.run_id, seq)
        if stored is not None:
            return stored
        reading = self._reading.get(seq)
        if reading is None:
            reading = self._reading[seq] = asyncio.create_task(self._read_stored(seq))
            reading.add_done_callback(lambda _: self._reading.pop(seq))
        return await asyncio.shield(reading)

    async def _read_stored(self, seq: int) -> Batch:
        size = limits.MESSAGE_EVENTS - seq % limits.MESSAGE_EVENTS
        encoded = await in_thread(lambda: encoded_events(self.run_id, seq, size))
        if not encoded:  # they were deleted with the run
            raise NoSuchRun
        batch = Batch.of(encoded, seq + len(encoded))
        if len(encoded) == limits.MESSAGE_EVENTS:
            stored_batches.put(self.run_id, seq, batch)
        return batch

    # ---- following the log ---------------------------------------------------------------------------

    async def follow(self) -> None:
        """Read the log as it grows."""
        try:
            while not self.is_over:
                self._poked.clear()  # before reading, so that an announcement from here on causes another round
                await self._read_on()
                await self._wait()
        except NoSuchRun as error:
            self.error = error
        except Exception as error:
            logger.exception("run %s: its viewers are sent away", self.run_id)
            self.error = error
        self.notify()

    async def _read_on(self) -> None:
        while True:
            after = self.end if self._has_read else None
            self.end, is_unfinished, encoded = await self._patiently(partial(_read, self.run_id, after))
            self._has_read = True
            self._append(encoded)
            if len(encoded) < limits.MESSAGE_EVENTS:
                self.is_over = not is_unfinished
                self.notify()
                return
            self.notify()

    async def _patiently(self, read: Callable[[], T]) -> T:
        """Read in a thread, again and again while the database does not answer: viewers wait."""
        while True:
            try:
                return await in_thread(read)
            except CONNECTION_ERRORS as error:
                logger.warning("run %s: its viewers wait for the database: %s", self.run_id, error)
                await asyncio.sleep(limits.POLL_SECONDS)

    async def _wait(self) -> None:
        """Wait for an announcement, and at least until most viewers can have got the batch before."""
        if self.is_over:
            return
        await asyncio.sleep(self.viewers * limits.VIEWER_SECONDS)
        try:
            async with asyncio.timeout(limits.POLL_SECONDS):
                await self._poked.wait()
        except TimeoutError:
            return

    def _append(self, encoded: list[bytes]) -> None:
        self._recent += encoded
        self._recent_bytes += sum(map(len, encoded))
        self.end += len(encoded)
        while self._recent_bytes > limits.FEED_BYTES and len(self._recent) > limits.MESSAGE_EVENTS:
            dropped, self._recent = (
                self._recent[: limits.MESSAGE_EVENTS],
                self._recent[limits.MESSAGE_EVENTS :],
            )
            self._recent_bytes -= sum(map(len, dropped))
        if encoded:
            self._joined.clear()


class StoredBatches:
    """Full batches of logs, of all runs, up to a number of bytes; the ones that were used last stay."""

    def __init__(self) -> None:
        self._batches: OrderedDict[tuple[uuid.UUID, int], Batch] = OrderedDict()
        self._bytes = 0

    def get(self, run_id: uuid.UUID, seq: int) -> Batch | None:
        batch = self._batches.get((run_id, seq))
        if batch is not None:
            self._batches.move_to_end((run_id, seq))
        return batch

    def put(self, run_id: uuid.UUID, seq: int, batch: Batch) -> None:
        self._batches[run_id, seq] = batch
        self._bytes += len(batch.text)
        while self._bytes > limits.STORED_BYTES:
            self._bytes -= len(self._batches.popitem(last=False)[1].text)


stored_batches = StoredBatches()
feeds: Audience[uuid.UUID, Feed] = Audience(Feed)


async def in_thread(read: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(
        readers, lambda: retry(read, seconds=limits.POLL_SECONDS)
    )


def _read(run_id: uuid.UUID, after: int | None) -> tuple[int, bool, list[bytes]]:
    """Return a number, whether more events may follow, and the next ones after it.

    The number is `after`; without one, where the last batch of the log begins.
    """
    run = _run(run_id)  # first: if it has ended, the events are complete below
    if after is None:
        after = run.events - run.events % limits.MESSAGE_EVENTS
    is_unfinished = run.status in Run.UNFINISHED
    return after, is_unfinished, encoded_events(run_id, after, limits.MESSAGE_EVENTS)


def encoded_events(run_id: uuid.UUID, after: int, limit: int) -> list[bytes]:
    return [orjson.dumps(event) for event in log.read(run_id, after=after, limit=limit)]


def _run(run_id: uuid.UUID) -> Run:
    run = Run.objects.select_related("snapshot").defer("snapshot__document").filter(pk=run_id).first()
    if run is None or is_expired(run.snapshot):
        raise NoSuchRun
    return run
