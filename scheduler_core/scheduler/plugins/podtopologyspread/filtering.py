"""Mirrors pkg/scheduler/framework/plugins/podtopologyspread/filtering.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, TopologySpreadConstraint
from scheduler_core.scheduler.cluster.columns import BoolArray, Column, IntArray, some
from scheduler_core.scheduler.cluster.snapshot import PodCounter
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import ALL, Rows
from scheduler_core.scheduler.framework.status import Status, Verdicts, unresolvable, unschedulable

from .common import has_all_keys, included_nodes, matching_pods, topology

SKEWED = unschedulable("node(s) didn't match pod topology spread constraints")
NO_LABEL = unresolvable("node(s) didn't match pod topology spread constraints (missing required label)")

NO_DOMAIN = 2**31 - 1  # math.MaxInt32, the minimum over no domains


@dataclass(frozen=True, slots=True)
class HardConstraint:
    """A constraint of Filter with what follows from the pod's class alone.

    `eligible[i]`: node i counts. `domain[v]`: the topology value v has an eligible node; there are `domains` of them.
    `self_match`: 1 if the pod matches its own selector, else 0.
    """

    constraint: TopologySpreadConstraint
    topology: Column[str]
    eligible: BoolArray
    domain: BoolArray
    domains: int
    pods: PodCounter
    self_match: int


@dataclass(slots=True)
class HardCounts:
    """A constraint of Filter in one cycle: `matching[v]` is the number of matching pods in domain v."""

    fixed: HardConstraint
    matching: IntArray

    @property
    def constraint(self) -> TopologySpreadConstraint:
        return self.fixed.constraint

    @property
    def topology(self) -> Column[str]:
        return self.fixed.topology

    @property
    def eligible(self) -> BoolArray:
        return self.fixed.eligible

    @property
    def domain(self) -> BoolArray:
        return self.fixed.domain

    @property
    def self_match(self) -> int:
        return self.fixed.self_match

    @property
    def domains(self) -> int:
        return self.fixed.domains

    @property
    def smallest(self) -> int:
        """The smallest count of any domain (criticalPaths[0])."""
        return int(self.matching[self.domain].min(initial=NO_DOMAIN))

    @property
    def forced_zero(self) -> bool:
        """Whether there are fewer domains than minDomains, so that the global minimum is taken as 0."""
        return self.domains < (self.constraint.min_domains or 1)

    @property
    def minimum(self) -> int:
        """The global minimum (minMatchNum)."""
        return 0 if self.forced_zero else self.smallest

    def skew(self) -> IntArray:
        """Return matchNum + selfMatchNum − minMatchNum per topology value."""
        return self.matching + (self.self_match - self.minimum)

    def update(self, pod: Pod, other: Pod, node: int, sign: int) -> None:
        """Add (`sign` 1) or remove (−1) another pod on a node (updateWithPod).

        Unlike the first count this includes terminating pods.
        """
        code, c = self.topology.codes[node], self.constraint
        same_namespace = other.template.namespace == pod.template.namespace
        if self.eligible[node] and code >= 0 and same_namespace and c.selector.matches(other.template.labels):
            self.matching[code] += sign

    def clone(self) -> HardCounts:
        return HardCounts(self.fixed, self.matching.copy())


@dataclass(slots=True)
class PreFilterState:
    """The hard constraints with their counts, in spec order."""

    constraints: list[HardCounts]

    def clone(self) -> Self:
        return type(self)([c.clone() for c in self.constraints])


def hard_constraints(
    handle: Handle, template: PodTemplate, constraints: tuple[TopologySpreadConstraint, ...]
) -> tuple[HardConstraint, ...]:
    """Return the constraints with their eligible nodes: those with all keys that the constraint's policies include."""
    labelled = has_all_keys(handle, constraints)
    return tuple(
        _hard_constraint(handle, template, c, labelled & included_nodes(handle, template, c))
        for c in constraints
    )


def _hard_constraint(
    handle: Handle, template: PodTemplate, constraint: TopologySpreadConstraint, eligible: BoolArray
) -> HardConstraint:
    column = topology(handle, constraint)
    domain = column.sums(eligible.astype(np.int64)) > 0
    counted = eligible
    if handle.version.spread_counts_keyless_nodes:
        counted = column.at(ALL, domain, missing=False)
    return HardConstraint(
        constraint,
        column,
        counted,
        domain,
        int(domain.sum()),
        matching_pods(handle, template.namespace, constraint, counted),
        int(constraint.selector.matches(template.labels)),
    )


def cal_pre_filter_state(constraints: tuple[HardConstraint, ...]) -> PreFilterState:
    return PreFilterState([HardCounts(c, c.pods.by_value.copy()) for c in constraints])


def filter_nodes(state: CycleState, rows: Rows, count: int, *, missing: Status) -> Verdicts:
    """Return the verdicts on `count` rows; a node's status is that of the first constraint that it fails.

    `missing` is the status of nodes that lack a topology key.
    """
    verdicts = Verdicts(count)
    for c in state.read(PreFilterState).constraints:
        if not c.topology.complete:
            verdicts.reject(c.topology.codes[rows] < 0, missing)
        # skew = matchNum + selfMatchNum − minMatchNum; a node fails when skew > maxSkew
        skewed = c.skew() > c.constraint.max_skew
        if some(skewed):
            verdicts.reject(c.topology.at(rows, skewed, missing=False), SKEWED)
    return verdicts
