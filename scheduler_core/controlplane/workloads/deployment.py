"""Deployment: creates a ReplicaSet, which creates the pods.

Mirrors getNewReplicaSet of pkg/controller/deployment/sync.go @ v1.34.1. A rollout in progress is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.kubernetes.objects.labels import parse_int64
from scheduler_core.kubernetes.objects.parsing import Manifest

from .cluster import Cluster
from .names import template_hash, uid_of
from .pods import TEMPLATE_HASH_LABEL
from .replicaset import scale
from .workload import Workload, mapping, read_unchecked

REVISION_ANNOTATION = "deployment.kubernetes.io/revision"


def deployment(workload: Workload, cluster: Cluster) -> Iterator[Manifest]:
    """Yield the missing pods, and before them their ReplicaSet if the input has none."""
    replicas = workload.spec.integer("replicas", 1)
    replica_sets = cluster.replica_sets(workload)
    if replica_sets:
        newest = max(replica_sets, key=lambda rs: _rank(workload, rs))
        others = sum(rs.spec.integer("replicas", 1) for rs in replica_sets if rs is not newest)
        yield from scale(newest, max(replicas - others, newest.spec.integer("replicas", 1)), cluster)
        return
    if workload.spec.flag("paused"):
        return
    # A dump may have pods without their ReplicaSet, which is then created under the name in their owner references.
    pods_by_hash = cluster.pods.hashes(workload)
    chosen_hash = max(pods_by_hash, key=lambda h: pods_by_hash[h], default=template_hash(workload.template))
    missing = max(replicas - (pods_by_hash.total() - pods_by_hash[chosen_hash]), 0)
    cluster.reserve_objects(1)
    replica_set = new_replica_set(workload, chosen_hash, missing)
    yield replica_set
    if (created := read_unchecked(replica_set)) is not None:
        yield from scale(created, missing, cluster)


def _rank(workload: Workload, replica_set: Workload) -> tuple[bool, int]:
    """Return the sort key of a ReplicaSet: the one of the current template ranks highest, then the latest revision."""
    revision = str(mapping(replica_set.manifest, "metadata", "annotations").get(REVISION_ANNOTATION, ""))
    return without_hash(replica_set.template) == workload.template, parse_int64(revision) or 0


def without_hash(template: Manifest) -> Manifest:
    """Return a ReplicaSet's template as it was in its Deployment."""
    labels = {k: v for k, v in mapping(template, "metadata", "labels").items() if k != TEMPLATE_HASH_LABEL}
    return {**template, "metadata": {**mapping(template, "metadata"), "labels": labels}}


def new_replica_set(workload: Workload, pod_template_hash: str, replicas: int, revision: int = 1) -> Manifest:
    """Return the ReplicaSet of a Deployment's template (getNewReplicaSet)."""
    labels = {**workload.labels, TEMPLATE_HASH_LABEL: pod_template_hash}
    selector = mapping(workload.manifest, "spec", "selector")
    template_meta = {**mapping(workload.template, "metadata"), "labels": labels}
    name = f"{workload.name}-{pod_template_hash}"
    match_labels = {**mapping(selector, "matchLabels"), TEMPLATE_HASH_LABEL: pod_template_hash}
    return {
        "apiVersion": "apps/v1",
        "kind": "ReplicaSet",
        "metadata": {
            "name": name,
            "namespace": workload.namespace,
            "uid": uid_of("ReplicaSet", workload.namespace, name),
            "labels": labels,
            "annotations": {REVISION_ANNOTATION: str(revision)},
            "ownerReferences": [workload.owner_reference()],
        },
        "spec": {
            "replicas": replicas,
            "selector": {**selector, "matchLabels": match_labels},
            "template": {**workload.template, "metadata": template_meta},
        },
    }
