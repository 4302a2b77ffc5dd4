"""The Workload of a job, as a manifest (kueue.x-k8s.io/v1beta2).

Mirrors constructWorkload of pkg/controller/jobframework/reconciler.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scheduler_core.controlplane.workloads.names import uid_of
from scheduler_core.controlplane.workloads.pods import labels_of, namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import group_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.times import is_time

from .integration import Integration, Runtimes, mapping_at
from .names import JOB_UID, QUEUE, workload_name
from .priority import PriorityClasses
from .topology_request import topology_request

VERSION = "kueue.x-k8s.io/v1beta2"
# When the first job without a time was created, if there were a clock; each further one came a second later.
_FIRST = datetime(2029, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class CountedTemplate:
    """A pod set as it becomes part of a Workload."""

    name: str
    count: int
    template: Manifest
    min_count: int | None = None

    def manifest(self) -> Manifest:
        pod_set: Manifest = {"name": self.name, "count": self.count, "template": self.template}
        if self.min_count is not None:
            pod_set["minCount"] = self.min_count
        if request := topology_request(self.template):
            pod_set["topologyRequest"] = request
        return pod_set


def identity(job: Manifest) -> str:
    """Return the uid of an object, one that follows from its name where it has none."""
    meta = mapping(job, "metadata")
    return str(meta.get("uid") or uid_of(str(job.get("kind")), namespace_of(job), str(meta.get("name"))))


def name_for(job: Manifest) -> str:
    """Return the name that the Workload of a job has."""
    name = str(mapping(job, "metadata").get("name"))
    return workload_name(str(job.get("kind")), group_of(job) or "", name, identity(job))


def counted_templates(job: Manifest, integration: Integration, runtimes: Runtimes) -> list[CountedTemplate]:
    """Return the pod sets of a job with their templates; raise NoSuchObject."""
    whole = integration.spelled_out(job, runtimes)
    return [
        CountedTemplate(part.name, part.count, mapping_at(whole, part.path), part.min_count)
        for part in integration.pod_sets(whole)
    ]


def made_workload(
    job: Manifest,
    name: str,
    pod_sets: Sequence[CountedTemplate],
    classes: PriorityClasses,
    order: int,
    priority_class: str = "",
) -> Manifest:
    """Return the Workload of a job, or of the first of a group of pods; raise NoSuchObject.

    It is as old as the job. `order` is the job's place in the input: jobs without a time come in that order.
    `priority_class` is what the job names beside its pods.
    """
    meta, namespace = mapping(job, "metadata"), namespace_of(job)
    created = meta.get("creationTimestamp")
    if not is_time(created):
        created = (_FIRST + timedelta(seconds=order)).strftime("%Y-%m-%dT%H:%M:%SZ")
    reference = {
        "apiVersion": job.get("apiVersion"),
        "kind": job.get("kind"),
        "name": meta.get("name"),
        "uid": identity(job),
        "controller": True,
    }
    return {
        "apiVersion": VERSION,
        "kind": "Workload",
        "metadata": {
            "name": name,
            "namespace": namespace,
            "uid": uid_of("Workload", namespace, name),
            "creationTimestamp": created,
            "labels": {JOB_UID: identity(job)},
            "ownerReferences": [reference],
        },
        "spec": {
            "queueName": labels_of(job).get(QUEUE, ""),
            "active": True,
            "priority": classes.of(job, [part.template for part in pod_sets], priority_class),
            "podSets": [part.manifest() for part in pod_sets],
        },
    }
