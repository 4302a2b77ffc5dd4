"""The one list of the resources that are read of a running cluster, and what each bears on.

Commands read them through kubectl, `import_cluster` and `follow` with the official client; the role that these take is
made of the list too. What a cluster does not serve is passed over: operators bring many of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

NODES: Final = "nodes"
PODS: Final = "pods"

# Lists as long as the cluster is large, with their API: kubectl passes on what the server sends, rather than decode
# and print each object (10,000 pods: 0.1 s of a core rather than 7).
STREAMED: Final[Mapping[str, str]] = {PODS: "/api/v1", NODES: "/api/v1", "replicasets.apps": "/apis/apps/v1"}


@dataclass(frozen=True, slots=True)
class ReadResource:
    """A kind of objects that is read.

    `group` is its API's, "" for the core group, and `versions` are those that can be read, the newest first.
    `consequence` is what an answer without it can be wrong about. `is_added` is whether an operator brings it, so that
    most clusters do not serve it.
    """

    kind: str
    plural: str
    consequence: str
    group: str = ""
    versions: tuple[str, ...] = ("v1",)
    is_namespaced: bool = True
    is_added: bool = False

    @property
    def name(self) -> str:
        """As kubectl spells it: "pods", "replicasets.apps"."""
        return f"{self.plural}.{self.group}" if self.group else self.plural


_APPS, _STORAGE, _DEVICES, _KUEUE = "apps", "storage.k8s.io", "resource.k8s.io", "kueue.x-k8s.io"
_DEVICE_VERSIONS = ("v1", "v1beta2", "v1beta1")
_NO_VOLUMES = "pods with volumes may be bound to other nodes"
_NO_DEVICES = "pods that claim devices cannot be judged"
_NO_JOBS = "what waits in a queue is not found by its job, and changes are advised to pods"


def _device(
    kind: str, consequence: str, *, is_namespaced: bool = False, versions: tuple[str, ...] = _DEVICE_VERSIONS
) -> ReadResource:
    plural = f"{kind.lower()}{'es' if kind.endswith('s') else 's'}"
    return ReadResource(kind, plural, consequence, _DEVICES, versions, is_namespaced)


def _kueue(kind: str, plural: str, consequence: str, *, is_namespaced: bool = False) -> ReadResource:
    versions = (
        ("v1beta2", "v1beta1", "v1alpha1") if kind in ("Cohort", "Topology") else ("v1beta2", "v1beta1")
    )
    return ReadResource(kind, plural, consequence, _KUEUE, versions, is_namespaced, is_added=True)


def _job(kind: str, group: str, *versions: str, is_namespaced: bool = True) -> ReadResource:
    """Return a kind of jobs, or what describes one, that an operator brings."""
    return ReadResource(kind, f"{kind.lower()}s", _NO_JOBS, group, versions, is_namespaced, is_added=True)


# By group of one call of kubectl: as many calls as are worth making side by side.
RESOURCES: Final[Mapping[str, tuple[ReadResource, ...]]] = {
    "pods": (
        ReadResource(
            "Pod", PODS, "room on nodes looks larger than it is, and terms about other pods may not be met"
        ),
    ),
    "nodes": (ReadResource("Node", NODES, "where pods could go is not known", is_namespaced=False),),
    "replicasets": (
        ReadResource(
            "ReplicaSet",
            "replicasets",
            "default spreading may prefer other nodes, and Deployments are not found by their pods",
            _APPS,
        ),
    ),
    "cluster": (
        ReadResource(
            "Namespace",
            "namespaces",
            "terms with a namespaceSelector may select other pods",
            is_namespaced=False,
        ),
        ReadResource(
            "PriorityClass",
            "priorityclasses",
            "new pods may have another priority",
            "scheduling.k8s.io",
            is_namespaced=False,
        ),
        ReadResource(
            "RuntimeClass",
            "runtimeclasses",
            "new pods may have another overhead or another node selector",
            "node.k8s.io",
            is_namespaced=False,
        ),
        ReadResource("LimitRange", "limitranges", "new pods may have other requests"),
        ReadResource("ResourceQuota", "resourcequotas", "a quota may refuse new pods"),
        ReadResource("PersistentVolumeClaim", "persistentvolumeclaims", _NO_VOLUMES),
        ReadResource("PersistentVolume", "persistentvolumes", _NO_VOLUMES, is_namespaced=False),
        ReadResource(
            "StorageClass",
            "storageclasses",
            "pods with unbound volumes may wait for another reason",
            _STORAGE,
            is_namespaced=False,
        ),
        ReadResource(
            "CSINode", "csinodes", "limits of volumes on a node are not known", _STORAGE, is_namespaced=False
        ),
        ReadResource(
            "CSIDriver",
            "csidrivers",
            "limits of volumes and capacity of storage may not apply",
            _STORAGE,
            is_namespaced=False,
        ),
        ReadResource(
            "CSIStorageCapacity",
            "csistoragecapacities",
            "there may be no room for new volumes",
            _STORAGE,
        ),
        ReadResource(
            "VolumeAttachment",
            "volumeattachments",
            "nodes may have fewer volumes left",
            _STORAGE,
            is_namespaced=False,
        ),
        _device("DeviceClass", _NO_DEVICES),
        _device("ResourceSlice", _NO_DEVICES),
        _device("DeviceTaintRule", "devices that a rule taints look free", versions=_DEVICE_VERSIONS[:2]),
        _device("ResourceClaim", "devices that are in use look free", is_namespaced=True),
        _device("ResourceClaimTemplate", _NO_DEVICES, is_namespaced=True),
        ReadResource(
            "PodGroup",
            "podgroups",
            "pods of a group may wait for each other",
            "scheduling.k8s.io",
            ("v1beta1", "v1alpha3", "v1alpha2"),
        ),
    ),
    "workloads": (
        ReadResource("Service", "services", "default spreading may prefer other nodes"),
        ReadResource(
            "PodDisruptionBudget",
            "poddisruptionbudgets",
            "evictions that a budget refuses look possible",
            "policy",
        ),
        ReadResource(
            "ReplicationController", "replicationcontrollers", "default spreading may prefer other nodes"
        ),
        ReadResource(
            "Deployment", "deployments", "changes are advised to pods, not to their Deployments", _APPS
        ),
        ReadResource(
            "StatefulSet",
            "statefulsets",
            "default spreading may prefer other nodes, and changes are advised to pods",
            _APPS,
        ),
        ReadResource("DaemonSet", "daemonsets", "pods of DaemonSets on new nodes are not counted", _APPS),
        ReadResource("Job", "jobs", "changes are advised to pods, not to their Jobs", "batch"),
    ),
    "queues": (
        _kueue("ResourceFlavor", "resourceflavors", "which nodes a queue's quota is for is not known"),
        _kueue("ClusterQueue", "clusterqueues", "workloads that wait for quota cannot be judged"),
        _kueue("Cohort", "cohorts", "what queues lend to each other is not known"),
        _kueue("LocalQueue", "localqueues", "workloads are not found by their queues", is_namespaced=True),
        _kueue("Workload", "workloads", "quota that is in use looks free", is_namespaced=True),
        _kueue("Topology", "topologies", "places in racks and blocks cannot be judged"),
        _kueue("WorkloadPriorityClass", "workloadpriorityclasses", "workloads may have another priority"),
    ),
    "jobs of operators": (
        _job("JobSet", "jobset.x-k8s.io", "v1alpha2"),
        _job("LeaderWorkerSet", "leaderworkerset.x-k8s.io", "v1"),
        _job("PyTorchJob", "kubeflow.org", "v1"),
        _job("TFJob", "kubeflow.org", "v1"),
        _job("MPIJob", "kubeflow.org", "v2beta1", "v1"),
        _job("XGBoostJob", "kubeflow.org", "v1"),
        _job("PaddleJob", "kubeflow.org", "v1"),
        _job("JAXJob", "kubeflow.org", "v1"),
        _job("RayCluster", "ray.io", "v1"),
        _job("RayJob", "ray.io", "v1"),
        _job("RayService", "ray.io", "v1"),
        _job("TrainJob", "trainer.kubeflow.org", "v1alpha1"),
        _job("TrainingRuntime", "trainer.kubeflow.org", "v1alpha1"),
        _job("ClusterTrainingRuntime", "trainer.kubeflow.org", "v1alpha1", is_namespaced=False),
    ),
}
READ: Final = tuple(resource for group in RESOURCES.values() for resource in group)
CONSEQUENCES: Final = {resource.name: resource.consequence for resource in READ}


def path_of(resource: str, namespace: str | None) -> str:
    """Return the path of the list of one of `STREAMED`, of a namespace or of all."""
    where = "" if namespace is None else f"/namespaces/{namespace}"
    return f"{STREAMED[resource]}{where}/{resource.partition('.')[0]}"
