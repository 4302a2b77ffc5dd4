"""Karpenter's view of the cluster: nodes with their NodeClaims and pods."""
