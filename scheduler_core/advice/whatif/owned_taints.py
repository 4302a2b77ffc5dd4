"""Taints with a meaning of their own: what tolerating one means, and what to do where no toleration helps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scheduler_core.kubernetes.objects.node import Node, Taint
from scheduler_core.kubernetes.objects.resources import is_extended

TaintMeaning = Literal[
    "ready", "pressure", "network", "agent", "new", "leaving",
    "spot", "platform", "others", "devices", "virtual", "system", "control plane",
]  # fmt: skip
"""What a taint says of its node.

Neither a toleration nor its removal makes these nodes able to run the pod. ready: it is not ready or not reachable.
pressure: it is short of memory, disk or process ids. network, agent: the network, or an agent of it or of storage, is
not up. new: it is still being set up. leaving: it is going.

These are kept for some pods, from the least risk to the greatest. spot: it can be taken away at short notice. platform:
it runs images of another architecture, system or runtime. others: of a team or workload. devices: of pods that use its
devices. virtual: it is no machine. system: of the cluster's own add-ons. control plane: of the control plane.
"""

UNABLE: tuple[TaintMeaning, ...] = ("ready", "pressure", "network", "agent", "new", "leaving")
"""Where no toleration is offered."""

RISKS: tuple[TaintMeaning, ...] = (
    "spot",
    "platform",
    "others",
    "devices",
    "virtual",
    "system",
    "control plane",
)
"""Where one is, the least risk first."""

RESERVED = RISKS[1:]
"""Meanings of taints on nodes that the cluster reserves; spot nodes are for pods that tolerate losing them."""


@dataclass(frozen=True, slots=True)
class TaintRow:
    """Taints of one meaning: a key, a prefix (`a.b/*`) or an end of keys (`*/a`), with a value if it matters."""

    meaning: TaintMeaning
    key: str
    source: str
    value: str = ""

    def matches(self, taint: Taint) -> bool:
        if self.value and taint.value.lower() != self.value:
            return False
        if self.key.endswith("*"):
            return taint.key.startswith(self.key[:-1])
        if self.key.startswith("*"):
            return taint.key.endswith(self.key[1:])
        return taint.key == self.key


_KUBERNETES = "https://kubernetes.io/docs/reference/labels-annotations-taints/"
_GKE = "https://cloud.google.com/kubernetes-engine/docs/concepts/spot-vms"
_AKS = "https://learn.microsoft.com/azure/aks/spot-node-pool"
_AKS_SYSTEM = "https://learn.microsoft.com/azure/aks/use-system-pools"
_AKS_GPU = "https://learn.microsoft.com/azure/aks/use-nvidia-gpu"
_AUTOSCALER = "cluster-autoscaler/utils/taints/taints.go, cluster-autoscaler 1.34"
_KARPENTER = "https://karpenter.sh/docs/concepts/disruption/"
_CILIUM = "https://docs.cilium.io/en/stable/installation/taints/"
_CUSTOM = "customary, of no standard"

TAINTS = (
    TaintRow("ready", "node.kubernetes.io/not-ready", _KUBERNETES),
    TaintRow("ready", "node.kubernetes.io/unreachable", _KUBERNETES),
    TaintRow("pressure", "node.kubernetes.io/memory-pressure", _KUBERNETES),
    TaintRow("pressure", "node.kubernetes.io/disk-pressure", _KUBERNETES),
    TaintRow("pressure", "node.kubernetes.io/pid-pressure", _KUBERNETES),
    TaintRow("network", "node.kubernetes.io/network-unavailable", _KUBERNETES),
    TaintRow("leaving", "node.kubernetes.io/out-of-service", _KUBERNETES),
    TaintRow("leaving", "node.cloudprovider.kubernetes.io/shutdown", _KUBERNETES),
    TaintRow("new", "node.cloudprovider.kubernetes.io/uninitialized", _KUBERNETES),
    TaintRow("platform", "node.kubernetes.io/os", _KUBERNETES),
    TaintRow("ready", "node.kubernetes.io/*", _KUBERNETES),
    TaintRow("new", "node.cluster.x-k8s.io/uninitialized", "https://cluster-api.sigs.k8s.io"),
    TaintRow("new", "karpenter.sh/unregistered", _KARPENTER),
    TaintRow("leaving", "karpenter.sh/disrupted", _KARPENTER),
    TaintRow("leaving", "karpenter.sh/disruption", _KARPENTER),
    TaintRow("leaving", "ToBeDeletedByClusterAutoscaler", _AUTOSCALER),
    TaintRow("leaving", "DeletionCandidateOfClusterAutoscaler", _AUTOSCALER),
    TaintRow("leaving", "node.cloudprovider.kubernetes.io/*", _KUBERNETES),
    TaintRow(
        "leaving", "aws-node-termination-handler/*", "https://github.com/aws/aws-node-termination-handler"
    ),
    TaintRow("agent", "node.cilium.io/agent-not-ready", _CILIUM),
    TaintRow("agent", "*/agent-not-ready", "https://github.com/kubernetes-sigs/aws-ebs-csi-driver"),
    TaintRow("spot", "cloud.google.com/gke-spot", _GKE),
    TaintRow("spot", "cloud.google.com/gke-preemptible", _GKE),
    TaintRow("spot", "kubernetes.azure.com/scalesetpriority", _AKS, "spot"),
    TaintRow("spot", "karpenter.sh/capacity-type", _KARPENTER, "spot"),
    TaintRow("spot", "eks.amazonaws.com/capacityType", _CUSTOM, "spot"),
    *(TaintRow("spot", key, _CUSTOM) for key in ("spot", "spotInstance", "spot-instance", "preemptible")),
    *(TaintRow("spot", key, _CUSTOM, "spot") for key in ("lifecycle", "capacity-type", "node-lifecycle")),
    TaintRow("platform", "kubernetes.io/arch", "https://cloud.google.com/kubernetes-engine/docs/how-to/arm"),
    TaintRow("platform", "kubernetes.io/os", _KUBERNETES),
    TaintRow("platform", "os", _CUSTOM, "windows"),
    TaintRow("platform", "arch", _CUSTOM),
    TaintRow("platform", "sandbox.gke.io/runtime", "https://cloud.google.com/kubernetes-engine/sandbox-pods"),
    TaintRow("devices", "nvidia.com/gpu", "https://cloud.google.com/kubernetes-engine/docs/how-to/gpus"),
    TaintRow("devices", "amd.com/gpu", "https://docs.openshift.com"),
    TaintRow("devices", "google.com/tpu", "https://cloud.google.com/kubernetes-engine/docs/concepts/tpus"),
    TaintRow("devices", "aws.amazon.com/neuron", "https://awsdocs-neuron.readthedocs-hosted.com"),
    TaintRow("devices", "sku", _AKS_GPU, "gpu"),
    *(TaintRow("devices", key, _CUSTOM) for key in ("gpu", "accelerator", "tpu")),
    TaintRow("virtual", "virtual-kubelet.io/provider", "https://virtual-kubelet.io/docs/"),
    TaintRow("virtual", "eks.amazonaws.com/compute-type", "https://docs.aws.amazon.com/eks", "fargate"),
    TaintRow("system", "CriticalAddonsOnly", _AKS_SYSTEM),
    TaintRow(
        "system", "components.gke.io/*", "https://cloud.google.com/kubernetes-engine/docs/how-to/node-taints"
    ),
    TaintRow("system", "node-role.kubernetes.io/infra", "https://docs.openshift.com"),
    TaintRow("control plane", "node-role.kubernetes.io/*", _KUBERNETES),
)

_DEDICATED = ("dedicated", "tenant", "team", "reserved")


def meaning_of(taint: Taint, node: Node, requests: Mapping[str, int]) -> TaintMeaning | None:
    """Return what a taint of a node says to a pod with these requests; None if that is not known.

    A taint of devices says nothing against a pod that asks for one of the node.
    """
    row = next((row for row in TAINTS if row.matches(taint)), None)
    meaning = row.meaning if row is not None else _by_name(taint)
    devices = [name for name, amount in node.allocatable.items() if amount and is_extended(name)]
    if meaning in (None, "others") and any(not requests.get(name) for name in devices):
        meaning = "devices"
    if meaning == "devices" and any(requests.get(name) for name in devices):
        return None
    return meaning


def _by_name(taint: Taint) -> TaintMeaning | None:
    name = taint.key.rpartition("/")[2]
    return "others" if any(word in name for word in _DEDICATED) else None
