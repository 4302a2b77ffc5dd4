"""Nodes without pods go (pkg/controllers/disruption/emptiness.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder

from .candidates import Candidate
from .command import Command
from .consolidation import ConsolidationDisabled, by_cost
from .validation import later, still_candidates, within_budgets

REASON = "Empty"


def is_empty(candidate: Candidate, recorder: Recorder) -> bool:
    """Return whether the node is empty for long enough (ShouldDisrupt)."""
    pool = candidate.nodepool
    if pool.replicas is not None:
        return False
    if pool.consolidate_after is None:
        disabled = ConsolidationDisabled(pool.name, of_empty_too=True)
        candidate.publish(recorder, "Unconsolidatable", str(disabled))
        return False
    return not candidate.pods and candidate.claim.condition("Consolidatable").true


def empty_nodes(
    cluster: Cluster, candidates: Sequence[Candidate], allowed: dict[str, int], recorder: Recorder
) -> Command | None:
    """Return one command for all empty nodes that the budgets allow."""
    empty = []
    for candidate in by_cost(candidates):
        if allowed[candidate.nodepool.name] > 0:
            allowed[candidate.nodepool.name] -= 1
            empty.append(candidate)
    if not empty:
        return None
    cluster = later(cluster)
    still = still_candidates(cluster, empty, is_empty, recorder)
    valid = within_budgets(cluster, still, REASON, recorder) if still else ()
    return Command(valid) if valid else None
