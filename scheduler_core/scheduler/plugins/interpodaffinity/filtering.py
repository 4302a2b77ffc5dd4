"""Mirrors pkg/scheduler/framework/plugins/interpodaffinity/filtering.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import BoolArray, Column, IntArray, some
from scheduler_core.scheduler.cluster.snapshot import PodCounter
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Rows
from scheduler_core.scheduler.framework.status import Status, Verdicts, unresolvable, unschedulable

from .common import (
    REQUIRED,
    REQUIRED_ANTI,
    Term,
    existing_terms_on,
    matched_by_incoming,
    matches_incoming,
    terms_of,
    unseen_pods,
    with_matching_pods,
)

_AFFINITY = unresolvable("node(s) didn't match pod affinity rules")
_ANTI_AFFINITY = unschedulable("node(s) didn't match pod anti-affinity rules")
_EXISTING = unschedulable("node(s) didn't satisfy existing pods anti-affinity rules")


@dataclass(slots=True)
class TermCount:
    """A term and, per value of its topology key, the number of pods that count for it."""

    term: Term
    topology: Column[str]
    by_value: IntArray

    def at(self, nodes: Rows, per_value: BoolArray) -> BoolArray:
        """Return per node the entry of `per_value` for its topology value; False if it lacks the key."""
        return self.topology.at(nodes, per_value, missing=False)

    def count_on(self, node: int) -> int:
        """Return the count of the node's domain, 0 if it lacks the key."""
        code = self.topology.codes[node]
        return int(self.by_value[code]) if code >= 0 else 0

    def add(self, node: int, sign: int) -> None:
        code = self.topology.codes[node]
        if code >= 0:
            self.by_value[code] += sign

    def clone(self) -> TermCount:
        return TermCount(self.term, self.topology, self.by_value.copy())


@dataclass(slots=True)
class PreFilterState:
    """affinityCounts and antiAffinityCounts of the incoming pod, existingAntiAffinityCounts of running pods' terms."""

    affinity: list[TermCount]
    anti_affinity: list[TermCount]
    existing: list[TermCount]
    matches_itself: bool

    @property
    def nothing_counted(self) -> bool:
        """Whether no running pod on a node with the keys matches all affinity terms."""
        return not any(c.by_value.any() for c in self.affinity)

    @property
    def first_pod(self) -> bool:
        """Whether this is the first pod of its group, which may go anywhere: only itself matches its affinity terms."""
        return self.matches_itself and self.nothing_counted

    def clone(self) -> Self:
        return type(self)(
            [c.clone() for c in self.affinity],
            [c.clone() for c in self.anti_affinity],
            [c.clone() for c in self.existing],
            self.matches_itself,
        )


def cal_pre_filter_state(handle: Handle, pod: Pod) -> PreFilterState:
    # A pod counts for the affinity terms only when it matches all of them.
    affinity = with_matching_pods(handle, pod, (REQUIRED,), together=True)
    anti = with_matching_pods(handle, pod, (REQUIRED_ANTI,))
    existing = existing_terms_on(handle, pod, (REQUIRED_ANTI,))
    return PreFilterState(
        [_term_count(handle, *pair) for pair in affinity],
        [_term_count(handle, *pair) for pair in anti],
        [_seen_count(handle, *pair) for pair in existing if pair[1].by_value.any()],
        bool(affinity) and all(matched_by_incoming(t.term, pod.template) for t, _ in affinity),
    )


def _term_count(handle: Handle, term: Term, counter: PodCounter) -> TermCount:
    return TermCount(term, handle.snapshot.columns.label(term.term.topology_key), counter.by_value.copy())


def _seen_count(handle: Handle, term: Term, counter: PodCounter) -> TermCount:
    """Return the count of a term of running pods, without those that the scheduler does not see in this cycle."""
    count = _term_count(handle, term, counter)
    for node, times in unseen_pods(handle, term, required_anti=True):
        count.add(node, -times)
    return count


def update(handle: Handle, state: PreFilterState, pod: Pod, other: Pod, node: int, sign: int) -> None:
    """Add (`sign` 1) or remove (−1) another pod on a node (updateWithPod)."""
    if state.affinity and all(matched_by_incoming(c.term.term, other.template) for c in state.affinity):
        for c in state.affinity:
            c.add(node, sign)
    for c in state.anti_affinity:
        if matched_by_incoming(c.term.term, other.template):
            c.add(node, sign)
    for term in _anti_terms(other.template):
        if matches_incoming(handle, term, pod):
            _existing_count(handle, state, term).add(node, sign)


def _anti_terms(template: PodTemplate) -> list[Term]:
    return [Term(t.kind, t.term, t.weight) for t in terms_of(template) if t.kind == REQUIRED_ANTI]


def _existing_count(handle: Handle, state: PreFilterState, term: Term) -> TermCount:
    for count in state.existing:
        if count.term == term:
            return count
    topology = handle.snapshot.columns.label(term.term.topology_key)
    state.existing.append(TermCount(term, topology, np.zeros(len(topology.values), dtype=np.int64)))
    return state.existing[-1]


def filter_nodes(handle: Handle, state: CycleState, rows: Rows) -> Verdicts:
    """Return the verdicts on the rows.

    Follows satisfyPodAffinity, satisfyPodAntiAffinity and satisfyExistingPodsAntiAffinity.
    """
    prepared = state.read(PreFilterState)
    verdicts = Verdicts(len(handle.snapshot.rows[rows]))
    first_pod = bool(prepared.affinity) and prepared.first_pod
    for c in prepared.affinity:
        # A node needs all keys and, unless this is the first pod of its group, matching pods for every term.
        verdicts.reject(~c.at(rows, (c.by_value > 0) | first_pod), _status(handle, _AFFINITY))
    for term_counts, status in ((prepared.anti_affinity, _ANTI_AFFINITY), (prepared.existing, _EXISTING)):
        for c in term_counts:
            present = c.by_value > 0
            if some(present):
                verdicts.reject(c.at(rows, present), _status(handle, status))
    return verdicts


def _status(handle: Handle, status: Status) -> Status:
    """Return the status with the reasons that the version gives."""
    general = handle.version.general_affinity_reason
    return replace(status, reasons=(general, *status.reasons)) if general else status
