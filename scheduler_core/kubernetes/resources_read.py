"""The resources that are read, in as many calls as are worth making side by side, and what each bears on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NODES: Final = "nodes"
PODS: Final = "pods"

# Lists as long as the cluster is large, with their API: kubectl passes on what the server sends, rather than decode
# and print each object (10,000 pods: 0.1 s of a core rather than 7).
STREAMED: Final[Mapping[str, str]] = {PODS: "/api/v1", NODES: "/api/v1", "replicasets.apps": "/apis/apps/v1"}

# By group of one call; the resource as kubectl spells it, and what an answer without it can be wrong about.
RESOURCES: Final[Mapping[str, Mapping[str, str]]] = {
    "pods": {PODS: "room on nodes looks larger than it is, and terms about other pods may not be met"},
    "nodes": {NODES: "where pods could go is not known"},
    "replicasets": {
        "replicasets.apps": "default spreading may prefer other nodes, and Deployments are not found by their pods",
    },
    "cluster": {
        "namespaces": "terms with a namespaceSelector may select other pods",
        "priorityclasses.scheduling.k8s.io": "new pods may have another priority",
        "runtimeclasses.node.k8s.io": "new pods may have another overhead or another node selector",
        "limitranges": "new pods may have other requests",
        "resourcequotas": "a quota may refuse new pods",
        "persistentvolumeclaims": "pods with volumes may be bound to other nodes",
        "persistentvolumes": "pods with volumes may be bound to other nodes",
        "storageclasses.storage.k8s.io": "pods with unbound volumes may wait for another reason",
        "csinodes.storage.k8s.io": "limits of volumes on a node are not known",
        "csidrivers.storage.k8s.io": "limits of volumes and capacity of storage may not apply",
        "csistoragecapacities.storage.k8s.io": "there may be no room for new volumes",
        "volumeattachments.storage.k8s.io": "nodes may have fewer volumes left",
        "deviceclasses.resource.k8s.io": "pods that claim devices cannot be judged",
        "resourceslices.resource.k8s.io": "pods that claim devices cannot be judged",
        "devicetaintrules.resource.k8s.io": "devices that a rule taints look free",
        "resourceclaims.resource.k8s.io": "devices that are in use look free",
        "resourceclaimtemplates.resource.k8s.io": "pods that claim devices cannot be judged",
        "podgroups.scheduling.k8s.io": "pods of a group may wait for each other",
    },
    "workloads": {
        "services": "default spreading may prefer other nodes",
        "poddisruptionbudgets.policy": "evictions that a budget refuses look possible",
        "replicationcontrollers": "default spreading may prefer other nodes",
        "deployments.apps": "changes are advised to pods, not to their Deployments",
        "statefulsets.apps": "default spreading may prefer other nodes, and changes are advised to pods",
        "daemonsets.apps": "pods of DaemonSets on new nodes are not counted",
        "jobs.batch": "changes are advised to pods, not to their Jobs",
    },
    "queues": {
        "resourceflavors.kueue.x-k8s.io": "which nodes a queue's quota is for is not known",
        "clusterqueues.kueue.x-k8s.io": "workloads that wait for quota cannot be judged",
        "cohorts.kueue.x-k8s.io": "what queues lend to each other is not known",
        "localqueues.kueue.x-k8s.io": "workloads are not found by their queues",
        "workloads.kueue.x-k8s.io": "quota that is in use looks free",
        "topologies.kueue.x-k8s.io": "places in racks and blocks cannot be judged",
        "workloadpriorityclasses.kueue.x-k8s.io": "workloads may have another priority",
    },
}
CONSEQUENCES: Final = {name: text for group in RESOURCES.values() for name, text in group.items()}


def path_of(resource: str, namespace: str | None) -> str:
    """Return the path of the list of one of `STREAMED`, of a namespace or of all."""
    where = "" if namespace is None else f"/namespaces/{namespace}"
    return f"{STREAMED[resource]}{where}/{resource.partition('.')[0]}"
