"""Karpenter: which nodes it creates for pending pods, and which it disrupts."""
