"""One cycle: heads are taken, nominated, ordered, and processed one after another.

Mirrors schedule and processEntry of pkg/scheduler/scheduler.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core import allowance
from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.assignment.reasons import (
    ADMISSION_GATED,
    MISCONFIGURED,
    PENDING_EVALUATION,
    WAITING_FOR_PODS_READY,
    WAITING_FOR_PREEMPTED,
    WAITING_FOR_QUOTA,
)
from scheduler_core.queueing.assignment.topology import net_usage
from scheduler_core.queueing.objects.amounts import FlavorResource, minus, plus
from scheduler_core.queueing.objects.cluster import QueueingObjects
from scheduler_core.queueing.objects.cluster_queue import ANY
from scheduler_core.queueing.objects.workload import PODS_READY, Workload
from scheduler_core.queueing.preemption.preemptor import FairSharing, preemption_message
from scheduler_core.queueing.queues.manager import Head, QueueManager
from scheduler_core.queueing.queues.pending import RequeueReason
from scheduler_core.queueing.snapshot.cache import Cache
from scheduler_core.queueing.snapshot.info import Usage, WorkloadInfo
from scheduler_core.queueing.snapshot.snapshot import FitsCheck, Snapshot

from . import conditions, variants
from .entry import Entry, EntryStatus, Inadmissible, Nomination
from .nomination import Nominator
from .order import classical_order, fair_order
from .validation import invalidity

_OVERLAP = "Workload has overlapping preemption targets with another workload"
_OVERLAP_BUT_FITS = f"{_OVERLAP}, but will fit after these preemptions complete"
_NO_LONGER_FITS = "Workload no longer fits after processing another workload"
_FAILED_CHECKS = {"Retry", "Rejected"}
_GATED = "Workload requires preemption, but it's gated"
_NOT_READY = "waiting for all admitted workloads to be in PodsReady condition"


@dataclass(slots=True)
class World:
    """What cycles share and change: objects, what is admitted, the queues, and the workloads as stored.

    `stored` has all workloads by key. `blocks_admission` is whether nobody is admitted as long as pods of others are
    not ready.
    """

    objects: QueueingObjects
    cache: Cache
    queues: QueueManager
    stored: dict[str, Workload]
    fair_sharing: FairSharing | None = None
    blocks_admission: bool = False

    def not_ready(self) -> list[str]:
        """Return who holds quota while its pods are not ready, in the order of the keys (WorkloadsNotReady)."""
        held = (w for _, w in sorted(self.stored.items()) if w.reserves_quota and not w.finished)
        return [workload.key for workload in held if not workload.holds(PODS_READY)]


@dataclass(frozen=True, slots=True)
class CycleRecord:
    """What happened in a cycle: the heads in the order in which they were taken, entries in that of processing.

    `before` has the workloads that were stored anew, as they were. `blocked` is whether it ended before its time, with
    the entry that waits until the pods of others are ready.
    """

    heads: list[str]
    entries: list[Entry]
    inadmissible: list[Inadmissible]
    before: Mapping[str, Workload]
    blocked: bool = False


def schedule(world: World, cycle: int, now: str) -> CycleRecord:
    """Run one cycle, and store what becomes of the heads and their victims (schedule).

    `cycle` is counted from 1, `now` is RFC 3339.
    """
    return _Cycle(world, cycle, now).run(world.queues.heads())


@dataclass(slots=True)
class _Cycle:
    world: World
    number: int
    now: str
    snapshot: Snapshot = field(init=False)
    nominator: Nominator = field(init=False)
    preempted: dict[str, WorkloadInfo] = field(default_factory=dict)
    before: dict[str, Workload] = field(default_factory=dict)
    blocked: bool = False

    def __post_init__(self) -> None:
        self.snapshot = self.world.cache.shared_snapshot()
        self.nominator = Nominator(self.snapshot, self.world.fair_sharing, self.number)

    def run(self, heads: list[Head]) -> CycleRecord:
        entries: list[Entry] = []
        inadmissible: list[Inadmissible] = []
        for head in heads:
            allowance.check()
            nomination = self._nominate(head)
            if isinstance(nomination, Entry):
                entries.append(nomination)
            else:
                inadmissible.append(nomination)
        order = fair_order if self.world.fair_sharing else classical_order
        processed = []
        for entry in order(entries, self.snapshot.gates):
            allowance.check()
            if self.blocked:  # Kueue stands still within the cycle, and so looks at nobody else
                self._leave(entry)
                continue
            self._process(entry)
            processed.append(entry)
        for entry in processed:
            if entry.status is not EntryStatus.ASSUMED:
                self._requeue(entry)
        for left in inadmissible:
            self._send_back(left)
        keys = [head.info.key for head in heads]
        return CycleRecord(keys, processed, inadmissible, self.before, self.blocked)

    def _nominate(self, head: Head) -> Entry | Inadmissible:
        """Return what a head would get, or why it cannot be admitted at all (nominate)."""
        info = head.info
        queue = self.snapshot.queues[info.cluster_queue]
        if _FAILED_CHECKS.intersection(info.workload.checks.values()):
            return Inadmissible(info, "The workload has failed admission checks", PENDING_EVALUATION)
        if invalid := invalidity(info.workload, queue.spec, self.world.objects):
            return Inadmissible(info, invalid.message, MISCONFIGURED, invalid.requeue)
        nomination = self.nominator.nominate(info)
        entry = Entry(info, queue, nomination, head.is_preemptor)
        entry.take_nomination(nomination, again=False)
        return entry

    def _process(self, entry: Entry) -> None:
        """Admit an entry, evict its victims, or say why neither happens (processEntry)."""
        if self._is_variant(entry) and variants.better_sibling(entry.info, entry.queue):
            self._skip(entry, variants.ADMITTED_ALREADY, PENDING_EVALUATION)
            return
        usage, fits = self._refresh(entry)
        mode = entry.mode
        if mode is Mode.NO_FIT:
            entry.requeue_reason, entry.reason = RequeueReason.NO_FIT, entry.assignment.no_fit_reason
        elif mode is Mode.PREEMPT and not entry.targets:
            entry.requeue_reason, entry.reason = RequeueReason.NO_CANDIDATES, WAITING_FOR_QUOTA
            self._reserve(entry)
        elif mode is Mode.PREEMPT and self._is_gated(entry):
            entry.status, entry.message, entry.reason = EntryStatus.GATED, _GATED, ADMISSION_GATED
            entry.requeue_reason, entry.info.last_search = RequeueReason.PREEMPTION_GATED, None
        elif mode is Mode.DEFERRED_FIT:
            entry.message, entry.reason = _OVERLAP_BUT_FITS, WAITING_FOR_PREEMPTED
            entry.requeue_reason, entry.info.last_search = RequeueReason.PENDING_PREEMPTION, None
            entry.use(usage)
        elif any(target.info.key in self.preempted for target in entry.targets):
            self._skip(entry, _OVERLAP)
        elif not fits:
            self._skip(entry, _NO_LONGER_FITS)
        else:
            self._take(entry, usage)

    def _take(self, entry: Entry, usage: Usage) -> None:
        """Let an entry have what it needs: at once, or when others are gone or ready."""
        self.preempted |= {target.info.key: target.info for target in entry.targets}
        entry.use(usage)
        if entry.mode is Mode.PREEMPT:
            self._preempt(entry)
        elif self.world.blocks_admission and self.world.not_ready():
            self._wait(entry)
        elif self._is_variant(entry) and (worse := variants.worse_sibling(entry.info, entry.queue)):
            self._migrate(entry, worse)
        else:
            self._admit(entry)

    def _is_gated(self, entry: Entry) -> bool:
        gates = self.snapshot.gates
        return gates.multi_kueue_orchestrated_preemption and bool(entry.info.workload.closed_gates)

    def _is_variant(self, entry: Entry) -> bool:
        return self.snapshot.gates.concurrent_admission and bool(entry.info.workload.parent)

    def _skip(self, entry: Entry, message: str, reason: str = WAITING_FOR_QUOTA) -> None:
        keeps = self.snapshot.gates.flavor_fungibility_preserve_scan_progress
        entry.skip(message, reason, keeps_search=keeps)

    def _refresh(self, entry: Entry) -> tuple[Usage, bool]:
        """Return what an entry would use, and whether it fits now; search again where earlier entries took its place.

        Mirrors updateAssignmentIfNeeded.
        """
        gates = self.snapshot.gates
        usage = self._usage(entry)
        check = self._fits(entry, usage)
        overlaps = gates.recompute_assignment_upon_preemption_targets_overlap and any(
            target.info.key in self.preempted for target in entry.targets
        )
        displaced = check is FitsCheck.NO_TOPOLOGY and gates.tas_recompute_assignment_within_scheduling_cycle
        if not overlaps and not displaced:
            return usage, check is FitsCheck.OK
        entry.info.last_search = None
        entry.info.nominated = entry.assignment.nominated_flavors()
        entry.take_nomination(self._nominate_again(entry, overlaps=overlaps), again=True)
        entry.deferred = overlaps and entry.mode is Mode.FIT
        entry.info.nominated = {}
        usage = self._usage(entry)
        return usage, self._fits(entry, usage) is FitsCheck.OK

    def _nominate_again(self, entry: Entry, *, overlaps: bool) -> Nomination:
        """Search again; with overlapping victims as if those of other entries were gone."""
        gone = list(self.preempted.values()) if overlaps else []
        with self.snapshot.without(gone):
            return self.nominator.nominate(entry.info)

    def _usage(self, entry: Entry) -> Usage:
        """Return what an entry would newly use of quota and places (assignmentUsage)."""
        return self._net(entry, entry.assignment.quota)

    def _net(self, entry: Entry, quota: Mapping[FlavorResource, int]) -> Usage:
        places = {}
        if self.snapshot.gates.topology_aware_scheduling:
            places = net_usage(entry.assignment, entry.info, entry.queue, beyond_admission=True)
        return Usage({} if entry.info.workload.reserves_quota else quota, places)

    def _fits(self, entry: Entry, usage: Usage) -> FitsCheck:
        """Return whether usage fits with all victims of the cycle gone (fits); what fits beside them does then too."""
        check = entry.queue.fits(usage)
        gone = self.preempted | {target.info.key: target.info for target in entry.targets}
        if check is FitsCheck.OK or not gone:
            return check
        with self.snapshot.without_usage_of(gone.values(), rooms=bool(usage.topology)):
            return entry.queue.fits(usage)

    def _reserve(self, entry: Entry) -> None:
        """Reserve capacity for a workload without preemption candidates, so that others do not take it.

        Mirrors reserveCapacityForUnreclaimablePreempt.
        """
        waits = self.snapshot.gates.prioritize_preemptor_workloads and entry.is_preemptor
        if entry.queue.spec.preemption.reclaim_within_cohort != ANY or waits:
            entry.use(self._net(entry, _reserved_quota(entry)))

    def _preempt(self, entry: Entry) -> None:
        """Evict the victims; those that are on their way count too (IssuePreemptions)."""
        entry.reason, entry.info.last_search = WAITING_FOR_PREEMPTED, None
        for target in entry.targets:
            victim = self.world.stored[target.info.key]
            if not victim.evicted:
                message = preemption_message(entry.info, target, self.snapshot)
                self._store(conditions.preempted(victim, target.reason, message, self.now))
        entry.message += f". Pending the preemption of {len(entry.targets)} workload(s)"
        entry.requeue_reason = RequeueReason.PENDING_PREEMPTION

    def _migrate(self, entry: Entry, worse: WorkloadInfo) -> None:
        """Evict the variant with the worse flavor, if the queue lets the workload migrate (issueMigration)."""
        if not variants.may_migrate(entry.info, entry.queue):
            entry.message, entry.reason = variants.BELOW_LAST, PENDING_EVALUATION
            return
        entry.message += variants.PENDING_MIGRATION
        entry.reason, entry.info.last_search = WAITING_FOR_PREEMPTED, None
        entry.requeue_reason = RequeueReason.PENDING_MIGRATION
        stored, message = self.world.stored[worse.key], variants.migration_message(entry.info)
        self._store(conditions.migrating(stored, message, self.now))

    def _admit(self, entry: Entry) -> None:
        """Reserve the quota, which admits the workload (admit)."""
        admission = entry.assignment.admission(entry.queue.name)
        workload = conditions.admitted(entry.info.workload, admission, entry.queue.spec.checks, self.now)
        self.world.cache.update(workload)
        self._store(workload)
        entry.status, entry.message = EntryStatus.ASSUMED, ""

    def _wait(self, entry: Entry) -> None:
        """Let an entry wait until all pods of others are ready (waitForPodsReadyIfNeeded)."""
        self.blocked = True
        entry.message, entry.reason = _NOT_READY, WAITING_FOR_PODS_READY
        entry.requeue_reason = RequeueReason.FAILED_AFTER_NOMINATION

    def _leave(self, entry: Entry) -> None:
        """Put back an entry that was not looked at; its condition stays."""
        stored, reason = self.world.stored[entry.info.key], RequeueReason.FAILED_AFTER_NOMINATION
        self.world.queues.requeue(entry.info, stored, reason)

    def _requeue(self, entry: Entry) -> None:
        """Put an entry back into its queue, and say why in its condition (requeueAndUpdate)."""
        if entry.status is not EntryStatus.NONE and entry.requeue_reason is RequeueReason.GENERIC:
            entry.requeue_reason = RequeueReason.FAILED_AFTER_NOMINATION
        stored = self.world.stored[entry.info.key]
        entry.requeued = self.world.queues.requeue(entry.info, stored, entry.requeue_reason)
        workload = conditions.refused(entry.info.workload, entry.reason, entry.message, self.now)
        if entry.status is EntryStatus.GATED:
            workload = conditions.gated(workload, entry.message, self.now)
        self._store(workload)

    def _send_back(self, left: Inadmissible) -> None:
        stored = self.world.stored[left.info.key]
        left.requeued = self.world.queues.requeue(left.info, stored, left.requeue_reason)
        self._store(conditions.refused(left.info.workload, left.reason, left.message, self.now))

    def _store(self, workload: Workload) -> None:
        self.before.setdefault(workload.key, self.world.stored[workload.key])
        self.world.stored[workload.key] = workload


def _reserved_quota(entry: Entry) -> dict[FlavorResource, int]:
    """Return of what an entry needs the part that its ClusterQueue could still have (quotaResourcesToReserve)."""
    reserved: dict[FlavorResource, int] = {}
    for fr, amount in entry.assignment.quota.items():
        quota, used = entry.queue.quota(fr), entry.queue.used(fr)
        if entry.assignment.level == 0:
            reserved[fr] = max(0, min(amount, minus(quota.nominal, used)))
        elif quota.borrowing_limit is None:
            reserved[fr] = amount
        else:
            reserved[fr] = min(amount, minus(plus(quota.nominal, quota.borrowing_limit), used))
    return reserved
