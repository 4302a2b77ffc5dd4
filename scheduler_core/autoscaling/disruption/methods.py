"""The methods of disruption, one after another: empty nodes go, drifted ones, several at once, and one alone.

Mirrors emptiness.go, drift.go, multinodeconsolidation.go and singlenodeconsolidation.go of pkg/controllers/disruption @
v1.13.0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import inf

from scheduler_core.autoscaling.objects.gosort import sort_slice
from scheduler_core.autoscaling.provisioning.nodeclaim import NewNodeClaim
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.kubernetes.objects.times import seconds

from .candidates import Candidate
from .command import Command
from .consolidation import ConsolidationDisabled, by_cost, consolidate, is_consolidatable, keep_cheaper
from .simulation import simulate
from .validation import later, rejected, still_candidates, within_budgets

EMPTY, DRIFTED, UNDERUTILIZED = "Empty", "Drifted", "Underutilized"
MOST_CANDIDATES = 100


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
    valid = within_budgets(cluster, still, EMPTY, recorder) if still else ()
    return Command(valid) if valid else None


def is_drifted(candidate: Candidate, recorder: Recorder) -> bool:
    """Return whether the node has drifted; others are told nothing (ShouldDisrupt)."""
    return candidate.nodepool.replicas is None and candidate.claim.condition(DRIFTED).true


def drifted_since(candidate: Candidate) -> float:
    return seconds(candidate.claim.condition(DRIFTED).changed)


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


def several_nodes(
    cluster: Cluster, candidates: Sequence[Candidate], allowed: dict[str, int], recorder: Recorder
) -> Command | None:
    """Return the command for as many as possible of the nodes that cost least."""
    chosen = []
    for candidate in by_cost(candidates):
        if candidate.pods and allowed[candidate.nodepool.name] > 0:
            allowed[candidate.nodepool.name] -= 1
            chosen.append(candidate)
    command = _longest(cluster, chosen, recorder)
    if command is None:
        return None
    if reason := rejected(cluster, command, is_consolidatable, UNDERUTILIZED, recorder):
        command.publish_rejection(recorder, reason)
        return None
    return command


def _longest(cluster: Cluster, candidates: Sequence[Candidate], recorder: Recorder) -> Command | None:
    """Look for the largest number of first nodes that can go together, by halving (firstNConsolidationOption)."""
    if len(candidates) < 2:
        return None
    found = None
    low, high = 1, len(candidates) - 1 if len(candidates) <= MOST_CANDIDATES else MOST_CANDIDATES
    while low <= high:
        middle = (low + high) // 2
        command = consolidate(cluster, candidates[: middle + 1], recorder)
        if isinstance(command, Command) and _makes_sense(command):
            found, low = command, middle + 1
        else:
            high = middle - 1
    return found


def _makes_sense(command: Command) -> bool:
    """Return whether types are left that are cheaper than each node of the same type that goes.

    A node is not replaced by one of a type that goes: it could rather stay (filterOutSameInstanceType).
    """
    if not command.replacements:
        return True
    (claim,) = command.replacements
    return keep_cheaper(claim, _cheapest_common_price(command.candidates, claim)) is None


def _cheapest_common_price(candidates: Sequence[Candidate], claim: NewNodeClaim) -> float:
    """Return the lowest price of a node that goes and whose type is among those of the new one."""
    prices: dict[str, float] = {}
    for candidate in candidates:
        if candidate.instance_type is not None:
            name, price = candidate.instance_type.name, candidate.offering_price
            prices[name] = min(prices.get(name, inf), inf if price is None else price)
    common = [prices[t.name] for t in claim.instance_types if t.name in prices]
    return min((0.0 if price == inf else price for price in common), default=inf)


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
        if reason := rejected(cluster, command, is_consolidatable, UNDERUTILIZED, recorder):
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
