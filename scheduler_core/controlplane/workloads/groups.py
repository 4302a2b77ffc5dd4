"""The pods of LeaderWorkerSets, Ray's clusters and Kubeflow's training jobs, as StatefulSets and ReplicaSets make them.

Mirrors constructWorkerStatefulSetApplyConfiguration of sigs.k8s.io/lws/pkg/controllers/pod_controller.go @ v0.6, and
reconcilePods of ray-operator/controllers/ray/raycluster_controller.go in KubeRay @ v1.4. Pods of a training job are
named `JOB-TYPE-INDEX`, as ReconcilePods of pkg/controller.v1/common/pod.go in the training operator @ v1.9 does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.templates import REPLICAS

from .cluster import Cluster
from .pods import is_active, labels_of, namespace_of
from .rayjob import SUBMITTER_TEMPLATE, with_submitter
from .workload import mapping, replicas_of

_LWS, _KUBEFLOW = "leaderworkerset.sigs.k8s.io", "training.kubeflow.org"
_CLUSTER_IN = {"RayCluster": (), "RayJob": ("rayClusterSpec",), "RayService": ("rayClusterConfig",)}


def leaders_and_workers(at: ManifestField, cluster: Cluster) -> Iterator[ManifestField]:
    """Yield a StatefulSet of all leaders, and one of the workers of each group."""
    spec, name = at.child("spec"), at.child("metadata").name("name")
    templates = spec.child("leaderWorkerTemplate")
    worker = templates.child("workerTemplate")
    leader = templates.child("leaderTemplate") if templates.has("leaderTemplate") else worker
    groups, size = spec.integer("replicas", 1), templates.integer("size", 1)
    yield _part(at, leader, "StatefulSet", name, groups, {f"{_LWS}/name": name, f"{_LWS}/worker-index": "0"})
    for group in range(groups if size > 1 else 0):
        cluster.reserve_objects(1)
        labels = {f"{_LWS}/name": name, f"{_LWS}/group-index": str(group)}
        yield _part(at, worker, "StatefulSet", f"{name}-{group}", size - 1, labels, ordinals={"start": 1})


def ray_nodes(at: ManifestField, cluster: Cluster) -> Iterator[ManifestField]:
    """Yield a ReplicaSet of the head, and one of each group of workers, less the pods that are there.

    A RayJob with a clusterSelector runs in a RayCluster that is there already. Of any other comes the Job that submits
    it, at once as all pods here, where KubeRay waits for the cluster.
    """
    if kind_of(at.value) == "RayJob":
        at = ManifestField(with_submitter(at.value), at.path, at.problems)
    spec, name = at.child("spec"), at.child("metadata").name("name")
    if spec.value.get("clusterSelector") or spec.flag("suspend"):
        return
    if spec.value.get(SUBMITTER_TEMPLATE) and not cluster.has_job(namespace_of(at.value), name):
        cluster.reserve_objects(1)
        yield _part(at, spec.child(SUBMITTER_TEMPLATE), "Job", name, 1, {})
    for key in _CLUSTER_IN[kind_of(at.value)]:
        spec = spec.child(key)
    if spec.flag("suspend") or _has_cluster(at.value, cluster):
        return
    head = spec.child("headGroupSpec").child("template")
    yield _ray_part(at, cluster, head, name, "headgroup", f"{name}-head", 1)
    for group in spec.children("workerGroupSpecs"):
        group_name = group.name("groupName")
        least = group.integer("minReplicas", 0)
        replicas = 0 if group.flag("suspend") else max(group.integer("replicas", least), least)
        pods = replicas * group.integer("numOfHosts", 1)
        worker = f"{name}-{group_name}-worker"
        yield _ray_part(at, cluster, group.child("template"), name, group_name, worker, pods)


def replicas_of_job(at: ManifestField, cluster: Cluster) -> Iterator[ManifestField]:
    """Yield a StatefulSet of each type of replicas; of an MPIJob's launcher, whose name is drawn, a ReplicaSet."""
    spec, name = at.child("spec"), at.child("metadata").name("name")
    if spec.child("runPolicy").flag("suspend"):
        return
    field, types = REPLICAS[kind_of(at.value)]
    for type_ in types:
        replica = spec.child(field).child(type_)
        if replica.value:
            cluster.reserve_objects(1)
            part = type_.lower()
            labels = {f"{_KUBEFLOW}/job-name": name, f"{_KUBEFLOW}/replica-type": part}
            count = replicas_of(replica, 1)
            is_launcher = type_ == "Launcher"
            if is_launcher and _is_launched(at.value, cluster):
                continue
            kind = "ReplicaSet" if is_launcher else "StatefulSet"
            yield _part(at, replica.child("template"), kind, f"{name}-{part}", count, labels)


def _is_launched(manifest: Manifest, cluster: Cluster) -> bool:
    """Return whether the input has the launcher of an MPIJob: a Job of its name, or of version v1 a pod."""
    namespace, name = namespace_of(manifest), f"{mapping(manifest, 'metadata').get('name')}-launcher"
    return cluster.has_job(namespace, name) or name in cluster.pods.names(namespace)


def _has_cluster(manifest: Manifest, cluster: Cluster) -> bool:
    """Return whether the input has the RayCluster of a RayJob or RayService, which then stands for it."""
    own = (kind_of(manifest), mapping(manifest, "metadata").get("name"), namespace_of(manifest))
    return any(
        (reference.get("kind"), reference.get("name"), namespace_of(other)) == own
        for other in cluster.manifests
        if kind_of(other) == "RayCluster"
        for reference in mapping(other, "metadata").get("ownerReferences") or ()
    )


def _ray_part(
    at: ManifestField,
    cluster: Cluster,
    template: ManifestField,
    name: str,
    group: str,
    made: str,
    pods: int,
) -> ManifestField:
    labels = {"ray.io/cluster": name, "ray.io/group": group}
    present = sum(
        kind_of(m) == "Pod"
        and namespace_of(m) == namespace_of(at.value)
        and is_active(m)
        and labels.items() <= labels_of(m).items()
        for m in cluster.manifests
    )
    return _part(at, template, "ReplicaSet", made, max(pods - present, 0), labels)


def _part(
    at: ManifestField,
    template: ManifestField,
    kind: str,
    name: str,
    replicas: int,
    labels: dict[str, str],
    **fields: Manifest,
) -> ManifestField:
    """Return the workload of a template under the template's path; its pods have these labels too."""
    pod, meta = template.value, mapping(template.value, "metadata")
    labelled = {**pod, "metadata": {**meta, "labels": {**mapping(meta, "labels"), **labels}}} if pod else pod
    spec = {"replicas": replicas, "selector": {"matchLabels": labels}, "template": labelled, **fields}
    manifest = {
        "apiVersion": "apps/v1",
        "kind": kind,
        "metadata": {"name": name, "namespace": namespace_of(at.value)},
        "spec": spec,
    }
    return ManifestField(manifest, template.path, at.problems)


GROUPS: dict[str, Callable[[ManifestField, Cluster], Iterator[ManifestField]]] = {
    "LeaderWorkerSet": leaders_and_workers,
    **dict.fromkeys(_CLUSTER_IN, ray_nodes),
    **dict.fromkeys(REPLICAS, replicas_of_job),
}
