"""The objects of the input that controllers look up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.node import Node, read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems, TooLarge
from scheduler_core.scheduler.cluster.columns import NodeColumns
from scheduler_core.sentences import Sentence, worded

from .pods import Pods, controller_of, namespace_of
from .trainjob import runtimes_by_name
from .workload import Workload, mapping, read_unchecked

_DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class"


class Cluster:
    """The input's objects, indexed for controllers. `manifests` change when a pod is adopted."""

    def __init__(self, manifests: Sequence[Any], limit: int) -> None:
        self.manifests = list(manifests)
        self.pods = Pods(self.manifests)
        self._limit = limit
        self._size = len(self.manifests)
        self._made = 0
        self._replica_sets: dict[tuple[str, str], list[Manifest]] = defaultdict(list)
        for manifest in self._of_kind("ReplicaSet"):
            owner = controller_of(manifest)
            if owner is not None and owner.get("kind") == "Deployment":
                self._replica_sets[namespace_of(manifest), str(owner.get("name"))].append(manifest)

    def _of_kind(self, kind: str) -> list[Manifest]:
        return [m for m in self.manifests if kind_of(m) == kind]

    def reserve_objects(self, count: int) -> range:
        """Count new objects and return range(count); raise TooLarge if they exceed the limit, or the allowance."""
        self._size += max(count, 0)
        self._made += max(count, 0)
        if self._made > (most := allowance.most_objects()):
            raise TooLarge.of("", made_too_many(self._made, most))
        allowance.grant("made", self._made)
        if self._size > self._limit:
            raise TooLarge.of(
                "",
                worded(
                    "the input has {size} objects including its workloads' pods; the limit is {limit}",
                    size=f"{self._size:,}",
                    limit=f"{self._limit:,}",
                ),
            )
        return range(count)

    def has_job(self, namespace: str, name: str) -> bool:
        return (namespace, name) in self._job_owners

    def has_job_set(self, namespace: str, name: str) -> bool:
        return (namespace, name) in self._job_sets

    def owns_jobs(self, owner: Manifest) -> bool:
        """Return whether the input has a Job that this object controls."""
        key = namespace_of(owner), str(owner.get("kind")), str(mapping(owner, "metadata").get("name"))
        return key in {(namespace, *names) for (namespace, _), names in self._job_owners.items() if names}

    @cached_property
    def _job_sets(self) -> set[tuple[str, str]]:
        return {(namespace_of(m), str(mapping(m, "metadata").get("name"))) for m in self._of_kind("JobSet")}

    @cached_property
    def runtimes(self) -> dict[str, Manifest]:
        """The runtimes of TrainJobs, by kind and name."""
        return runtimes_by_name(self.manifests)

    @cached_property
    def _job_owners(self) -> dict[tuple[str, str], tuple[str, str] | None]:
        """The kind and name of each Job's controller, by the Job's namespace and name."""
        owners: dict[tuple[str, str], tuple[str, str] | None] = {}
        for job in self._of_kind("Job"):
            owner = controller_of(job)
            names = (str(owner.get("kind")), str(owner.get("name"))) if owner else None
            owners[namespace_of(job), str(mapping(job, "metadata").get("name"))] = names
        return owners

    def replica_sets(self, deployment: Workload) -> list[Workload]:
        """Return the deployment's ReplicaSets in the input."""
        manifests = self._replica_sets.get((deployment.namespace, deployment.name), ())
        return [workload for manifest in manifests if (workload := read_unchecked(manifest)) is not None]

    @cached_property
    def nodes(self) -> NodeColumns:
        return NodeColumns(tuple(_node(manifest) for manifest in self._of_kind("Node")))

    @cached_property
    def claims(self) -> set[tuple[str, str]]:
        """(namespace, name) of the PersistentVolumeClaims."""
        return {
            (namespace_of(m), str(mapping(m, "metadata").get("name")))
            for m in self._of_kind("PersistentVolumeClaim")
        }

    @cached_property
    def default_storage_class(self) -> str | None:
        """The default StorageClass; the newest of several, as in admission."""
        defaults = [
            mapping(m, "metadata")
            for m in self._of_kind("StorageClass")
            if mapping(m, "metadata", "annotations").get(_DEFAULT_CLASS) == "true"
        ]
        by_name = sorted(defaults, key=lambda meta: str(meta.get("name")))
        newest = sorted(by_name, key=lambda meta: str(meta.get("creationTimestamp") or ""), reverse=True)
        return str(newest[0].get("name")) if newest else None


def made_too_many(count: float, most: float) -> Sentence:
    """Return the message about workloads that ask for more objects than may be made of them."""
    return worded(
        "the workloads in the input would create {count} objects; the limit is {most}: use fewer replicas",
        count=f"{count:,}",
        most=f"{most:,}",
    )


def _node(manifest: Manifest) -> Node:
    return read_node(ManifestField(manifest, "", Problems()))
