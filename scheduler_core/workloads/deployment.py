"""Deployment: makes a ReplicaSet, which makes the pods.

Mirrors getNewReplicaSet of pkg/controller/deployment/sync.go @ v1.34.1. A rollout that is under way stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.objects.labels import parse_int64
from scheduler_core.objects.parsing import Manifest

from .cluster import Cluster
from .names import template_hash, uid_of
from .pods import HASH
from .replicaset import scale
from .workload import Workload, mapping, unchecked

_REVISION = "deployment.kubernetes.io/revision"


def deployment(workload: Workload, cluster: Cluster) -> Iterator[Manifest]:
    """The missing pods, and their ReplicaSet if the input has none."""
    replicas = workload.spec.integer("replicas", 1)
    known = cluster.replica_sets(workload)
    if known:
        newest = max(known, key=lambda rs: _rank(workload, rs))
        others = sum(rs.spec.integer("replicas", 1) for rs in known if rs is not newest)
        yield from scale(newest, max(replicas - others, newest.spec.integer("replicas", 1)), cluster)
        return
    if workload.spec.flag("paused"):
        return
    # A dump may have the pods without their ReplicaSet: then it is made with the name that they know.
    running = cluster.pods.hashes(workload)
    chosen = max(running, key=lambda h: running[h], default=template_hash(workload.template))
    wanted = max(replicas - (running.total() - running[chosen]), 0)
    cluster.afford(1)
    made = _replica_set(workload, chosen, wanted)
    yield made
    if (read := unchecked(made)) is not None:
        yield from scale(read, wanted, cluster)


def _rank(workload: Workload, replica_set: Workload) -> tuple[bool, int]:
    """The ReplicaSet of the current template comes first, then the latest revision."""
    revision = str(mapping(replica_set.manifest, "metadata", "annotations").get(_REVISION, ""))
    return _without_hash(replica_set.template) == workload.template, parse_int64(revision) or 0


def _without_hash(template: Manifest) -> Manifest:
    labels = {k: v for k, v in mapping(template, "metadata", "labels").items() if k != HASH}
    return {**template, "metadata": {**mapping(template, "metadata"), "labels": labels}}


def _replica_set(workload: Workload, hashed: str, replicas: int) -> Manifest:
    labels = {**workload.labels, HASH: hashed}
    selector = mapping(workload.manifest, "spec", "selector")
    template_meta = {**mapping(workload.template, "metadata"), "labels": labels}
    name = f"{workload.name}-{hashed}"
    return {
        "apiVersion": "apps/v1",
        "kind": "ReplicaSet",
        "metadata": {
            "name": name,
            "namespace": workload.namespace,
            "uid": uid_of("ReplicaSet", workload.namespace, name),
            "labels": labels,
            "annotations": {_REVISION: "1"},
            "ownerReferences": [workload.owner_reference()],
        },
        "spec": {
            "replicas": replicas,
            "selector": {**selector, "matchLabels": {**mapping(selector, "matchLabels"), HASH: hashed}},
            "template": {**workload.template, "metadata": template_meta},
        },
    }
