"""LeaderWorkerSet: a Workload for each of its groups, with its leader and its workers.

Mirrors pkg/controller/jobs/leaderworkerset/leaderworkerset_reconciler.go and leaderworkerset_webhook.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.controlplane.workloads.pods import labels_of, namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .integration import mapping_at, number, with_value
from .made import identity
from .names import GROUP, GROUP_SIZE, ROLE_HASH, workload_name

KIND, _API_GROUP = "LeaderWorkerSet", "leaderworkerset.x-k8s.io"
_LABEL = "leaderworkerset.sigs.k8s.io"
_TEMPLATES = "spec", "leaderWorkerTemplate"


def with_roles(leader_worker_set: Manifest, labels: Mapping[str, str]) -> Manifest:
    """Return a LeaderWorkerSet whose templates carry these labels, and the pod set that their pods are (Default)."""
    templates = mapping_at(leader_worker_set, _TEMPLATES)
    led = bool(templates.get("leaderTemplate"))
    roles = {"leaderTemplate": "leader", "workerTemplate": "worker"} if led else {"workerTemplate": "main"}
    size = str(number(templates.get("size"), 1))
    for field, role in roles.items():
        path = (*_TEMPLATES, field, "metadata")
        meta = mapping_at(leader_worker_set, path)
        annotations = {**mapping(meta, "annotations"), ROLE_HASH: role, GROUP_SIZE: size}
        changed = {**meta, "labels": {**mapping(meta, "labels"), **labels}, "annotations": annotations}
        leader_worker_set = with_value(leader_worker_set, path, changed)
    return leader_worker_set


def in_its_group(pod: Manifest, sets: Mapping[tuple[str, str], Manifest]) -> Manifest:
    """Return a pod of one of these LeaderWorkerSets, by namespace and name, with the name of its group (setDefault)."""
    labels = labels_of(pod)
    name = labels.get(f"{_LABEL}/name", "")
    owner = sets.get((namespace_of(pod), name))
    if owner is None or GROUP in labels:
        return pod
    # Leaders are the pods of one StatefulSet: their ordinals are the groups.
    index = (
        labels.get(f"{_LABEL}/group-index") or str(mapping(pod, "metadata").get("name")).rpartition("-")[2]
    )
    group = workload_name(KIND, _API_GROUP, f"{name}-{index}", identity(owner))
    return with_value(pod, ("metadata", "labels"), {**labels, GROUP: group})
