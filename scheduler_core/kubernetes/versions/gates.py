"""Feature gates that a scenario may turn on: alpha features, which are off by default.

Mirrors pkg/features/kube_features.go @ v1.36.2.
"""

from __future__ import annotations

from collections.abc import Iterable

GENERIC_WORKLOAD = "GenericWorkload"
GANG_SCHEDULING = "GangScheduling"
TOPOLOGY_AWARE = "TopologyAwareWorkloadScheduling"
WORKLOAD_AWARE_PREEMPTION = "WorkloadAwarePreemption"

# By gate those that must be on beside it.
POD_GROUP_GATES: dict[str, tuple[str, ...]] = {
    GENERIC_WORKLOAD: (),
    GANG_SCHEDULING: (GENERIC_WORKLOAD,),
    TOPOLOGY_AWARE: (GENERIC_WORKLOAD,),
    WORKLOAD_AWARE_PREEMPTION: (GENERIC_WORKLOAD,),
}
# The plugins that the scheduler has with a gate alone.
PLUGINS_BY_GATE = {GANG_SCHEDULING: "GangScheduling"}


def plugins_of(gates: Iterable[str]) -> frozenset[str]:
    """Return the plugins that the gates add."""
    return frozenset(PLUGINS_BY_GATE[gate] for gate in gates if gate in PLUGINS_BY_GATE)
