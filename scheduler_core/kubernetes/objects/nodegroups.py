"""The groups of nodes that clouds and autoscalers make, by the label that names them.

`make types` writes the list for the page; `tests/shared/node_groups.json` holds both to how it is used.
"""

from __future__ import annotations

from .labels import Labels

GROUP_LABELS = (
    "karpenter.sh/nodepool",
    "karpenter.sh/provisioner-name",
    "cloud.google.com/gke-nodepool",
    "eks.amazonaws.com/nodegroup",
    "alpha.eksctl.io/nodegroup-name",
    "kubernetes.azure.com/agentpool",
    "agentpool",
    "doks.digitalocean.com/node-pool",
    "k8s.scaleway.com/pool-name",
    "lke.linode.com/pool-id",
    "cloud.ibm.com/worker-pool-name",
    "node.cluster.x-k8s.io/pool",
    "kops.k8s.io/instancegroup",
    "hypershift.openshift.io/nodePool",
    "machine.openshift.io/cluster-api-machineset",
    "pool",
    "nodepool",
    "node-pool",
)

_ROLE = "node-role.kubernetes.io/"
_WORKER = "worker"


def group_of(labels: Labels) -> str | None:
    """Return the name of a node's group by the first of the labels that it has, None if it has none."""
    return next((labels[key] for key in GROUP_LABELS if labels.get(key)), None)


def role_of(labels: Labels) -> str | None:
    """Return the role of a node, None if it has none; of several the one besides `worker`, which most have."""
    roles = sorted(key.removeprefix(_ROLE) for key in labels if key.startswith(_ROLE) and key != _ROLE)
    return next((role for role in roles if role != _WORKER), roles[0] if roles else None)


def pool_of(labels: Labels) -> str:
    """Return what people call the nodes that are alike: the name of their group, else their role, else ""."""
    return group_of(labels) or role_of(labels) or ""
