"""The policies of a round, in the order in which the descheduler's chart runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .cluster import DeschedulerCluster
from .duplicates import remove_duplicates
from .topologyspread import remove_pods_violating_topology_spread_constraint
from .utilization import high_node_utilization, low_node_utilization
from .violations import (
    remove_pods_violating_inter_pod_anti_affinity,
    remove_pods_violating_node_affinity,
    remove_pods_violating_node_taints,
)

Policy = Callable[[DeschedulerCluster], None]

# The chart has RemovePodsHavingTooManyRestarts too: restarts are not in a scheduler's input.
POLICIES: Mapping[str, Policy] = {
    "RemovePodsViolatingNodeTaints": remove_pods_violating_node_taints,
    "RemovePodsViolatingNodeAffinity": remove_pods_violating_node_affinity,
    "RemovePodsViolatingInterPodAntiAffinity": remove_pods_violating_inter_pod_anti_affinity,
    "RemoveDuplicates": remove_duplicates,
    "RemovePodsViolatingTopologySpreadConstraint": remove_pods_violating_topology_spread_constraint,
    "LowNodeUtilization": low_node_utilization,
    "HighNodeUtilization": high_node_utilization,
}

# HighNodeUtilization is the opposite of the one before it, for schedulers that pack: it is asked for by name.
DEFAULT_POLICIES = tuple(name for name in POLICIES if name != "HighNodeUtilization")
