"""Labels that describe a machine, and their owners: they are never set on another node.

Who owns such a label writes it again, or builds on it: a node that is relabelled is in no other pool, and of no other
architecture. Where a pod asks for one, what helps is a node of that pool, or another selector.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import GROUP_LABELS
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, is_extended

_KUBERNETES = "https://kubernetes.io/docs/reference/labels-annotations-taints/"


@dataclass(frozen=True, slots=True)
class LabelOwner:
    """Labels with one owner: keys, or prefixes of keys, which end with a slash."""

    owner: str
    keys: tuple[str, ...]
    source: str


LABEL_OWNERS = (
    LabelOwner(
        "kubelet",
        (
            "kubernetes.io/arch",
            "kubernetes.io/os",
            "kubernetes.io/hostname",
            "beta.kubernetes.io/arch",
            "beta.kubernetes.io/os",
            "node.kubernetes.io/windows-build",
        ),
        _KUBERNETES,
    ),
    LabelOwner(
        "cloud provider",
        (
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "failure-domain.beta.kubernetes.io/",
            "node.kubernetes.io/instance-type",
            "beta.kubernetes.io/instance-type",
        ),
        _KUBERNETES,
    ),
    LabelOwner("kubeadm, OpenShift", ("node-role.kubernetes.io/",), _KUBERNETES),
    LabelOwner(
        "GKE",
        ("cloud.google.com/", "topology.gke.io/", "node.gke.io/", "sandbox.gke.io/"),
        "https://cloud.google.com/kubernetes-engine/docs/how-to/creating-managing-labels",
    ),
    LabelOwner(
        "EKS",
        ("eks.amazonaws.com/", "k8s.amazonaws.com/", "topology.k8s.aws/", "topology.ebs.csi.aws.com/"),
        "https://docs.aws.amazon.com/eks/latest/userguide/managed-node-groups.html",
    ),
    LabelOwner("eksctl", ("alpha.eksctl.io/",), "https://eksctl.io/usage/nodegroups/"),
    LabelOwner(
        "AKS",
        (
            "kubernetes.azure.com/",
            "agentpool",
            "topology.disk.csi.azure.com/",
            "storageprofile",
            "storagetier",
        ),
        "https://learn.microsoft.com/azure/aks/use-labels",
    ),
    LabelOwner("kOps", ("kops.k8s.io/",), "https://kops.sigs.k8s.io/labels/"),
    LabelOwner(
        "Karpenter",
        ("karpenter.sh/", "karpenter.k8s.aws/", "karpenter.azure.com/", "karpenter.k8s.gcp/"),
        "https://karpenter.sh/docs/concepts/scheduling/#well-known-labels",
    ),
    LabelOwner(
        "OpenShift",
        (
            "machine.openshift.io/",
            "machineconfiguration.openshift.io/",
            "node.openshift.io/",
            "hypershift.openshift.io/",
        ),
        "https://docs.openshift.com/container-platform/latest/machine_management/creating-infrastructure-machinesets.html",
    ),
    LabelOwner(
        "Cluster API",
        ("node.cluster.x-k8s.io/", "cluster.x-k8s.io/"),
        "https://cluster-api.sigs.k8s.io/reference/api/labels-and-annotations",
    ),
    LabelOwner(
        "DigitalOcean",
        ("doks.digitalocean.com/",),
        "https://docs.digitalocean.com/products/kubernetes/details/managed/",
    ),
    LabelOwner(
        "Scaleway",
        ("k8s.scaleway.com/",),
        "https://www.scaleway.com/en/docs/kubernetes/reference-content/managing-tags/",
    ),
    LabelOwner(
        "Linode", ("lke.linode.com/",), "https://techdocs.akamai.com/cloud-computing/docs/labels-and-taints"
    ),
    LabelOwner(
        "IBM Cloud",
        ("ibm-cloud.kubernetes.io/", "cloud.ibm.com/"),
        "https://cloud.ibm.com/docs/containers?topic=containers-add-workers-vpc",
    ),
    LabelOwner(
        "Oracle Cloud",
        ("oci.oraclecloud.com/", "node.info.ds_proxymux_client"),
        "https://docs.oracle.com/iaas/Content/ContEng/Reference/contengsupportedlabelsusecases.htm",
    ),
    LabelOwner(
        "Alibaba Cloud",
        ("alibabacloud.com/", "node.alibabacloud.com/"),
        "https://www.alibabacloud.com/help/en/ack/ack-managed-and-ack-dedicated/user-guide/manage-node-labels",
    ),
    LabelOwner(
        "Node Feature Discovery",
        ("feature.node.kubernetes.io/",),
        "https://kubernetes-sigs.github.io/node-feature-discovery/stable/usage/features.html",
    ),
    LabelOwner(
        "GPU operators",
        ("nvidia.com/", "amd.com/", "beta.amd.com/", "gpu.intel.com/"),
        "https://github.com/NVIDIA/k8s-device-plugin/tree/main/docs/gpu-feature-discovery",
    ),
    LabelOwner(
        "node pools",
        (
            *GROUP_LABELS,
            "nodegroup",
            "node-group",
            "instancegroup",
            "instance-group",
            "worker-pool",
            "machine-pool",
            "instance-type",
            "machine-type",
        ),
        "scheduler_core/kubernetes/objects/nodegroups.py",
    ),
)

PLATFORM_LABELS = (
    "kubernetes.io/arch",
    "kubernetes.io/os",
    "beta.kubernetes.io/arch",
    "beta.kubernetes.io/os",
)
"""What a container image is built for."""

_EXACT = {key: owner for owner in LABEL_OWNERS for key in owner.keys if not key.endswith("/")}
_PREFIXES = tuple((key, owner) for owner in LABEL_OWNERS for key in owner.keys if key.endswith("/"))


_POOL_NAMES = frozenset(key for key in LABEL_OWNERS[-1].keys if "/" not in key)


def owner_of(key: str) -> LabelOwner | None:
    """Return who owns a label, by its key: names of pools are known under any prefix (`example.com/nodepool`)."""
    if (owner := _EXACT.get(key)) is not None:
        return owner
    for prefix, owner in _PREFIXES:
        if key.startswith(prefix):
            return owner
    name = key.rpartition("/")[2]
    return _EXACT[name] if name in _POOL_NAMES else None


def names_machine(nodes: Sequence[Node], key: str) -> bool:
    """Return whether a label says what a machine is: it has an owner, or it tells the shapes of these nodes apart.

    It does if all nodes have it, each value is on two or more of one shape, and no two values have the same shape.
    """
    return owner_of(key) is not None or _tells_apart(nodes, key)


def _tells_apart(nodes: Sequence[Node], key: str) -> bool:
    shapes: dict[str, list[Hashable]] = {}
    for node in nodes:
        if (value := node.labels.get(key)) is None:
            return False
        shapes.setdefault(value, []).append(_shape(node))
    of_values = [set(alike) for alike in shapes.values()]
    if len(shapes) < 2 or any(len(alike) < 2 for alike in shapes.values()):
        return False
    return all(len(of_value) == 1 for of_value in of_values) and len(set.union(*of_values)) == len(shapes)


def _shape(node: Node) -> Hashable:
    devices = sorted((name, amount) for name, amount in node.allocatable.items() if is_extended(name))
    return node.allocatable.get(CPU, 0), node.allocatable.get(MEMORY, 0), tuple(devices)
