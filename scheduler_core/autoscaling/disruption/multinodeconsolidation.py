"""Several nodes go at once (pkg/controllers/disruption/multinodeconsolidation.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from scheduler_core.autoscaling.provisioning.nodeclaim import NewNodeClaim
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder

from .candidates import Candidate
from .command import Command
from .consolidation import by_cost, consolidate, is_consolidatable, keep_cheaper
from .validation import rejected

REASON = "Underutilized"
MOST_CANDIDATES = 100


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
    if reason := rejected(cluster, command, is_consolidatable, REASON, recorder):
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
