"""The answer for one workload: what decides, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.queueing.assignment.attempts import FlavorAttempt, ResourceCheck
from scheduler_core.queueing.assignment.modes import Finding, Mode
from scheduler_core.queueing.assignment.reasons import (
    EXCEEDS_MAX_QUOTA,
    NO_MATCHING_FLAVOR,
    TOPOLOGY_PLACEMENT_FAILED,
)
from scheduler_core.queueing.assignment.result import PodSetAssignment
from scheduler_core.queueing.cycle.entry import Entry, EntryStatus, Inadmissible, Nomination
from scheduler_core.queueing.objects.amounts import minus, plus, quantity_text, request_text, summed
from scheduler_core.queueing.objects.cluster_queue import NEVER, STRICT_FIFO
from scheduler_core.queueing.objects.workload import QUOTA_RESERVED, Workload
from scheduler_core.queueing.queues.pending import PendingQueue
from scheduler_core.queueing.run.trace import FollowedRun, blocker, state_of, targets_json
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.quota_tree import QueueNode
from scheduler_core.queueing.topology.contract import SearchRecord
from scheduler_core.sentences import filled

from .contract import (
    Bar,
    By,
    Cause,
    CauseKind,
    FlavorLine,
    PodSetLine,
    QueuedWorkload,
    QuotaBars,
    ResourceLine,
    Said,
    Victims,
    WorkloadAccount,
)
from .sentences import CAUSES, VICTIMS


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The last time that a workload was looked at."""

    cycle: int
    entry: Entry | None
    inadmissible: Inadmissible | None

    @property
    def nomination(self) -> Nomination | None:
        return self.entry.current if self.entry else None


def account_of(followed: FollowedRun, key: str) -> WorkloadAccount:
    """Return why a workload waits at the end of a run, or that it does not; raise KeyError for one that is not there.

    `key` is `namespace/name`.
    """
    world = followed.run.world
    workload = world.stored[key]
    queue = world.queues.queue_of(workload)
    attempt = _last_attempt(followed, key)
    nomination = attempt.nomination if attempt else None
    reserved = workload.by_type.get(QUOTA_RESERVED)
    said: Said | None = {"reason": reserved.reason, "message": reserved.message} if reserved else None
    return {
        "workload": key,
        "clusterQueue": queue.spec.name if queue else "",
        "state": state_of(workload),
        "cause": _cause(followed, workload, queue, attempt),
        "said": said,
        "cycle": attempt.cycle if attempt else None,
        "parked": queue is not None and key in queue.parked,
        "ahead": _ahead(queue, key) if queue else [],
        "podSets": _pod_sets(nomination, queue) if nomination and queue else [],
        "victims": _victims(nomination, queue) if nomination and queue else None,
        "quota": _quota(followed, nomination, queue) if nomination and queue else [],
        "places": _places(nomination) if nomination else [],
    }


def _last_attempt(followed: FollowedRun, key: str) -> _Attempt | None:
    for cycle in reversed(followed.records):
        for entry in cycle.record.entries:
            if entry.info.key == key:
                return _Attempt(cycle.number, entry, None)
        for left in cycle.record.inadmissible:
            if left.info.key == key:
                return _Attempt(cycle.number, None, left)
    return None


def _said(kind: CauseKind, **operands: str) -> Cause:
    return {"kind": kind, "operands": operands, "text": filled(CAUSES[kind], operands)}


_STATES: Mapping[str, CauseKind] = {
    "admitted": "admitted",
    "finished": "finished",
    "evicting": "evicting",
    "quotaReserved": "reserved",
}


def _cause(
    followed: FollowedRun, workload: Workload, queue: PendingQueue | None, attempt: _Attempt | None
) -> Cause:
    state = state_of(workload)
    if state in _STATES:
        return _said(_STATES[state])
    if blocked := blocker(followed.run, workload):
        return _blocked(followed, workload, blocked[1])
    if attempt is None:
        return _untried(queue, workload.key)
    if attempt.inadmissible is not None:
        return _said("invalid", message=attempt.inadmissible.message)
    assert attempt.entry is not None, "a head is an entry or inadmissible"
    return _refusal(attempt.entry)


def _blocked(followed: FollowedRun, workload: Workload, message: str) -> Cause:
    objects = followed.run.scenario.objects
    local = objects.local_queues.get(f"{workload.namespace}/{workload.queue}")
    if not workload.active:
        return _said("deactivated")
    if local is None:
        return _said("no_local_queue", queue=workload.queue)
    if local.cluster_queue not in objects.cluster_queues:
        return _said("no_cluster_queue", queue=local.cluster_queue)
    inactivity = followed.run.world.cache.inactive.get(local.cluster_queue)
    return _said(
        "inactive_queue", queue=local.cluster_queue, message=inactivity.message if inactivity else message
    )


def _untried(queue: PendingQueue | None, key: str) -> Cause:
    """Return why a workload was never looked at: one like it was parked, or others come first."""
    assert queue is not None, "whoever has no queue is blocked"
    info = queue.tracked(key)
    like = [other for other in queue.parked.values() if info and other.shape == info.shape]
    if key in queue.parked and len(like) > 1:
        first = min((other for other in like if other.key != key), key=queue.order)
        return _said("equal_parked", other=first.key)
    head = min(queue.active.values(), key=queue.order, default=None)
    kind: CauseKind = "behind_head" if queue.spec.strategy == STRICT_FIFO else "behind_others"
    return _said(kind, other=head.key if head else key)


def _refusal(entry: Entry) -> Cause:
    """Return why the last attempt failed, by the reason that Kueue gives it."""
    assignment, mode = entry.assignment, entry.mode
    reasons = "; ".join(reason for pod_set in assignment.pod_sets for reason in sorted(set(pod_set.reasons)))
    short = _shortest(assignment.pod_sets)
    if entry.status is not EntryStatus.NONE or mode is Mode.DEFERRED_FIT:
        cause = _said("skipped", message=entry.message)
    elif mode is Mode.PREEMPT and entry.targets:
        cause = _said("waiting_for_victims", n=str(len(entry.targets)))
    elif assignment.no_fit_reason == TOPOLOGY_PLACEMENT_FAILED:
        cause = _said("no_place", message=reasons)
    elif assignment.no_fit_reason == NO_MATCHING_FLAVOR or (short is None and mode is Mode.NO_FIT):
        cause = _said("no_matching_flavor", message=reasons)
    else:
        cause = _shortage(entry, short) if short else _said("places_taken", message=reasons)
    return cause


def _shortage(entry: Entry, short: ResourceCheck) -> Cause:
    """Return what is short in the flavor that came nearest, and why it is not freed."""
    operands = {"resource": short.resource, "flavor": short.flavor}
    if entry.assignment.no_fit_reason == EXCEEDS_MAX_QUOTA:
        requested = quantity_text(short.resource, plus(short.earlier, short.requested))
        maximum = quantity_text(short.resource, short.maximum)
        return _said("exceeds_max", requested=requested, maximum=maximum, **operands)
    more = quantity_text(short.resource, _short_of(short))
    kind: CauseKind = "short_nobody_to_preempt" if entry.mode is Mode.PREEMPT else "short"
    return _said(kind, short=more, **operands)


def _shortest(pod_sets: Sequence[PodSetAssignment]) -> ResourceCheck | None:
    """Return what is short in the flavor that came nearest: the best finding, of the pod set that failed."""
    failed = next((p for p in pod_sets if p.mode is not Mode.FIT and p.attempts), None)
    checks = [c for attempt in failed.attempts for c in attempt.checks if _short_of(c)] if failed else []
    return max(checks, key=lambda check: check.finding, default=None)


def _short_of(check: ResourceCheck) -> int:
    return max(0, minus(plus(check.earlier, check.requested), check.available))


def _ahead(queue: PendingQueue, key: str) -> list[QueuedWorkload]:
    """Return who comes first of those who wait, and by what."""
    info = queue.tracked(key)
    if info is None or key not in queue.active:
        return []
    ahead = sorted((i for i in queue.active.values() if queue.order(i) < queue.order(info)), key=queue.order)
    return [_queued(queue, other, info) for other in ahead]


_BY: tuple[By, ...] = ("priority", "time", "uid")


def _queued(queue: PendingQueue, other: WorkloadInfo, info: WorkloadInfo) -> QueuedWorkload:
    pairs = zip(_BY, other.turn, info.turn, strict=True)
    by: By = "sticky" if other.key == queue.sticky else next(name for name, a, b in pairs if a != b)
    total = summed(pod_set.requests for pod_set in other.requests)
    requests = {name: request_text(name, amount) for name, amount in sorted(total.items())}
    return {"workload": other.key, "by": by, "requests": requests}


def _pod_sets(nomination: Nomination, queue: PendingQueue) -> list[PodSetLine]:
    """Return the flavors that were looked at, in the order in which the ClusterQueue has them."""
    order = [flavor for group in queue.spec.quotas.groups for flavor in group.flavors]
    return [
        {
            "name": pod_set.name,
            "count": pod_set.count,
            "flavors": [
                _flavor(attempt, pod_set)
                for attempt in sorted(pod_set.attempts, key=lambda attempt: order.index(attempt.flavor))
            ],
        }
        for pod_set in nomination.assignment.pod_sets
    ]


def _flavor(attempt: FlavorAttempt, pod_set: PodSetAssignment) -> FlavorLine:
    return {
        "flavor": attempt.flavor,
        "mode": str(attempt.mode),
        "excluded": "" if attempt.checks else "; ".join(attempt.reasons),
        "preemption": attempt.possibility,
        "chosen": any(choice.flavor == attempt.flavor for choice in pod_set.flavors.values()),
        "resources": [_resource(check) for check in attempt.checks],
    }


def _resource(check: ResourceCheck) -> ResourceLine:
    short = _short_of(check)
    amounts = {
        "earlier": check.earlier,
        "requested": check.requested,
        "nominal": check.nominal,
        "available": check.available,
        "maximum": check.maximum,
        "short": short,
    }
    return {
        "resource": check.resource,
        "earlier": check.earlier,
        "requested": check.requested,
        "nominal": check.nominal,
        "available": check.available,
        "maximum": check.maximum,
        "short": short,
        "fits": check.finding is Finding.FIT,
        "borrowingLevel": check.level,
        "texts": {name: quantity_text(check.resource, amount) for name, amount in amounts.items()},
    }


def _victims(nomination: Nomination, queue: PendingQueue) -> Victims | None:
    """Return the last search for victims, None where none was made."""
    if nomination.assignment.mode is not Mode.PREEMPT:
        return None
    preemption = queue.spec.preemption
    searches = nomination.searches
    candidates = [list(candidate) for candidate in searches[-1].candidates] if searches else []
    why, n = "no_candidates", len(candidates)
    if nomination.targets:
        why, n = "found", len(nomination.targets)
    elif candidates:
        why = "not_enough"
    elif preemption.within_cluster_queue == preemption.reclaim_within_cohort == NEVER:
        why = "policy"
    text = filled(VICTIMS[why], {"n": str(n)})
    targets = targets_json(nomination.targets)
    return {"candidates": candidates, "targets": targets, "why": why, "text": text}


def _places(nomination: Nomination) -> list[SearchRecord]:
    """Return how places were looked for last; pod sets of one group share a search."""
    searches = [p.search for p in nomination.assignment.placements.values() if p.search is not None]
    return [search.record() for i, search in enumerate(searches) if search not in searches[:i]]


def _quota(followed: FollowedRun, nomination: Nomination, queue: PendingQueue) -> list[QuotaBars]:
    """Return what each ClusterQueue of the tree has and uses of what was looked at."""
    node = followed.run.world.cache.queues[queue.spec.name]
    nodes = node.parent.root.all_queues if node.parent else [node]
    looked_at = {
        (check.flavor, check.resource): None
        for pod_set in nomination.assignment.pod_sets
        for attempt in pod_set.attempts
        for check in attempt.checks
    }
    return [
        {
            "flavor": flavor,
            "resource": resource,
            "bars": [_bar(n, (flavor, resource), own=node) for n in nodes],
        }
        for flavor, resource in looked_at
    ]


def _bar(node: QueueNode, fr: tuple[str, str], *, own: QueueNode) -> Bar:
    quota, used = node.quota(fr), node.used(fr)
    return {
        "clusterQueue": node.name,
        "own": node is own,
        "nominal": quota.nominal,
        "used": used,
        "borrowed": max(0, minus(used, quota.nominal)),
        "borrowingLimit": quota.borrowing_limit,
        "lendingLimit": quota.lending_limit,
    }
