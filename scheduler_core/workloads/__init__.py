"""The pods that workload controllers create for Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs."""

from __future__ import annotations

from .expansion import Expansion, expand
from .names import with_names

__all__ = ["Expansion", "expand", "with_names"]
