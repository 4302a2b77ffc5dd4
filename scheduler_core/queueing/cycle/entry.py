"""A head on its way through a cycle, and what is recorded of it.

Mirrors entry of pkg/scheduler/scheduler.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.assignment.result import Assignment
from scheduler_core.queueing.objects.amounts import FlavorAmounts
from scheduler_core.queueing.preemption.search import SearchRecord, Target
from scheduler_core.queueing.queues.pending import RequeueReason
from scheduler_core.queueing.snapshot.info import Usage, WorkloadInfo
from scheduler_core.queueing.snapshot.share import Share
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot


class EntryStatus(Enum):
    """What became of a head. NONE: no fit, or its victims have to go first."""

    NONE = ""
    SKIPPED = "skipped"
    GATED = "preemptionGated"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class CountsTried:
    """Numbers of pods that partial admission tried, and the mode that was found."""

    counts: tuple[int, ...]
    mode: Mode


@dataclass(frozen=True, slots=True)
class Nomination:
    """What a workload would get by itself, with all that was searched for it."""

    assignment: Assignment
    targets: list[Target]
    searches: list[SearchRecord] = field(default_factory=list)
    counts_tried: list[CountsTried] = field(default_factory=list)


@dataclass(slots=True)
class Entry:
    """A nominated head. `requeued` is None for one that does not go back to its queue.

    `shares` are those that the tournament compared when the entry was chosen, by cohort and workload.
    """

    info: WorkloadInfo
    queue: QueueSnapshot
    nomination: Nomination
    is_preemptor: bool
    recomputed: Nomination | None = None
    deferred: bool = False
    status: EntryStatus = EntryStatus.NONE
    message: str = ""
    reason: str = ""
    requeue_reason: RequeueReason = RequeueReason.GENERIC
    requeued: bool | None = None
    used: FlavorAmounts = field(default_factory=dict)
    shares: Mapping[tuple[str, str], Share] = field(default_factory=dict)

    @property
    def current(self) -> Nomination:
        return self.recomputed or self.nomination

    @property
    def assignment(self) -> Assignment:
        return self.current.assignment

    @property
    def targets(self) -> list[Target]:
        return self.current.targets

    @property
    def mode(self) -> Mode:
        """The mode in which it is processed: one that fits once others' victims are gone has to wait."""
        return Mode.DEFERRED_FIT if self.deferred else self.assignment.mode

    def take_nomination(self, nomination: Nomination, *, again: bool) -> None:
        """Take what was found for the workload (recordAssignment)."""
        if again:
            self.recomputed = nomination
        else:
            self.nomination = nomination
        self.message = nomination.assignment.message
        self.info.last_search = nomination.assignment.search

    def skip(self, message: str, reason: str, *, keeps_search: bool) -> None:
        """Leave the workload for the next cycle (markSkipped)."""
        self.status, self.message, self.reason = EntryStatus.SKIPPED, message, reason
        if not keeps_search:
            self.info.last_search = None

    def use(self, usage: Usage) -> None:
        """Take usage from the snapshot, for the rest of the cycle."""
        self.queue.add(usage)
        self.used = {fr: amount for fr, amount in usage.quota.items() if amount}


@dataclass(slots=True)
class Inadmissible:
    """A head that was not nominated."""

    info: WorkloadInfo
    message: str
    reason: str
    requeue_reason: RequeueReason = RequeueReason.GENERIC
    requeued: bool = False
