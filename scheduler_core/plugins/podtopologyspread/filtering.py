"""Mirrors pkg/scheduler/framework/plugins/podtopologyspread/filtering.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from scheduler_core.cluster.columns import BoolArray, Column, IntArray, some
from scheduler_core.cluster.snapshot import PodCounter
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import Rows
from scheduler_core.framework.status import Verdicts, unresolvable, unschedulable
from scheduler_core.objects.pod import Pod, PodTemplate, TopologySpreadConstraint

from .common import has_all_keys, included, matching_pods, topology

_SKEWED = unschedulable("node(s) didn't match pod topology spread constraints")
_NO_LABEL = unresolvable("node(s) didn't match pod topology spread constraints (missing required label)")

NO_DOMAIN = 2**31 - 1  # math.MaxInt32, the minimum over no domains


@dataclass(frozen=True, slots=True)
class Hard:
    """A constraint of Filter, with what does not change for a class of pods.

    `eligible[i]` says whether node i counts; `domain[v]` whether the topology value v has such a node.
    """

    constraint: TopologySpreadConstraint
    topology: Column[str]
    eligible: BoolArray
    domain: BoolArray
    pods: PodCounter
    self_match: int


@dataclass(slots=True)
class Counted:
    """A constraint of Filter in a cycle: `matching[v]` is the number of matching pods in the domain v."""

    fixed: Hard
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
        return int(self.domain.sum())

    @property
    def smallest(self) -> int:
        """The smallest count over the domains (criticalPaths[0])."""
        return int(self.matching[self.domain].min(initial=NO_DOMAIN))

    @property
    def forced_zero(self) -> bool:
        """Fewer domains than minDomains: the global minimum counts as 0."""
        return self.domains < (self.constraint.min_domains or 1)

    @property
    def minimum(self) -> int:
        """minMatchNum."""
        return 0 if self.forced_zero else self.smallest

    def skew(self) -> IntArray:
        """Per topology value matchNum + selfMatchNum − minMatchNum."""
        return self.matching + (self.self_match - self.minimum)

    def update(self, pod: Pod, other: Pod, node: int, sign: int) -> None:
        """updateWithPod: unlike the first count it does not ask whether the other pod is terminating."""
        code, c = self.topology.codes[node], self.constraint
        same = other.template.namespace == pod.template.namespace
        if self.eligible[node] and code >= 0 and same and c.selector.matches(other.template.labels):
            self.matching[code] += sign

    def clone(self) -> Counted:
        return Counted(self.fixed, self.matching.copy())


@dataclass(slots=True)
class PreFilterState:
    """The hard constraints with their counts, in the order of the spec."""

    constraints: list[Counted]

    def clone(self) -> Self:
        return type(self)([c.clone() for c in self.constraints])


def hard_constraints(
    handle: Handle, template: PodTemplate, constraints: tuple[TopologySpreadConstraint, ...]
) -> tuple[Hard, ...]:
    """A node counts when it has the keys of all constraints and the policies of this one include it."""
    labelled = has_all_keys(handle, constraints)
    return tuple(_hard(handle, template, c, labelled & included(handle, template, c)) for c in constraints)


def _hard(
    handle: Handle, template: PodTemplate, constraint: TopologySpreadConstraint, eligible: BoolArray
) -> Hard:
    column = topology(handle, constraint)
    return Hard(
        constraint,
        column,
        eligible,
        column.sums(eligible.astype(np.int64)) > 0,
        matching_pods(handle, template.namespace, constraint, eligible),
        int(constraint.selector.matches(template.labels)),
    )


def cal_pre_filter_state(constraints: tuple[Hard, ...]) -> PreFilterState:
    return PreFilterState([Counted(c, c.pods.by_value.copy()) for c in constraints])


def filter_nodes(state: CycleState, rows: Rows, count: int) -> Verdicts:
    """Constraints are checked in order; the first that a node fails gives its status."""
    verdicts = Verdicts(count)
    for c in state.read(PreFilterState).constraints:
        if not c.topology.complete:
            verdicts.reject(c.topology.codes[rows] < 0, _NO_LABEL)
        # skew = matchNum + selfMatchNum − minMatchNum; a node fails when skew > maxSkew
        skewed = c.skew() > c.constraint.max_skew
        if some(skewed):
            verdicts.reject(c.topology.at(rows, skewed, missing=False), _SKEWED)
    return verdicts
