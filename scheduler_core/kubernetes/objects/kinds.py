"""The kinds of Kubernetes that are read, with their API groups; other groups have kinds of the same names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

# Kueue's own, which are read in `queueing`.
QUEUEING_KINDS = (
    *("ResourceFlavor", "ClusterQueue", "Cohort", "LocalQueue", "Workload", "Topology"),
    "WorkloadPriorityClass",
)

KIND_GROUPS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "Pod",
            "Node",
            "Namespace",
            "Service",
            "ReplicationController",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "LimitRange",
            "ResourceQuota",
            "ServiceAccount",
        ),
        ("",),
    ),
    **dict.fromkeys(("Deployment", "ReplicaSet", "DaemonSet"), ("apps", "extensions")),
    "StatefulSet": ("apps",),
    "Job": ("batch", "extensions"),
    "CronJob": ("batch",),
    "JobSet": ("jobset.x-k8s.io",),
    "LeaderWorkerSet": ("leaderworkerset.x-k8s.io",),
    "Rollout": ("argoproj.io",),
    **dict.fromkeys(
        ("PyTorchJob", "TFJob", "MPIJob", "XGBoostJob", "PaddleJob", "JAXJob"), ("kubeflow.org",)
    ),
    **dict.fromkeys(("RayCluster", "RayJob", "RayService"), ("ray.io",)),
    **dict.fromkeys(("TrainJob", "TrainingRuntime", "ClusterTrainingRuntime"), ("trainer.kubeflow.org",)),
    "PodDisruptionBudget": ("policy",),
    **dict.fromkeys(("PriorityClass", "PodGroup"), ("scheduling.k8s.io",)),
    **dict.fromkeys(
        ("StorageClass", "CSINode", "CSIStorageCapacity", "CSIDriver", "VolumeAttachment"),
        ("storage.k8s.io",),
    ),
    "RuntimeClass": ("node.k8s.io",),
    **dict.fromkeys(
        ("DeviceClass", "ResourceSlice", "DeviceTaintRule", "ResourceClaim", "ResourceClaimTemplate"),
        ("resource.k8s.io",),
    ),
    **dict.fromkeys(QUEUEING_KINDS, ("kueue.x-k8s.io",)),
    **dict.fromkeys(("NodePool", "NodeClaim"), ("karpenter.sh",)),
    "EC2NodeClass": ("karpenter.k8s.aws",),
    "NodeClass": ("eks.amazonaws.com",),
    "AKSNodeClass": ("karpenter.azure.com",),
    "GCENodeClass": ("karpenter.k8s.gcp",),
}


def group_of(manifest: object) -> str | None:
    """Return the API group of a manifest, "" for the core group; None if it has no apiVersion."""
    version = manifest.get("apiVersion") if isinstance(manifest, dict) else None
    return _group(version) if isinstance(version, str) else None


def _group(version: str) -> str:
    return version.rpartition("/")[0]


def kind_of(manifest: object) -> str:
    """Return the kind of a manifest, with its group if that is not Kubernetes' own ("Node.longhorn.io").

    Without apiVersion the kind is Kubernetes' own. Return "" if the manifest has no kind.
    """
    if not isinstance(manifest, dict):
        return ""
    kind, version = manifest.get("kind"), manifest.get("apiVersion")
    if not isinstance(kind, str):
        return ""
    return _kind_in(kind, version) if isinstance(version, str) else kind


def has_queues(manifests: Iterable[object]) -> bool:
    """Return whether the input has Kueue's objects; without any, no workload waits for quota."""
    return any(kind_of(manifest) in QUEUEING_KINDS for manifest in manifests)


@lru_cache(maxsize=1024)
def _kind_in(kind: str, version: str) -> str:
    group = _group(version)
    return kind if group in KIND_GROUPS.get(kind, (group,)) else f"{kind}.{group}"
