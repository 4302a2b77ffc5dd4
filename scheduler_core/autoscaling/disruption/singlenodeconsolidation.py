"""One node goes (pkg/controllers/disruption/singlenodeconsolidation.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder

from .candidates import Candidate
from .command import Command
from .consolidation import by_cost, consolidate, is_consolidatable
from .multinodeconsolidation import REASON
from .validation import rejected


def single_node(
    cluster: Cluster, candidates: Sequence[Candidate], allowed: dict[str, int], recorder: Recorder
) -> Command | None:
    """Return the command for the first node that can go or be replaced."""
    for candidate in _in_turns(candidates):
        if allowed[candidate.nodepool.name] == 0 or not candidate.pods:
            continue
        command = consolidate(cluster, [candidate], recorder)
        if not isinstance(command, Command):
            continue
        if reason := rejected(cluster, command, is_consolidatable, REASON, recorder):
            command.publish_rejection(recorder, reason)
            return None
        return command
    return None


def _in_turns(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the first node of each NodePool, then the second ones; Karpenter takes the NodePools in any order."""
    by_pool: dict[str, list[Candidate]] = {}
    for candidate in by_cost(candidates):
        by_pool.setdefault(candidate.nodepool.name, []).append(candidate)
    for turn in zip_longest(*(by_pool[name] for name in sorted(by_pool))):
        yield from (candidate for candidate in turn if candidate is not None)
