"""ReplicaSet and ReplicationController.

Mirrors manageReplicas of pkg/controller/replicaset/replica_set.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.kubernetes.objects.parsing import Manifest

from .cluster import Cluster
from .pods import is_active
from .workload import Workload


def replica_set(workload: Workload, cluster: Cluster) -> Iterator[Manifest]:
    yield from scale(workload, workload.spec.integer("replicas", 1), cluster)


def scale(workload: Workload, replicas: int, cluster: Cluster) -> Iterator[Manifest]:
    """Yield the missing pods; surplus pods stay."""
    present = sum(map(is_active, cluster.pods.owned(workload)))
    for _ in cluster.reserve_objects(replicas - present):
        yield cluster.pods.make(workload, workload.template)
