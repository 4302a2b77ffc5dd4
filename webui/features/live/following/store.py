"""What is to be stored of a followed cluster, in bounds, until the database has it."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction

from scheduler_core.contract import LiveCause, LiveEntry, LiveMinute
from webui.features.live import history
from webui.features.live.following import lease
from webui.features.live.history import Change, Objects
from webui.features.live.models import CauseSpan, Changes, Entry, FollowedCluster, Minute, State
from webui.features.live.retention import join_changes
from webui.ground.lib.database import CONNECTION_ERRORS

MOST_CHANGES = 100_000
MOST_BYTES = 100_000_000
MOST_ENTRIES = 20_000

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Store:
    """Buffers what is to be written. `lost_since` is since when nothing could be kept any more, None if all is."""

    cluster: FollowedCluster
    position: int
    lost_since: float | None = None
    _joins: bool = False
    _changes: list[Change] = field(default_factory=list)
    _bytes: int = 0
    _state: tuple[int, float, bytes] | None = None
    _entries: list[LiveEntry] = field(default_factory=list)
    _minutes: list[LiveMinute] = field(default_factory=list)
    _turns: list[tuple[str, float, LiveCause | None]] = field(default_factory=list)
    _fields: dict[str, Any] = field(default_factory=dict)
    _tally: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._tally = dict(self.cluster.tally)

    # ---- what is to be stored ----

    def change(self, change: Change) -> int:
        """Take a change; return how many came before it."""
        self._changes.append(change)
        self._bytes += len(change.manifest or b"") + len(change.key)
        self.position += 1
        if len(self._changes) > MOST_CHANGES or self._bytes > MOST_BYTES:
            self._lose(change.at)
        return self.position - 1

    def whole(self, objects: Objects, at: float) -> None:
        """Take the whole state, with which another stretch of the history begins."""
        self.position += 1
        self._changes.clear()
        self._bytes = 0
        self._state = (self.position, at, history.pack_state(objects))

    def checkpoint(self, objects: Objects, at: float) -> None:
        """Take the whole state as it is after the changes so far, which are all stored."""
        self._state = (self.position, at, history.pack_state(objects))
        self._joins = True

    def entry(self, entry: LiveEntry) -> int:
        """Number an entry and take it; return its number."""
        self.cluster.last += 1
        entry["number"] = self.cluster.last
        self._entries.append(entry)
        if entry["kind"] == "decision":
            agreement = entry["agreement"]
            self._tally[agreement] = self._tally.get(agreement, 0) + 1
        if len(self._entries) > MOST_ENTRIES:
            self._lose(datetime.fromisoformat(entry["at"]).timestamp())
        return entry["number"]

    def minute(self, minute: LiveMinute) -> None:
        """Take a minute of the lanes."""
        self._minutes.append(minute)

    def cause(self, key: str, at: float, about: LiveCause | None) -> None:
        """Take a cause that came up or, without `about`, went."""
        self._turns.append((key, at, about))

    def head(self, **fields: Any) -> None:
        """Take what the cluster's own row says."""
        self._fields.update(fields)

    def _lose(self, at: float) -> None:
        """Give up what waits: the database has been away for too long."""
        if self.lost_since is None:
            self.lost_since = at
        self._changes.clear()
        self._entries.clear()
        self._minutes.clear()
        self._turns.clear()
        self._state, self._bytes = None, 0

    @property
    def has_news(self) -> bool:
        """Whether something waits that somebody waits for."""
        return bool(self._changes or self._entries or self._minutes or self._turns or self._state) or (
            not self._fields.keys() <= {"heard"}
        )

    # ---- storing ----

    def flush(self) -> bool:
        """Store what waits, and renew the lease; return whether the database did. Raise LeaseLost."""
        try:
            with transaction.atomic():
                lease.write(
                    self.cluster,
                    **self._fields,
                    last=self.cluster.last,
                    position=self.position,
                    tally=self._tally,
                )
                self._write()
        except CONNECTION_ERRORS as error:
            logger.warning("%s waits for the database: %s", self.cluster.name, error)
            connection.close()
            return False
        self._changes, self._entries, self._minutes, self._turns = [], [], [], []
        self._state, self._bytes, self._fields, self._joins = None, 0, {}, False
        return True

    def _write(self) -> None:
        cluster = self.cluster
        if self._changes:
            Changes.objects.create(
                cluster=cluster,
                after=self.position - len(self._changes),
                until=self.position,
                at=_time(self._changes[-1].at),
                lines=history.pack_changes(self._changes),
            )
        if self._state is not None:
            position, at, text = self._state
            State.objects.create(cluster=cluster, position=position, at=_time(at), objects_text=text)
        if self._joins:
            join_changes(cluster, self.position)
        Entry.objects.bulk_create(_row(cluster, entry) for entry in self._entries)
        for minute in self._minutes:
            Minute.objects.update_or_create(cluster=cluster, at=minute["at"], defaults={"lanes": minute})
        for key, when, about in self._turns:
            CauseSpan.objects.filter(cluster=cluster, key=key, until=None).update(until=_time(when))
            if about is not None:
                CauseSpan.objects.create(cluster=cluster, key=key, since=_time(when), about=about)

    def close_causes(self, at: float) -> None:
        """Let all causes end that were open when the process before this one ended."""
        CauseSpan.objects.filter(cluster=self.cluster, until=None).update(until=_time(at))


def _row(cluster: FollowedCluster, entry: LiveEntry) -> Entry:
    row = Entry(cluster=cluster, number=entry["number"], at=entry["at"], kind=entry["kind"], payload=entry)
    if entry["kind"] == "decision":
        row.agreement, row.pod, row.moment = entry["agreement"], entry["pod"], entry["moment"]
    elif entry["kind"] == "workload":
        row.agreement, row.moment = entry["agreement"] or "", entry["moment"]
    elif entry["kind"] == "finding":
        row.moment = entry["moment"]
    return row


def _time(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)
