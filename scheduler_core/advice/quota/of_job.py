"""Changes of a job that is not admitted: its queue, its priority, its tolerations, its place, its number of pods."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.explain.queueing.contract import FlavorSum, TriedPodSet, WaitingWorkload
from scheduler_core.explain.queueing.desk import Desk
from scheduler_core.explain.queueing.phrases import CURES, sentence
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import Operation, object_name
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.workloads.integration import PodSetTemplate, mapping_at
from scheduler_core.queueing.workloads.names import MIN_PARALLELISM, PRIORITY_CLASS, QUEUE
from scheduler_core.queueing.workloads.priority import read_priority_classes
from scheduler_core.queueing.workloads.topology_request import REQUIRED

from .offer import Offer

_MOST = 4  # classes, and queues, that are tried


def other_queues(desk: Desk, workload: Workload, job: Manifest) -> Iterator[Offer]:
    """Yield the LocalQueues of the namespace that lead to other ClusterQueues."""
    own = desk.queue_name(workload)
    in_namespace = (q for q in desk.objects.local_queues.values() if q.namespace == workload.namespace)
    others = [q for q in in_namespace if q.cluster_queue != own and q.cluster_queue in desk.snapshot.queues]
    for queue in others[:_MOST]:
        label = Operation("set", object_name(job), ("metadata", "labels", QUEUE), queue.name)
        operations = (label, *_on_workload(desk, workload, "queueName", queue.name))
        said = sentence(CURES, "other_queue", queue=queue.name, cluster_queue=queue.cluster_queue)
        yield Offer("other_queue", said, operations)


def priorities(desk: Desk, workload: Workload, job: Manifest) -> Iterator[Offer]:
    """Yield the WorkloadPriorityClasses of a higher priority, the lowest of them first."""
    classes = read_priority_classes(desk.manifests).of_workloads
    higher = sorted((value, name) for name, value in classes.items() if value > workload.priority)
    for value, name in higher[:_MOST]:
        label = Operation("set", object_name(job), ("metadata", "labels", PRIORITY_CLASS), name)
        operations = (label, *_on_workload(desk, workload, "priority", value))
        yield Offer("priority", sentence(CURES, "priority", name=name, value=value), operations)


def _on_workload(desk: Desk, workload: Workload, field: str, value: object) -> tuple[Operation, ...]:
    """Return the change that Kueue makes of the Workload of a changed job, where the input has that."""
    owners = desk.queued.owners
    if workload.key in owners.made:
        return ()
    return (Operation("set", object_name(owners.manifests[workload.key]), ("spec", field), value),)


def tolerations(desk: Desk, waiting: WaitingWorkload, job: Manifest) -> Iterator[Offer]:
    """Yield the toleration of all taints of a flavor that was refused."""
    for flavor in (flavor for pod_set in waiting["pod_sets"] for flavor in pod_set["flavors"]):
        spec = desk.objects.flavors.get(flavor["flavor"])
        if flavor["outcome"] != "refused" or spec is None or not spec.node_taints:
            continue
        added = [
            {"key": taint.key, "operator": "Equal", "value": taint.value, "effect": taint.effect}
            if taint.value
            else {"key": taint.key, "operator": "Exists", "effect": taint.effect}
            for taint in spec.node_taints
        ]
        operations = [
            Operation("add", object_name(job), (*pod_set.path, "spec", "tolerations"), toleration)
            for pod_set in _in_place(desk, job)
            for toleration in added
        ]
        said = sentence(CURES, "toleration", taint=", ".join(flavor["taints"]), flavor=flavor["flavor"])
        yield Offer("toleration", said, tuple(operations))


def higher_levels(desk: Desk, workload: Workload, queue: str, job: Manifest) -> Iterator[Offer]:
    """Yield the levels above the one that all pods of a pod set must share, the nearest first."""
    flavors = {name for group in desk.objects.cluster_queues[queue].quotas.groups for name in group.flavors}
    named = (desk.objects.flavors[name].topology for name in sorted(flavors) if name in desk.objects.flavors)
    topologies = [
        desk.objects.topologies[name] for name in dict.fromkeys(named) if name in desk.objects.topologies
    ]
    for pod_set in workload.pod_sets:
        path = next((p.path for p in _in_place(desk, job) if p.name == pod_set.name), None)
        required = pod_set.topology.required if pod_set.topology else ""
        levels = next((t.levels for t in topologies if required in t.levels), ())
        for level in reversed(levels[: levels.index(required)] if path and levels else ()):
            change = Operation(
                "set", object_name(job), (*(path or ()), "metadata", "annotations", REQUIRED), level
            )
            yield Offer("level", sentence(CURES, "level", level=level, required=required), (change,))


def fewer_pods(desk: Desk, short: FlavorSum, waiting: WaitingWorkload, job: Manifest) -> Iterator[Offer]:
    """Yield the largest number of pods for which the unused quota suffices, and a start with as few."""
    for written, tried in zip(desk.spelled_out(job)[1], waiting["pod_sets"], strict=False):
        count = _affordable(short, written, tried)
        if not count:
            continue
        operation = Operation("set", object_name(job), written.replicas, count // written.pods_each)
        yield Offer("fewer", sentence(CURES, "fewer", n=count), (operation,))
        if kind_of(job) == "Job" and tried["min_count"] is None:
            path = ("metadata", "annotations", MIN_PARALLELISM)
            partial = Operation("set", object_name(job), path, str(count))
            yield Offer("partial", sentence(CURES, "partial", n=count), (partial,))


def _affordable(short: FlavorSum, written: PodSetTemplate, tried: TriedPodSet) -> int:
    """Return for how many pods of the pod set that is short the quota suffices, 0 for none or for any other."""
    request = tried["requests"].get(short["resource"])
    is_short = any(part is short for flavor in tried["flavors"] for part in flavor["sums"])
    if not is_short or request is None or not request["amount"] or not written.replicas:
        return 0
    left = max(0, short["available"]["amount"] - short["earlier"]["amount"])
    count = left // request["amount"] // written.pods_each * written.pods_each
    return count if count < tried["count"] else 0


def _in_place(desk: Desk, job: Manifest) -> list[PodSetTemplate]:
    """Return the pod sets whose templates stand in the job."""
    return [part for part in desk.spelled_out(job)[1] if mapping_at(job, part.path)]
