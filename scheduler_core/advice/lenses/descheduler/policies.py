"""The policies of a round, in the order in which the descheduler's chart runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .cluster import DeschedulerCluster
from .duplicates import NAME as DUPLICATES
from .duplicates import remove_duplicates
from .topologyspread import NAME as TOPOLOGY_SPREAD
from .topologyspread import remove_pods_violating_topology_spread_constraint
from .utilization import NAME as UTILIZATION
from .utilization import low_node_utilization
from .violations import (
    ANTI_AFFINITY,
    NODE_AFFINITY,
    NODE_TAINTS,
    remove_pods_violating_inter_pod_anti_affinity,
    remove_pods_violating_node_affinity,
    remove_pods_violating_node_taints,
)

Policy = Callable[[DeschedulerCluster], None]

# The chart has RemovePodsHavingTooManyRestarts too: restarts are not in a scheduler's input.
POLICIES: Mapping[str, Policy] = {
    NODE_TAINTS: remove_pods_violating_node_taints,
    NODE_AFFINITY: remove_pods_violating_node_affinity,
    ANTI_AFFINITY: remove_pods_violating_inter_pod_anti_affinity,
    DUPLICATES: remove_duplicates,
    TOPOLOGY_SPREAD: remove_pods_violating_topology_spread_constraint,
    UTILIZATION: low_node_utilization,
}
