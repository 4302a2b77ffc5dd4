"""From manifests with workloads to manifests with their pods.

Each controller runs once on the input. Existing pods count; only missing ones are created.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.loading import SourceManifest, locate
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems

from .cluster import Cluster
from .daemonset import daemon_set
from .deployment import deployment
from .ended import has_ended
from .groups import GROUPS
from .job import job
from .jobs import JOBS
from .pods import namespace_of
from .replicaset import replica_set
from .statefulset import stateful_set
from .workload import Workload, is_being_deleted, is_workload, mapping, read_workload

_KINDS = ("Deployment", "ReplicaSet", "ReplicationController")


def creation_failure(workload: Manifest) -> str:
    """Return what the API server answered the controller that created a pod last; "" if it did not refuse."""
    conditions = mapping(workload, "status").get("conditions")
    if kind_of(workload) not in _KINDS or not isinstance(conditions, list):
        return ""
    failed = {"type": "ReplicaFailure", "status": "True", "reason": "FailedCreate"}
    return next(
        (
            str(condition.get("message") or failed["reason"])
            for condition in conditions
            if isinstance(condition, dict) and failed.items() <= condition.items()
        ),
        "",
    )


CONTROLLERS: dict[str, Callable[[Workload, Cluster], Iterable[Manifest]]] = {
    "ReplicationController": replica_set,
    "Deployment": deployment,
    "Rollout": deployment,
    "ReplicaSet": replica_set,
    "StatefulSet": stateful_set,
    "DaemonSet": daemon_set,
    "Job": job,
}

_PARTS = {**JOBS, **GROUPS}

# The scheduler lists these too: it spreads their pods by their selectors.
_ALSO_LISTED = ("ReplicationController", "ReplicaSet", "StatefulSet")


@dataclass(slots=True)
class Expansion:
    """The manifests to read as `sources`; `pods` names the pods that were created, by "Kind namespace/name"."""

    sources: list[SourceManifest] = field(default_factory=list)
    pods: dict[str, list[str]] = field(default_factory=dict)


def expand(manifests: Sequence[Any], problems: Problems, limit: int) -> Expansion:
    """Return the manifests with the objects that controllers create after each workload; raise TooLarge."""
    if not any(map(is_workload, manifests)):
        return Expansion([SourceManifest(manifest, index) for index, manifest in enumerate(manifests)])
    cluster, expansion = Cluster(manifests, limit), Expansion()
    generated: dict[int, list[Manifest]] = {}
    for index, manifest in enumerate(each(manifests)):
        if not is_workload(manifest):
            continue
        at = locate(index, manifest, problems)
        created = _created(at, cluster)
        if created is None:
            continue
        generated[index] = created
        if pods := [_key(m) for m in created if m["kind"] == "Pod"]:
            expansion.pods[f"{manifest['kind']} {_key(manifest)}"] = pods
    expansion.sources = list(_sources(cluster.manifests, generated))
    return expansion


def _created(at: ManifestField, cluster: Cluster) -> list[Manifest] | None:
    """Return the objects that the controllers create for a workload; None if it is invalid."""
    error_count, parts_of = len(at.problems.entries), _PARTS.get(kind_of(at.value))
    parts = list(parts_of(at, cluster)) if parts_of else [at]
    workloads = [workload for part in parts if (workload := read_workload(part)) is not None]
    if len(at.problems.entries) > error_count:
        return None
    if is_being_deleted(at.value) or has_ended(at.value):
        return []
    return [made for workload in workloads for made in CONTROLLERS[workload.kind](workload, cluster)]


def _sources(manifests: list[Any], generated: dict[int, list[Manifest]]) -> Iterator[SourceManifest]:
    for index, manifest in enumerate(each(manifests)):
        if index not in generated or manifest["kind"] in _ALSO_LISTED:
            yield SourceManifest(manifest, index)
        if index in generated:
            yield SourceManifest(manifest, index, "template")
            refusal = creation_failure(manifest)
            yield from (SourceManifest(m, index, "made", refusal=refusal) for m in generated[index])


def _key(manifest: Manifest) -> str:
    return f"{namespace_of(manifest)}/{mapping(manifest, 'metadata')['name']}"
