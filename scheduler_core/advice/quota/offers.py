"""Which changes are tried for a workload that is not admitted: of quota, policies, tolerations, numbers of pods."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.explain.queueing.contract import FlavorSum, QueueSentence, TriedFlavor, WaitingWorkload
from scheduler_core.explain.queueing.desk import Desk
from scheduler_core.explain.queueing.flavors import nearest_sum
from scheduler_core.explain.queueing.phrases import CURES, sentence
from scheduler_core.explain.queueing.preemption import looser_policies
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import Operation
from scheduler_core.queueing.objects.amounts import quantity_text
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.workloads.integration import value_at
from scheduler_core.queueing.workloads.registry import INTEGRATIONS

from .contract import QueueCureKind


@dataclass(frozen=True, slots=True)
class Offer:
    """A change to try; `capacity` is the flavor whose nodes must have what is added, "" for none."""

    kind: QueueCureKind
    change: QueueSentence
    operations: tuple[Operation, ...]
    capacity: str = ""


def offers(desk: Desk, workload: Workload, found: WaitingWorkload, job: Manifest | None) -> Iterator[Offer]:
    """Yield what may help a workload; `job` is the manifest that it stands for, None if the input lacks it."""
    yield from _switches(desk, workload, found)
    queue = found["cluster_queue"]
    if not queue:
        return
    yield from _policies(desk, workload, queue)
    for pod_set in found["pod_sets"]:
        for flavor in pod_set["flavors"]:
            yield from _tolerations(desk, flavor, job)
    nearest = nearest_sum(found["pod_sets"])
    if nearest is not None:
        yield from _fewer(nearest[1], found, job)
        yield from _limits(desk, queue, nearest[0], nearest[1])
        yield from _quota(desk, queue, nearest[0])


def _switches(desk: Desk, workload: Workload, found: WaitingWorkload) -> Iterator[Offer]:
    """Yield the changes that let a queue admit again, or the workload take part."""
    name, local = found["cluster_queue"], f"{workload.namespace}/{workload.queue}"
    stopped = {f"ClusterQueue {n}" for n, q in desk.objects.cluster_queues.items() if n == name and q.stopped}
    stopped |= {
        f"LocalQueue {k}"
        for k, q in desk.objects.local_queues.items()
        if k == local and q.stop_policy != "None"
    }
    if stopped:
        operations = tuple(Operation("set", each, ("spec", "stopPolicy"), "None") for each in stopped)
        said = ", ".join(stopped)
        yield Offer("resume", sentence(CURES, "resume", object=said), operations)
    if not workload.active:
        operation = Operation("set", f"Workload {workload.key}", ("spec", "active"), value=True)
        yield Offer("activate", sentence(CURES, "activate"), (operation,))


def _policies(desk: Desk, workload: Workload, queue: str) -> Iterator[Offer]:
    for field, value, _ in looser_policies(desk.objects.cluster_queues[queue].preemption):
        kind: QueueCureKind = "reclaim" if field == "reclaimWithinCohort" else "within"
        operation = Operation("set", f"ClusterQueue {queue}", ("spec", "preemption", field), value)
        yield Offer(kind, sentence(CURES, kind, queue=queue, value=value), (operation,))


def _tolerations(desk: Desk, flavor: TriedFlavor, job: Manifest | None) -> Iterator[Offer]:
    """Yield the toleration of all taints of a flavor that was refused."""
    spec = desk.objects.flavors.get(flavor["flavor"])
    if flavor["outcome"] != "refused" or spec is None or not spec.node_taints or job is None:
        return
    tolerations = [
        {"key": taint.key, "operator": "Equal", "value": taint.value, "effect": taint.effect}
        if taint.value
        else {"key": taint.key, "operator": "Exists", "effect": taint.effect}
        for taint in spec.node_taints
    ]
    operations = [
        Operation("add", object_of(job), (*pod_set.path, "spec", "tolerations"), toleration)
        for pod_set in INTEGRATIONS[job["kind"]].pod_sets(job)
        for toleration in tolerations
    ]
    said = sentence(CURES, "toleration", taint=", ".join(flavor["taints"]), flavor=flavor["flavor"])
    yield Offer("toleration", said, tuple(operations))


def _fewer(short: FlavorSum, found: WaitingWorkload, job: Manifest | None) -> Iterator[Offer]:
    """Yield the largest number of pods of a Job for which the unused quota suffices."""
    if job is None or job["kind"] != "Job" or len(found["pod_sets"]) != 1:
        return
    one = found["pod_sets"][0]["requests"][short["resource"]]["amount"]
    count = short["available"]["amount"] // one if one else 0
    if 0 < count < found["pod_sets"][0]["count"]:
        operation = Operation("set", object_of(job), ("spec", "parallelism"), count)
        yield Offer("fewer", sentence(CURES, "fewer", n=count), (operation,))


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


def _quota(desk: Desk, queue: str, flavor: TriedFlavor) -> Iterator[Offer]:
    """Yield just as much more quota as is missing, of all resources that are short in the flavor."""
    operations, parts = [], [part for part in flavor["sums"] if part["missing"] is not None]
    for part in parts:
        fr = flavor["flavor"], part["resource"]
        missing = part["missing"]["amount"] if part["missing"] else 0
        total = quantity_text(fr[1], part["nominal"]["amount"] + missing)
        path = (*desk.quota_path("ClusterQueue", queue, fr), "nominalQuota")
        operations.append(Operation("set", f"ClusterQueue {queue}", path, total))
    if operations:
        first = parts[0]
        said = sentence(
            CURES,
            "quota",
            amount=first["missing"]["text"] if first["missing"] else "0",
            resource=", ".join(part["resource"] for part in parts),
            flavor=flavor["flavor"],
            queue=queue,
            value=", ".join(str(operation.value) for operation in operations),
        )
        yield Offer("quota", said, tuple(operations), flavor["flavor"])


def object_of(manifest: Manifest) -> str:
    """Return the name of an object as operations have it: with a namespace only where it is written, or for a pod."""
    meta = mapping(manifest, "metadata")
    namespace, name = value_at(meta, ("namespace",)), meta.get("name")
    return f"{manifest['kind']} {namespace}/{name}" if namespace else f"{manifest['kind']} {name}"
