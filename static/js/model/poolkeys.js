// Written by `make types` from the engine's table.

export const POOL_KEYS = [
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
];
