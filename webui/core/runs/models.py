from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any, ClassVar

import orjson
from django.db import models
from django.db.models import Q

from webui.core.snapshots.models import Snapshot
from webui.ground.lib.compressed import CompressedJSONField
from webui.ground.lib.work import Requested, one_good, unfinished_by

DIGEST_LENGTH = 16  # characters

# Rows refer to the dictionary: its bytes never change. Another one needs another file and another mark.
DICTIONARY = (Path(__file__).parent / "event_dictionary.txt").read_bytes()
MARK = b"\x01"  # of this dictionary
WINDOW, MEMORY, LEVEL = -12, 5, 6  # raw deflate: events are small, and so are the tables to set up for each

_empty = zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW, MEMORY, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)


class PayloadField(CompressedJSONField):
    """The payload of an event, compressed with a dictionary of typical events to a tenth and less."""

    def pack(self, value: Any) -> bytes:
        compressor = _empty.copy()  # which has read the dictionary
        return MARK + compressor.compress(orjson.dumps(value)) + compressor.flush()

    def unpack(self, stored: bytes) -> Any:
        return orjson.loads(zlib.decompressobj(WINDOW, DICTIONARY).decompress(stored[1:]))


class Run(Requested):
    """One execution of a snapshot. The log of events is the truth; the counters are derived from it."""

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="runs")
    cancelling = models.BooleanField(default=False)  # requested; the worker checks between batches
    # The format number of the log. Logs from before there were numbers have a digest of the engine's sources.
    engine = models.CharField(max_length=DIGEST_LENGTH, blank=True)

    events = models.PositiveIntegerField(default=0)  # the highest seq in the log
    cycles = models.PositiveIntegerField(default=0)  # finished cycles
    pods = models.PositiveIntegerField(default=0)
    placed = models.PositiveIntegerField(default=0)
    pending = models.PositiveIntegerField(default=0)

    # Whose turn it is to compute, see webui.core.runs.turns. The column is called as it was before jobs had one.
    starter = models.CharField(max_length=32, blank=True, default="", db_default="", db_column="requester")
    large = models.BooleanField(default=False, db_default=False)

    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [one_good("snapshot", name="one_good_run_per_snapshot")]
        indexes: ClassVar = [unfinished_by("created", name="unfinished_runs")]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def recording_format(self) -> int | None:
        """The format number of the log; None without a log or if it predates the numbers."""
        return int(self.engine) if self.engine.isdecimal() and len(self.engine) < DIGEST_LENGTH else None


class RunEvent(models.Model):
    """One numbered event of a run's log. `payload` is a webui.core.runs.payloads.Payload."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    payload = PayloadField(null=True, db_column="packed")
    # Of rows that older versions wrote, instead of the other. `webui.core.runs.log` alone reads events, and knows.
    unpacked = models.JSONField(null=True, db_column="payload")

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["run", "seq"], name="one_event_per_seq")]
        indexes: ClassVar = [
            # Recomputing a cycle reads only these.
            models.Index(fields=["run", "seq"], condition=Q(kind="cycle.finished"), name="finished_cycles")
        ]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.seq} {self.kind}"
