"""The pods that workload controllers create for Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs."""

from __future__ import annotations

from .expansion import Expansion, expand
from .names import with_names
from .resourceclaims import generate_claims, with_claims

__all__ = ["Expansion", "expand", "generate_claims", "with_claims", "with_names"]
