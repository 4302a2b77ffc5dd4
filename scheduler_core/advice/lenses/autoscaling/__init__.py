"""Cluster Autoscaler and Karpenter: which nodes they would add for the pending pods."""
