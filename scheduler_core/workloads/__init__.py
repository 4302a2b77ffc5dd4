"""What the workload controllers make of Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs: pods."""

from __future__ import annotations

from .expansion import Expansion, expand

__all__ = ["Expansion", "expand"]
