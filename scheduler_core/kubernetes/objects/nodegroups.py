"""The groups of nodes that clouds and autoscalers make, by the label that names them.

`static/js/model/nodegroups.js` has the same list; `tests/shared/node_groups.json` holds both to it.
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
    "pool",
    "nodepool",
    "node-pool",
)


def group_of(labels: Labels) -> str | None:
    """Return the name of a node's group by the first of the labels that it has, None if it has none."""
    return next((labels[key] for key in GROUP_LABELS if labels.get(key)), None)
