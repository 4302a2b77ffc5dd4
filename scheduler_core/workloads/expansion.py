"""Manifests with workloads in, manifests with their pods out.

Each controller is run once, on what the input has: pods that are there already count, only missing ones are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scheduler_core.objects.loading import SourceManifest, locate
from scheduler_core.objects.parsing import Manifest
from scheduler_core.objects.reading import Problems

from .cluster import Cluster
from .daemonset import daemon_set
from .deployment import deployment
from .job import job
from .pods import namespace_of
from .replicaset import replica_set
from .statefulset import stateful_set
from .workload import Workload, is_workload, mapping, read_workload

CONTROLLERS: dict[str, Callable[[Workload, Cluster], Iterable[Manifest]]] = {
    "ReplicationController": replica_set,
    "Deployment": deployment,
    "ReplicaSet": replica_set,
    "StatefulSet": stateful_set,
    "DaemonSet": daemon_set,
    "Job": job,
}

# The scheduler itself looks these up: pods of theirs are spread by their selectors.
_READ_BESIDES = ("ReplicationController", "ReplicaSet", "StatefulSet")


@dataclass(slots=True)
class Expansion:
    """`placed` are all manifests to read; `pods` names the pods that were made, by "Kind namespace/name"."""

    placed: list[SourceManifest] = field(default_factory=list)
    pods: dict[str, list[str]] = field(default_factory=dict)


def expand(manifests: Sequence[Any], problems: Problems, limit: int) -> Expansion:
    """Adds what the controllers make, behind each workload; raises TooLarge beyond `limit` objects."""
    if not any(map(is_workload, manifests)):
        return Expansion([SourceManifest(manifest, index) for index, manifest in enumerate(manifests)])
    cluster, expansion = Cluster(manifests, limit), Expansion()
    made: dict[int, list[Manifest]] = {}
    for index, manifest in enumerate(manifests):
        if not is_workload(manifest):
            continue
        workload = read_workload(locate(index, manifest, problems))
        if workload is not None:
            made[index] = [] if workload.ending else list(CONTROLLERS[workload.kind](workload, cluster))
            if pods := [_key(m) for m in made[index] if m["kind"] == "Pod"]:
                expansion.pods[workload.key] = pods
    expansion.placed = list(_placed(cluster.manifests, made))
    return expansion


def _placed(manifests: list[Any], made: dict[int, list[Manifest]]) -> Iterator[SourceManifest]:
    for index, manifest in enumerate(manifests):
        if index not in made or manifest["kind"] in _READ_BESIDES:
            yield SourceManifest(manifest, index)
        if index in made:
            yield SourceManifest(manifest, index, "template")
            yield from (SourceManifest(m, index, "made") for m in made[index])


def _key(manifest: Manifest) -> str:
    return f"{namespace_of(manifest)}/{mapping(manifest, 'metadata')['name']}"
