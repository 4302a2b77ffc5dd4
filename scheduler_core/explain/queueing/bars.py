"""The quota of a cohort as bars: what each ClusterQueue has, uses, borrows and lends."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.allowance import check
from scheduler_core.queueing.objects.amounts import FlavorResource, summed
from scheduler_core.queueing.snapshot.info import WorkloadInfo
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot

from .contract import CohortBars, HeldQuota, QueueAmount, QueueBar, TriedPodSet
from .desk import Desk, amount

MOST_HOLDERS = 10


def cohort_bars(desk: Desk, own: QueueSnapshot, fr: FlavorResource, asked: int) -> CohortBars:
    """Return the bars of a flavor and resource; `asked` is what the workload of the own queue asks for."""
    flavor, resource = fr
    queues = sorted(members(desk, own, fr), key=lambda queue: (queue is not own, queue.name))
    bars = [_bar(desk, queue, fr, asked if queue is own else None) for queue in queues]
    root = own.parent.root if own.parent else None
    shared = _quota_of_cohorts(own, fr)
    return {
        "cohort": root.name if root else "",
        "flavor": flavor,
        "resource": resource,
        "nominal": amount(resource, sum(bar["nominal"]["amount"] for bar in bars) + shared),
        "used": amount(resource, sum(bar["used"]["amount"] for bar in bars)),
        "queues": bars,
    }


def bars_of(desk: Desk, queue: QueueSnapshot, pod_sets: list[TriedPodSet]) -> Iterator[CohortBars]:
    """Yield the bars of each flavor and resource that has a sum, those that are short of what is nearest first."""
    asked: dict[tuple[str, str], int] = {}
    first: list[tuple[str, str]] = []
    for pod_set in pod_sets:
        for flavor in pod_set["flavors"]:
            for part in flavor["sums"]:
                fr = flavor["flavor"], part["resource"]
                asked[fr] = part["earlier"]["amount"] + part["asked"]["amount"]
                if flavor["decides"] and part["missing"] is not None:
                    first.append(fr)
    for fr in dict.fromkeys((*first, *asked)):
        yield cohort_bars(desk, queue, fr, asked[fr])


def members(desk: Desk, own: QueueSnapshot, fr: FlavorResource) -> list[QueueSnapshot]:
    """Return the ClusterQueues of a tree that have or use a flavor's resource."""
    if own.parent is None:
        return [own]
    names = [queue.name for queue in own.parent.root.all_queues]
    queues = [desk.snapshot.queues[name] for name in names if name in desk.snapshot.queues]
    return [queue for queue in queues if queue is own or fr in queue.quotas or queue.used(fr)]


def holders(desk: Desk, queue: QueueSnapshot, fr: FlavorResource) -> list[HeldQuota]:
    """Return who holds an amount in a ClusterQueue, the largest first."""
    held = [(info.usage.quota.get(fr, 0), info) for info in queue.workloads.values()]
    ordered = sorted(((n, info) for n, info in held if n), key=lambda part: (-part[0], part[1].key))
    return [held_quota(desk, info, fr) for _, info in ordered]


def held_quota(desk: Desk, info: WorkloadInfo, fr: FlavorResource) -> HeldQuota:
    return {
        "workload": info.key,
        "job": desk.names.get(info.key, ""),
        "cluster_queue": info.cluster_queue,
        "priority": info.workload.priority,
        "amount": amount(fr[1], info.usage.quota.get(fr, 0)),
    }


def limit(desk: Desk, queue: QueueSnapshot, fr: FlavorResource, field: str) -> QueueAmount | None:
    """Return a limit of a ClusterQueue's quota with its field, None without one."""
    quota = queue.quota(fr)
    number = quota.borrowing_limit if field == "borrowingLimit" else quota.lending_limit
    source = desk.quota_source("ClusterQueue", queue.name, fr, field)
    return None if number is None else amount(fr[1], number, source)


def nominal(desk: Desk, queue: QueueSnapshot, fr: FlavorResource) -> QueueAmount:
    source = desk.quota_source("ClusterQueue", queue.name, fr, "nominalQuota")
    return amount(fr[1], queue.quota(fr).nominal, source)


def _bar(desk: Desk, queue: QueueSnapshot, fr: FlavorResource, asked: int | None) -> QueueBar:
    check()
    resource, quota, used = fr[1], queue.quota(fr).nominal, queue.used(fr)
    unused, available = max(0, quota - used), max(0, queue.available(fr))
    held = holders(desk, queue, fr)
    free = None if asked is None else min(asked, available)
    return {
        "cluster_queue": queue.name,
        "own": asked is not None,
        "nominal": nominal(desk, queue, fr),
        "used": amount(resource, used),
        "within": amount(resource, min(used, quota)),
        "borrowed": amount(resource, max(0, used - quota)),
        "unused": amount(resource, unused),
        "lent": amount(resource, max(0, unused - available)),
        "borrowing_limit": limit(desk, queue, fr, "borrowingLimit"),
        "lending_limit": limit(desk, queue, fr, "lendingLimit"),
        "asked": None if asked is None else amount(resource, asked),
        "free": None if free is None else amount(resource, free),
        "missing": None if asked is None or free is None else amount(resource, asked - free),
        "holders": held[:MOST_HOLDERS],
        "holder_count": len(held),
    }


def _quota_of_cohorts(own: QueueSnapshot, fr: FlavorResource) -> int:
    """Return the quota that the cohorts of a tree have themselves."""
    if own.parent is None:
        return 0
    return summed({"": cohort.quota(fr).nominal} for cohort in own.parent.root.cohorts_below).get("", 0)
