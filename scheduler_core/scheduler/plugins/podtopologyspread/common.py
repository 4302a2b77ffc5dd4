"""The constraints of a pod class, and the nodes and pods they count.

Mirrors pkg/scheduler/framework/plugins/podtopologyspread/common.go and
pkg/scheduler/framework/plugins/helper/spread.go @ v1.34.1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scheduler_core.kubernetes.objects.labels import Selector
from scheduler_core.kubernetes.objects.node import HOSTNAME, ZONE
from scheduler_core.kubernetes.objects.pod import PodTemplate, TopologySpreadConstraint
from scheduler_core.scheduler.cluster.columns import BoolArray, Column
from scheduler_core.scheduler.cluster.snapshot import PodCounter
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.plugins.defaultselector import default_selector
from scheduler_core.scheduler.plugins.helper import required_node_affinity, tolerated_nodes

SYSTEM_DEFAULTS = (
    TopologySpreadConstraint(3, HOSTNAME, "ScheduleAnyway", Selector()),
    TopologySpreadConstraint(5, ZONE, "ScheduleAnyway", Selector()),
)


@dataclass(frozen=True, slots=True)
class SpreadArgs:
    """PodTopologySpreadArgs. `system_defaulted` means defaultingType System."""

    default_constraints: tuple[TopologySpreadConstraint, ...] = SYSTEM_DEFAULTS
    system_defaulted: bool = True


def constraints_of(
    handle: Handle, args: SpreadArgs, template: PodTemplate, when_unsatisfiable: str
) -> tuple[TopologySpreadConstraint, ...]:
    """Return the class's constraints with this `whenUnsatisfiable`, or the defaults if it has no constraints at all.

    The defaults take the selector of `default_selector`; without one there are none.
    """
    own = template.spread
    if own:
        return tuple(c for c in own if c.when_unsatisfiable == when_unsatisfiable)
    if args.system_defaulted and not handle.version.spread_has_system_defaults:
        return ()
    defaults = [c for c in args.default_constraints if c.when_unsatisfiable == when_unsatisfiable]
    selector = default_selector(handle, template) if defaults else Selector()
    if not selector.requirements:
        return ()
    return tuple(replace(c, selector=selector) for c in defaults)


def matching_pods(
    handle: Handle, namespace: str, constraint: TopologySpreadConstraint, eligible: BoolArray
) -> PodCounter:
    """Return the counter of countPodsMatchSelector: per node, and per domain over the `eligible` nodes."""
    selector, topology_key = constraint.selector, constraint.topology_key
    key = ("spread", namespace, selector, topology_key, eligible.tobytes())
    return handle.snapshot.counter(
        key, lambda t: is_counted(handle, t, namespace, selector), topology_key, eligible
    )


def is_counted(handle: Handle, template: PodTemplate, namespace: str, selector: Selector) -> bool:
    """Return whether a pod of the class counts: not terminating, in the namespace, selected by a non-empty selector."""
    return (
        (bool(selector.requirements) or handle.version.empty_spread_selector_counts)
        and not template.terminating
        and template.namespace == namespace
        and selector.matches(template.labels)
    )


def has_all_keys(handle: Handle, constraints: tuple[TopologySpreadConstraint, ...]) -> BoolArray:
    """Return per node whether it has the topology keys of all constraints (nodeLabelsMatchSpreadConstraints)."""
    result = np.ones(len(handle.snapshot), dtype=bool)
    for c in constraints:
        result &= topology(handle, c).codes >= 0
    return result


def included_nodes(handle: Handle, template: PodTemplate, constraint: TopologySpreadConstraint) -> BoolArray:
    """Return per node whether the constraint's node policies include it (matchNodeInclusionPolicies)."""
    result = np.ones(len(handle.snapshot), dtype=bool)
    if constraint.node_affinity_policy == "Honor":
        result &= required_node_affinity(handle.snapshot.columns, template)
    if constraint.node_taints_policy == "Honor":
        result &= tolerated_nodes(handle.snapshot.columns, template.tolerations)
    return result


def topology(handle: Handle, constraint: TopologySpreadConstraint) -> Column[str]:
    return handle.snapshot.columns.label(constraint.topology_key)
