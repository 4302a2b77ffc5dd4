"""Mirrors pkg/scheduler/framework/plugins/podtopologyspread/filtering.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from scheduler_core.columns import BoolArray, Column, IntArray
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import Rows
from scheduler_core.framework.status import Verdicts, unresolvable, unschedulable
from scheduler_core.objects.pod import Pod, TopologySpreadConstraint

from .common import has_all_keys, included, matching_pods, topology

_SKEWED = unschedulable("node(s) didn't match pod topology spread constraints")
_NO_LABEL = unresolvable("node(s) didn't match pod topology spread constraints (missing required label)")

NO_DOMAIN = 2**31 - 1  # math.MaxInt32, the minimum over no domains


@dataclass(slots=True)
class Counted:
    """A constraint of Filter with its counts.

    `eligible[i]` says whether node i counts; `domain[v]` whether the topology value v has such a node;
    `matching[v]` is the number of matching pods in it.
    """

    constraint: TopologySpreadConstraint
    topology: Column[str]
    eligible: BoolArray
    domain: BoolArray
    matching: IntArray
    self_match: int

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
        """Per topology value matchNum + selfMatchNum − minMatchNum, and at the end that of an absent value."""
        return np.append(self.matching, 0) + self.self_match - self.minimum

    def update(self, pod: Pod, other: Pod, node: int, sign: int) -> None:
        """updateWithPod: unlike the first count it does not ask whether the other pod is terminating."""
        code, c = self.topology.codes[node], self.constraint
        same = other.template.namespace == pod.template.namespace
        if self.eligible[node] and code >= 0 and same and c.selector.matches(other.template.labels):
            self.matching[code] += sign

    def clone(self) -> Counted:
        return Counted(
            self.constraint, self.topology, self.eligible, self.domain, self.matching.copy(), self.self_match
        )


@dataclass(slots=True)
class PreFilterState:
    """The hard constraints with their counts, in the order of the spec."""

    constraints: list[Counted]

    def clone(self) -> Self:
        return type(self)([c.clone() for c in self.constraints])


def cal_pre_filter_state(
    handle: Handle, pod: Pod, constraints: tuple[TopologySpreadConstraint, ...]
) -> PreFilterState:
    """A node counts when it has the keys of all constraints and the policies of this one include it."""
    labelled = has_all_keys(handle, constraints)
    return PreFilterState([_count(handle, pod, c, labelled & included(handle, pod, c)) for c in constraints])


def _count(handle: Handle, pod: Pod, constraint: TopologySpreadConstraint, eligible: BoolArray) -> Counted:
    column = topology(handle, constraint)
    pods = matching_pods(handle, pod.namespace, constraint).by_node
    return Counted(
        constraint,
        column,
        eligible,
        column.sums(eligible.astype(np.int64)) > 0,
        column.sums(np.where(eligible, pods, 0)),
        int(constraint.selector.matches(pod.template.labels)),
    )


def filter_nodes(state: CycleState, count: int, rows: Rows) -> Verdicts:
    """Constraints are checked in order; the first that a node fails gives its status."""
    verdicts = Verdicts(count)
    for c in state.read(PreFilterState).constraints:
        codes = c.topology.codes[rows]
        verdicts.reject(codes < 0, _NO_LABEL)
        # skew = matchNum + selfMatchNum − minMatchNum; a node fails when skew > maxSkew
        verdicts.reject(c.skew()[codes] > c.constraint.max_skew, _SKEWED)
    return verdicts
