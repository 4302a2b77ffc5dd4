"""Mirrors pkg/scheduler/framework/plugins/interpodaffinity/filtering.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from scheduler_core.columns import BoolArray, Column, IntArray
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import Rows
from scheduler_core.framework.status import Verdicts, unresolvable, unschedulable
from scheduler_core.objects.affinity import PodAffinityTerm
from scheduler_core.objects.pod import Pod, PodTemplate

from .common import (
    REQUIRED,
    REQUIRED_ANTI,
    Term,
    existing_terms,
    incoming_terms,
    matched_by_incoming,
    matches_incoming,
    pods_matched,
    pods_with,
    terms_of,
)

_AFFINITY = unresolvable("node(s) didn't match pod affinity rules")
_ANTI_AFFINITY = unschedulable("node(s) didn't match pod anti-affinity rules")
_EXISTING = unschedulable("node(s) didn't satisfy existing pods anti-affinity rules")


@dataclass(slots=True)
class TermCount:
    """A term and, per value of its topology key, how many pods count for it."""

    term: Term
    topology: Column[str]
    by_value: IntArray

    def per_node(self) -> IntArray:
        return self.topology.spread(self.by_value)

    def has_key(self) -> BoolArray:
        return self.topology.codes >= 0

    def add(self, node: int, sign: int) -> None:
        code = self.topology.codes[node]
        if code >= 0:
            self.by_value[code] += sign

    def clone(self) -> TermCount:
        return TermCount(self.term, self.topology, self.by_value.copy())


@dataclass(slots=True)
class PreFilterState:
    """affinityCounts and antiAffinityCounts of the incoming pod's terms, existingAntiAffinityCounts of the others'."""

    affinity: list[TermCount]
    anti_affinity: list[TermCount]
    existing: list[TermCount]
    matches_itself: bool

    @property
    def nothing_counted(self) -> bool:
        """No running pod on a node with the keys matches all affinity terms."""
        return not any(c.by_value.any() for c in self.affinity)

    @property
    def first_pod(self) -> bool:
        """The first pod of a group may go anywhere: nobody matches its affinity terms, but it does itself."""
        return self.matches_itself and self.nothing_counted

    def clone(self) -> Self:
        return type(self)(
            [c.clone() for c in self.affinity],
            [c.clone() for c in self.anti_affinity],
            [c.clone() for c in self.existing],
            self.matches_itself,
        )


def cal_pre_filter_state(handle: Handle, pod: Pod) -> PreFilterState:
    affinity = incoming_terms(handle, pod, (REQUIRED,))
    all_terms = tuple(t.term for t in affinity)
    return PreFilterState(
        # A pod counts for the affinity terms only when it matches all of them.
        [_matched(handle, t, all_terms) for t in affinity],
        [_matched(handle, t, (t.term,)) for t in incoming_terms(handle, pod, (REQUIRED_ANTI,))],
        [c for c in _existing(handle, pod) if c.by_value.any()],
        bool(affinity) and all(matched_by_incoming(t, pod.template) for t in all_terms),
    )


def _matched(handle: Handle, term: Term, terms: tuple[PodAffinityTerm, ...]) -> TermCount:
    key = term.term.topology_key
    counter = pods_matched(handle, terms, key)
    return TermCount(term, handle.snapshot.columns.label(key), counter.by_value.copy())


def _existing(handle: Handle, pod: Pod) -> list[TermCount]:
    return [
        _with(handle, t) for t in existing_terms(handle, (REQUIRED_ANTI,)) if matches_incoming(handle, t, pod)
    ]


def _with(handle: Handle, term: Term) -> TermCount:
    topology = handle.snapshot.columns.label(term.term.topology_key)
    return TermCount(term, topology, pods_with(handle, term).by_value.copy())


def update(handle: Handle, state: PreFilterState, pod: Pod, other: Pod, node: int, sign: int) -> None:
    """updateWithPod: another pod comes to a node or leaves it."""
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


def satisfies_affinity(state: PreFilterState, nodes: int) -> BoolArray:
    """satisfyPodAffinity per node: all keys, and pods of every term, unless this is the first pod of its group."""
    keys = np.ones(nodes, dtype=bool)
    pods = np.ones(nodes, dtype=bool)
    for c in state.affinity:
        keys &= c.has_key()
        pods &= c.per_node() > 0
    return keys & (pods | state.first_pod) if state.affinity else keys


def violates(counts: list[TermCount], nodes: int) -> BoolArray:
    """Per node, whether a pod counts for one of the anti-affinity terms in its domain."""
    result = np.zeros(nodes, dtype=bool)
    for c in counts:
        result |= c.per_node() > 0
    return result


def filter_nodes(state: CycleState, nodes: int, rows: Rows) -> Verdicts:
    found = state.read(PreFilterState)
    satisfied = satisfies_affinity(found, nodes)[rows]
    verdicts = Verdicts(len(satisfied))
    verdicts.reject(~satisfied, _AFFINITY)
    verdicts.reject(violates(found.anti_affinity, nodes)[rows], _ANTI_AFFINITY)
    verdicts.reject(violates(found.existing, nodes)[rows], _EXISTING)
    return verdicts
