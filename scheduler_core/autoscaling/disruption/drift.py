"""Nodes go that their NodePool would not make any more (pkg/controllers/disruption/drift.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.autoscaling.objects.gosort import sort_slice
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.kubernetes.objects.times import seconds

from .candidates import Candidate
from .command import Command
from .simulation import simulate

REASON = "Drifted"


def is_drifted(candidate: Candidate, recorder: Recorder) -> bool:
    """Return whether the node has drifted; others are told nothing (ShouldDisrupt)."""
    return candidate.nodepool.replicas is None and candidate.claim.condition(REASON).true


def drifted_since(candidate: Candidate) -> float:
    return seconds(candidate.claim.condition(REASON).changed)


def drifted_node(
    cluster: Cluster, candidates: Sequence[Candidate], allowed: dict[str, int], recorder: Recorder
) -> Command | None:
    """Return the command for the first node whose pods find another place: the longest drifted, empty ones first."""
    ordered = sort_slice(candidates, drifted_since)
    for candidate in sorted(ordered, key=lambda c: bool(c.pods)):
        if allowed[candidate.nodepool.name] == 0:
            continue
        simulation = simulate(cluster, [candidate], recorder)
        if simulation is None:
            return None
        if failed := simulation.failed:
            candidate.publish(recorder, "DisruptionBlocked", str(failed))
            continue
        return Command([candidate], simulation.results)
    return None
