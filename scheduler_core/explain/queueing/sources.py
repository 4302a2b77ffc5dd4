"""The fields that a workload's requests and its priority come from."""

from __future__ import annotations

from scheduler_core.controlplane.workloads.pods import labels_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.queueing.objects.workload import Workload
from scheduler_core.queueing.workloads.integration import Path, items_at, mapping_at
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
    at = [
        (*path, "spec", "containers", i, "resources", kind, resource)
        for i, container in enumerate(items_at(owner, (*path, "spec", "containers")))
        if (kind := _stated(mapping(container, "resources"), resource))
    ]
    return _source(owner, at[0]) if len(at) == 1 else None


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
    integration = INTEGRATIONS.get(kind_of(owner))
    paths = [part.path for part in integration.pod_sets(owner)] if integration else [()]
    named = [mapping_at(owner, (*path, "spec")).get("priorityClassName") for path in paths]
    named = [integration.priority_class(owner) if integration else "", *named]
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
    parts = INTEGRATIONS[kind_of(owner)].pod_sets(owner)
    return next(((owner, part.path) for part in parts if part.name == pod_set), None)


def _owner(desk: Desk, workload: Workload) -> Manifest | None:
    """Return the job or the pod of the input that a Workload was made of."""
    kind, _, name = desk.names.get(workload.key, "").partition(" ")
    return desk.manifest(f"{kind} {name.rpartition('/')[2]}")


def _source(manifest: Manifest, path: Path) -> FieldSource:
    name = mapping(manifest, "metadata").get("name")
    return {"object": f"{kind_of(manifest)} {name}", "path": written(path)}
