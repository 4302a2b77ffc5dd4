"""Which changes are tried for a workload that is not admitted: of its queue, of itself, and the ends of others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from scheduler_core.explain.queueing.contract import FlavorSum, TriedFlavor, WaitingWorkload
from scheduler_core.explain.queueing.desk import Desk
from scheduler_core.explain.queueing.flavors import nearest_sum
from scheduler_core.explain.queueing.phrases import CURES, sentence
from scheduler_core.explain.queueing.preemption import looser_policies
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import Operation
from scheduler_core.queueing.objects.amounts import FlavorResource, quantity_text
from scheduler_core.queueing.objects.cluster_queue import BEST_EFFORT_FIFO
from scheduler_core.queueing.objects.workload import Workload

from .contract import QueueCureKind
from .of_job import fewer_pods, higher_levels, other_queues, priorities, tolerations
from .offer import Offer
from .waiting import ends


def offers(
    desk: Desk, workload: Workload, waiting: WaitingWorkload, job: Manifest | None, idle: Collection[str]
) -> Iterator[Offer]:
    """Yield what may help a workload; `job` is the manifest that it stands for, None if the input lacks it.

    `idle` are the admitted Workloads whose pods no node takes.
    """
    yield from _switches(desk, workload, waiting)
    queue = waiting["cluster_queue"]
    if job is not None:
        yield from other_queues(desk, workload, job)
    if not queue:
        return
    yield from _policies(desk, queue)
    if job is not None:
        yield from priorities(desk, workload, job)
        yield from tolerations(desk, waiting, job)
        yield from higher_levels(desk, workload, queue, job)
    if waiting["cause"]["kind"] == "behind":
        yield _best_effort(queue)
    nearest = nearest_sum(waiting["pod_sets"])
    if nearest is not None:
        flavor, short = nearest
        if job is not None:
            yield from fewer_pods(desk, short, waiting, job)
        yield from _limits(desk, queue, flavor, short)
        if quota := _quota(desk, waiting, {}):
            yield quota
    yield from ends(desk, workload, waiting, idle)


def _switches(desk: Desk, workload: Workload, waiting: WaitingWorkload) -> Iterator[Offer]:
    """Yield the changes that let a queue admit again, or the workload take part."""
    name, local = waiting["cluster_queue"], f"{workload.namespace}/{workload.queue}"
    stopped = {f"ClusterQueue {n}" for n, q in desk.objects.cluster_queues.items() if n == name and q.stopped}
    stopped |= {
        f"LocalQueue {k}"
        for k, q in desk.objects.local_queues.items()
        if k == local and q.stop_policy != "None"
    }
    if stopped:
        operations = tuple(Operation("set", queue, ("spec", "stopPolicy"), "None") for queue in stopped)
        said = ", ".join(stopped)
        yield Offer("resume", sentence(CURES, "resume", object=said), operations)
    if not workload.active:
        operation = Operation("set", f"Workload {workload.key}", ("spec", "active"), value=True)
        yield Offer("activate", sentence(CURES, "activate"), (operation,))


def _best_effort(queue: str) -> Offer:
    """Return the strategy that lets workloads pass a head for which there is no quota."""
    operation = Operation("set", f"ClusterQueue {queue}", ("spec", "queueingStrategy"), BEST_EFFORT_FIFO)
    return Offer("strategy", sentence(CURES, "strategy", queue=queue), (operation,))


def _policies(desk: Desk, queue: str) -> Iterator[Offer]:
    for field, value, _ in looser_policies(desk.objects.cluster_queues[queue].preemption):
        kind: QueueCureKind = "reclaim" if field == "reclaimWithinCohort" else "within"
        operation = Operation("set", f"ClusterQueue {queue}", ("spec", "preemption", field), value)
        yield Offer(kind, sentence(CURES, kind, queue=queue, value=value), (operation,))


def _limits(desk: Desk, queue: str, flavor: TriedFlavor, short: FlavorSum) -> Iterator[Offer]:
    """Yield what removes a limit of the queue's borrowing, or of others' lending."""
    fr = flavor["flavor"], short["resource"]
    own = desk.objects.cluster_queues[queue]
    said = {"resource": fr[1], "flavor": fr[0]}
    if own.cohort and (quota := own.quotas.by_flavor.get(fr)) and quota.borrowing_limit is not None:
        path = (*desk.quota_path("ClusterQueue", queue, fr), "borrowingLimit")
        operation = Operation("remove", f"ClusterQueue {queue}", path)
        yield Offer("borrowing", sentence(CURES, "borrowing", queue=queue, **said), (operation,))
    for name, other in desk.objects.cluster_queues.items():
        quota = other.quotas.by_flavor.get(fr)
        if name != queue and own.cohort and quota is not None and quota.lending_limit is not None:
            path = (*desk.quota_path("ClusterQueue", name, fr), "lendingLimit")
            operation = Operation("remove", f"ClusterQueue {name}", path)
            yield Offer("lending", sentence(CURES, "lending", queue=name, **said), (operation,))


def _quota(desk: Desk, waiting: WaitingWorkload, added: Mapping[FlavorResource, int]) -> Offer | None:
    """Return just as much more quota as is missing, of all resources that are short; None if none is.

    `added` is what was tried before and did not suffice: Kueue stops at the first resource that is short, and whoever
    is before the workload takes what is added.
    """
    queue = waiting["cluster_queue"]
    missing = {
        (flavor["flavor"], part["resource"]): part["missing"]["amount"]
        for pod_set in waiting["pod_sets"]
        for flavor in pod_set["flavors"]
        if flavor["decides"]
        for part in flavor["sums"]
        if part["missing"]
    }
    if not missing:
        return None
    more = {fr: added.get(fr, 0) + missing.get(fr, 0) for fr in {**added, **missing}}
    quotas = desk.objects.cluster_queues[queue].quotas.by_flavor
    totals = {fr: quantity_text(fr[1], quotas[fr].nominal + missing.get(fr, 0)) for fr in more}
    operations = (
        Operation(
            "set",
            f"ClusterQueue {queue}",
            (*desk.quota_path("ClusterQueue", queue, fr), "nominalQuota"),
            total,
        )
        for fr, total in totals.items()
    )
    flavors = ", ".join(dict.fromkeys(flavor for flavor, _ in more))
    said = sentence(
        CURES,
        "quota",
        amount=", ".join(quantity_text(resource, amount) for (_, resource), amount in more.items()),
        resource=", ".join(resource for _, resource in more),
        flavor=flavors,
        queue=queue,
        value=", ".join(totals.values()),
    )

    def following(changed: Desk, still_waiting: WaitingWorkload) -> Offer | None:
        return _quota(changed, still_waiting, more)

    return Offer("quota", said, tuple(operations), flavors, more=following)
