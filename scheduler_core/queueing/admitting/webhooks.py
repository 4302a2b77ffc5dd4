"""What Kueue's webhooks write into jobs and pods when they are created: a queue, the suspension, a gate.

Mirrors ApplyDefaultLocalQueue and ApplyDefaultForSuspend of pkg/controller/jobframework/defaults.go, and the
webhooks of pkg/controller/jobs/{pod,deployment,statefulset,leaderworkerset}/ @ v0.19.2. Of namespaces with a LocalQueue
`default` the jobs get that queue; plain pods keep what they say, since it cannot be told which came before the queue.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass

from scheduler_core.controlplane.workloads.pods import controller_of, is_finished, labels_of, namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import group_of, kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.queueing.workloads.integration import items_at, mapping_at, number, value_at, with_value
from scheduler_core.queueing.workloads.leaderworkerset import KIND, with_roles
from scheduler_core.queueing.workloads.names import (
    ADMISSION_GATE,
    DEFAULT_QUEUE,
    GROUP,
    GROUP_SIZE,
    PRIORITY_CLASS,
    QUEUE,
    workload_name,
)
from scheduler_core.queueing.workloads.pods import is_queued
from scheduler_core.queueing.workloads.registry import INTEGRATIONS

_TEMPLATE = ("spec", "template")


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The webhooks of a cluster. `default_queues` are namespaces that have a LocalQueue `default`.

    `owned` has the uids and names ("Kind namespace/name") of jobs that have a Workload already.
    """

    default_queues: Container[str]
    owned: Container[str]

    def admit(self, manifest: Manifest) -> Manifest:
        """Return an object as the webhooks leave it; most as they are."""
        kind = kind_of(manifest)
        if kind in INTEGRATIONS:
            return self._job(manifest)
        if kind == "Pod":
            return self._pod(manifest)
        if kind in _POD_OWNERS and labels_of(manifest).get(QUEUE):
            return _POD_OWNERS[kind](manifest)
        return manifest

    def _job(self, job: Manifest) -> Manifest:
        """Return a job that is suspended; one that runs without a Workload came before its queue."""
        owner = controller_of(job)
        if owner is not None and str(owner.get("kind")) in INTEGRATIONS:
            return job
        if not labels_of(job).get(QUEUE) and namespace_of(job) in self.default_queues:
            job = with_value(job, ("metadata", "labels", QUEUE), DEFAULT_QUEUE)
        suspend = INTEGRATIONS[kind_of(job)].suspend
        if not labels_of(job).get(QUEUE) or value_at(job, suspend) is True or self._has_workload(job):
            return job
        return job if is_old(job) else with_value(job, suspend, new=True)

    def _has_workload(self, job: Manifest) -> bool:
        return object_name(job) in self.owned

    def _pod(self, pod: Manifest) -> Manifest:
        """Return a new pod with the gate at which it waits."""
        if not is_queued(pod) or is_old(pod) or is_finished(pod) or mapping(pod, "spec").get("nodeName"):
            return pod
        return with_gate(pod, ADMISSION_GATE)


def object_name(manifest: Manifest) -> str:
    """Return "Kind namespace/name"."""
    return f"{kind_of(manifest)} {namespace_of(manifest)}/{mapping(manifest, 'metadata').get('name')}"


def is_old(manifest: Manifest) -> bool:
    """Return whether an object comes from an API server, so that webhooks have seen it already."""
    meta = mapping(manifest, "metadata")
    return bool(meta.get("uid") and meta.get("creationTimestamp"))


def with_gate(pod: Manifest, gate: str) -> Manifest:
    """Return a pod with a scheduling gate."""
    gates = items_at(pod, ("spec", "schedulingGates"))
    if any(mapping(entry).get("name") == gate for entry in gates):
        return pod
    return with_value(pod, ("spec", "schedulingGates"), [*gates, {"name": gate}])


def _labelled(workload: Manifest, labels: dict[str, str]) -> Manifest:
    """Return a workload whose pods carry its queue."""
    path = (*_TEMPLATE, "metadata", "labels")
    return with_value(workload, path, {**mapping_at(workload, path), **_handed_on(workload), **labels})


def _handed_on(workload: Manifest) -> dict[str, str]:
    """Return the labels that pods get from their workload: the queue, and the class of its priority."""
    return {key: value for key, value in labels_of(workload).items() if key in (QUEUE, PRIORITY_CLASS)}


def _grouped(stateful_set: Manifest) -> Manifest:
    """Return a StatefulSet whose pods are one group."""
    name = str(mapping(stateful_set, "metadata").get("name"))
    group = workload_name("StatefulSet", group_of(stateful_set) or "", name, "")
    size = str(number(mapping(stateful_set, "spec").get("replicas"), 1))
    path = (*_TEMPLATE, "metadata", "annotations")
    annotations = {**mapping_at(stateful_set, path), GROUP_SIZE: size}
    return with_value(_labelled(stateful_set, {GROUP: group}), path, annotations)


_POD_OWNERS: dict[str, Callable[[Manifest], Manifest]] = {
    "Deployment": lambda deployment: _labelled(deployment, {}),
    "StatefulSet": _grouped,
    KIND: lambda leader_worker_set: with_roles(leader_worker_set, _handed_on(leader_worker_set)),
}
