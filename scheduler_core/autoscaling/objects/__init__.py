"""Karpenter's objects, those of Kubernetes as it reads them, and its algebra of requirements."""
