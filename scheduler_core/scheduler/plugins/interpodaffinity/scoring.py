"""Mirrors pkg/scheduler/framework/plugins/interpodaffinity/scoring.go @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from scheduler_core.kubernetes.golang import truncate
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cluster.columns import Column, IntArray
from scheduler_core.scheduler.cluster.snapshot import PodCounter
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE

from .common import (
    PREFERRED,
    PREFERRED_ANTI,
    REQUIRED,
    Args,
    Term,
    existing_terms_on,
    unseen_pods,
    with_matching_pods,
)
from .contract import TermSide


@dataclass(frozen=True, slots=True)
class Contribution:
    """A term's part of the score: `weight` points for each of the `pods[v]` pods in domain v of its topology key.

    `side` is "incoming" for a term of the incoming pod, "existing" for one of running pods.
    """

    side: TermSide
    term: Term
    weight: int
    topology: Column[str]
    pods: IntArray

    def points(self, nodes: IntArray) -> IntArray:
        """Return the points per node; 0 if it lacks the key."""
        return self.topology.at(nodes, self.pods * self.weight, missing=0)


@dataclass(frozen=True, slots=True)
class PreScoreState:
    """The non-empty parts of topologyScore."""

    contributions: tuple[Contribution, ...]

    def clone(self) -> Self:
        return self


def cal_pre_score_state(handle: Handle, pod: Pod, args: Args) -> PreScoreState:
    contributions = [*_of_incoming(handle, pod), *_of_existing(handle, pod, args)]
    return PreScoreState(tuple(c for c in contributions if c.pods.any()))


def has_preferences(pod: Pod) -> bool:
    affinity = pod.template.affinity
    return bool(affinity.pod.preferred or affinity.pod_anti.preferred)


def _of_incoming(handle: Handle, pod: Pod) -> list[Contribution]:
    """Count running pods that match the incoming pod's preferred terms."""
    pairs = with_matching_pods(handle, pod, (PREFERRED, PREFERRED_ANTI))
    return [_contribution(handle, "incoming", t, t.weight, counter) for t, counter in pairs]


def _of_existing(handle: Handle, pod: Pod, args: Args) -> list[Contribution]:
    """Count running pods whose preferred terms, or required ones at hardPodAffinityWeight, match the incoming pod."""
    hard = args.hard_pod_affinity_weight
    kinds = (REQUIRED, PREFERRED, PREFERRED_ANTI) if hard else (PREFERRED, PREFERRED_ANTI)
    contributions = [
        _contribution(handle, "existing", t, hard if t.kind == REQUIRED else t.weight, counter)
        for t, counter in existing_terms_on(handle, pod, kinds)
    ]
    if not has_preferences(pod):  # otherwise all nodes are looked at
        for contribution in contributions:
            _leave_out_unseen(handle, contribution)
    return contributions


def _leave_out_unseen(handle: Handle, contribution: Contribution) -> None:
    """Take out the pods whose terms the scheduler does not see in this cycle."""
    for node, times in unseen_pods(handle, contribution.term, required_anti=False):
        if (code := contribution.topology.codes[node]) >= 0:
            contribution.pods[code] -= times


def _contribution(
    handle: Handle, side: TermSide, term: Term, weight: int, counter: PodCounter
) -> Contribution:
    topology = handle.snapshot.columns.label(term.term.topology_key)
    return Contribution(side, term, weight, topology, counter.by_value.copy())


def score_nodes(state: PreScoreState, feasible: IntArray) -> IntArray:
    total = np.zeros(len(feasible), dtype=np.int64)
    for c in state.contributions:
        total += c.points(feasible)
    return total


def normalize(scores: IntArray, *, with_zero: bool) -> IntArray:
    """Return int(100·((s − min)/(max − min))) computed in floats; 0 for all if they are equal.

    `with_zero`: the range from min to max includes 0, as in old versions.
    """
    if not len(scores):
        return scores
    smallest, largest = scores.min(), scores.max()
    if with_zero:
        smallest, largest = min(smallest, 0), max(largest, 0)
    if smallest == largest:
        return np.zeros_like(scores)
    return truncate(float(MAX_NODE_SCORE) * ((scores - smallest) / float(largest - smallest)))
