"""What other programs would do with a cluster: autoscalers add nodes, the descheduler evicts. All approximate."""

from __future__ import annotations

from .autoscaling.clusterautoscaler import cluster_autoscaler
from .autoscaling.expanders import EXPANDERS
from .autoscaling.karpenter import karpenter
from .descheduler.afterplay import descheduler_after_steps
from .descheduler.policies import DEFAULT_POLICIES, POLICIES
from .descheduler.rounds import descheduler
from .summary import lenses_after_play

__all__ = [
    "DEFAULT_POLICIES",
    "EXPANDERS",
    "POLICIES",
    "cluster_autoscaler",
    "descheduler",
    "descheduler_after_steps",
    "karpenter",
    "lenses_after_play",
]
