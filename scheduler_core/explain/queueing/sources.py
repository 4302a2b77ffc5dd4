"""The fields that a workload's requests and its priority come from."""

from __future__ import annotations

from scheduler_core.controlplane.workloads.pods import labels_of
from scheduler_core.controlplane.workloads.trainjob import (
    RUNTIMES,
    TRAIN_JOB,
    is_given_resources,
    runtime_name,
)
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.workloads.integration import Path, items_at, mapping_at, value_at
from scheduler_core.queueing.workloads.names import PRIORITY_CLASS
from scheduler_core.queueing.workloads.registry import INTEGRATIONS

from .contract import FieldSource
from .desk import Desk, written


def request_source(desk: Desk, workload: Workload, pod_set: str, resource: str) -> FieldSource | None:
    """Return where one pod's request of a resource is written; None if several containers, or none, have it."""
    place = _template(desk, workload, pod_set)
    if place is None:
        return None
    owner, path = place
    job = _owner(desk, workload)
    if kind_of(owner) in RUNTIMES and job is not None and is_given_resources(*_replicated_job(owner, path)):
        given = mapping(job, "spec", "trainer", "resourcesPerNode")
        if kind := _stated(given, resource):
            return _source(job, ("spec", "trainer", "resourcesPerNode", kind, resource))
    at = [
        (*path, "spec", "containers", i, "resources", kind, resource)
        for i, container in enumerate(items_at(owner, (*path, "spec", "containers")))
        if (kind := _stated(mapping(container, "resources"), resource))
    ]
    return _source(owner, at[0]) if len(at) == 1 else None


def _replicated_job(runtime: Manifest, path: Path) -> tuple[Manifest, object]:
    """Return the replicated job of a template in a runtime, and the runtime's policy."""
    return mapping_at(runtime, path[: path.index("replicatedJobs") + 2]), value_at(
        runtime, ("spec", "mlPolicy")
    )


def _stated(resources: Manifest, resource: str) -> str:
    """Return the field that has a resource: a limit stands for a request that is missing."""
    return next((kind for kind in ("requests", "limits") if resource in mapping(resources, kind)), "")


def priority_source(desk: Desk, workload: Workload) -> FieldSource | None:
    """Return where the priority of a workload is written, None for the default."""
    if workload.key not in desk.queued.owners.made:
        return _source(desk.queued.owners.manifests[workload.key], ("spec", "priority"))
    owner = _owner(desk, workload)
    if owner is None:
        return None
    if name := labels_of(owner).get(PRIORITY_CLASS):
        return {"object": f"WorkloadPriorityClass {name}", "path": "value"}
    own, templates = "", [owner]
    if integration := INTEGRATIONS.get(kind_of(owner)):
        whole, pod_sets = desk.spelled_out(owner)
        own, templates = integration.priority_class(owner), [mapping_at(whole, p.path) for p in pod_sets]
    named = [own, *(mapping(template, "spec").get("priorityClassName") for template in templates)]
    name = next((str(name) for name in named if name), "")
    return {"object": f"PriorityClass {name}", "path": "value"} if name else None


def _template(desk: Desk, workload: Workload, pod_set: str) -> tuple[Manifest, Path] | None:
    """Return what has the template of a pod set, and the way to it; None if the input does not."""
    if workload.key not in desk.queued.owners.made:
        stored = desk.queued.owners.manifests[workload.key]
        names = [mapping(part).get("name") for part in items_at(stored, ("spec", "podSets"))]
        return (stored, ("spec", "podSets", names.index(pod_set), "template")) if pod_set in names else None
    owner = _owner(desk, workload)
    if owner is None:
        return None
    if kind_of(owner) == "Pod":
        return owner, ()
    _, parts = desk.spelled_out(owner)
    path = next((part.path for part in parts if part.name == pod_set), None)
    if path is None or kind_of(owner) != TRAIN_JOB:
        return None if path is None else (owner, path)
    return desk.runtimes[runtime_name(owner)], ("spec", "template", *path)


def _owner(desk: Desk, workload: Workload) -> Manifest | None:
    """Return the job or the pod of the input that a Workload was made of."""
    kind, _, name = desk.names.get(workload.key, "").partition(" ")
    return desk.manifest(f"{kind} {name.rpartition('/')[2]}")


def _source(manifest: Manifest, path: Path) -> FieldSource:
    name = mapping(manifest, "metadata").get("name")
    return {"object": f"{kind_of(manifest)} {name}", "path": written(path)}
