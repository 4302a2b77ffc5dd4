"""Balanced placement: the domains of a preferred level get as equal numbers as possible (gate TASBalancedPlacement).

Mirrors pkg/cache/scheduler/tas_balanced_placement.go @ v0.19.2. The threshold is the least number of slices that each
domain has to take.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log2

import numpy as np

from .counts import Counts, LevelCounts, roll_up
from .demand import Demand
from .offers import by_slices, leaders_first
from .tree import IntArray, TopologyTree


@dataclass(frozen=True, slots=True, eq=False)
class Balanced:
    """Domains of a level that hold a demand, and the counts with what each is to take."""

    level: int
    domains: IntArray
    counts: Counts


@dataclass(frozen=True, slots=True, eq=False)
class _Candidates:
    """Siblings at the requested level that hold a demand, with counts from which too small domains are taken out."""

    domains: IntArray
    counts: Counts
    threshold: int
    used: int


@dataclass(frozen=True, slots=True)
class _Greedy:
    """How many domains are used when the largest are filled first, and the last of them, with and without leader."""

    used: int
    last_with_leader: int | None
    last: int | None


def find_balanced(tree: TopologyTree, counts: Counts, demand: Demand) -> Balanced | None:
    """Return a balanced placement, None if there is none and the usual search has to answer."""
    best = _best_candidates(tree, counts, demand)
    if best is None:
        return None
    level, domains = demand.level, best.domains
    if level < demand.slice_level:
        chosen = _optimal(tree, best.counts, level, domains, demand, by_entropy=True)
        if chosen is None:
            return None
        domains = tree.levels[level].children_of(chosen)
        level += 1
    return _placed(tree, best.counts, level, domains, demand, best.threshold)


def _best_candidates(tree: TopologyTree, counts: Counts, demand: Demand) -> _Candidates | None:
    best: _Candidates | None = None
    for siblings in _sibling_sets(tree, demand.level):
        candidates = _candidates(tree, counts, siblings, demand, best.threshold if best else 0)
        if candidates and (
            best is None or (candidates.threshold, -candidates.used) > (best.threshold, -best.used)
        ):
            best = candidates
    return best if best and best.threshold > 0 else None


def _sibling_sets(tree: TopologyTree, level: int) -> Iterable[IntArray]:
    if level == 0:
        return [np.arange(len(tree.levels[0].values))]
    above = tree.levels[level - 1]
    return (above.children_of([domain]) for domain in range(len(above.values)))


def _candidates(
    tree: TopologyTree, counts: Counts, siblings: IntArray, demand: Demand, least: int
) -> _Candidates | None:
    """Return siblings with the threshold at which they hold the demand, None if they do not or it is too low."""
    level = demand.level
    if level < demand.slice_level:
        lower = tree.levels[level].children_of(siblings.tolist())
        lower_counts = counts[level + 1]
    else:
        lower, lower_counts = siblings, counts[level]
    greedy = _fill_greedily(lower_counts, lower, demand)
    if greedy is None:
        return None
    threshold = _threshold(lower_counts, demand, greedy)
    reserved = threshold
    if demand.leaders and greedy.last is not None:
        reserved = min(threshold, int(lower_counts.slices_beside[greedy.last]))
    if threshold < least:
        return None
    if pruned := _pruned(tree, counts, siblings, demand, threshold):
        return pruned
    if reserved < threshold and reserved > 0 and reserved >= least:
        return _pruned(tree, counts, siblings, demand, reserved)
    return None


def _threshold(counts: LevelCounts, demand: Demand, greedy: _Greedy) -> int:
    """Return the largest least number of slices a domain (balanceThresholdValue)."""
    bounds = [demand.slices // greedy.used]
    if greedy.last_with_leader is not None:
        bounds.append(int(counts.slices_beside[greedy.last_with_leader]))
    if greedy.last is not None:
        bounds.append(int(counts.slices[greedy.last]))
    return min(bounds)


def _fill_greedily(counts: LevelCounts, domains: IntArray, demand: Demand) -> _Greedy | None:
    """Fill the largest domains first; None if all of them do not hold the demand (evaluateGreedyAssignment)."""
    slices, leaders, used = demand.slices, demand.leaders, 0
    last_with_leader = last = None
    if leaders:
        domains = leaders_first(counts, domains, least_free=False)
        while leaders > 0 and used < len(domains) and counts.leaders[domains[used]] > 0:
            last_with_leader = int(domains[used])
            leaders -= int(counts.leaders[last_with_leader])
            slices -= int(counts.slices_beside[last_with_leader])
            used += 1
        if leaders > 0:
            return None
        domains = domains[used:]
    for domain in by_slices(counts, domains, least_free=False).tolist():
        if slices <= 0 or counts.slices[domain] <= 0:
            break
        last, used = domain, used + 1
        slices -= int(counts.slices[domain])
    return _Greedy(used, last_with_leader, last) if slices <= 0 else None


def _pruned(
    tree: TopologyTree, counts: Counts, siblings: IntArray, demand: Demand, threshold: int
) -> _Candidates | None:
    """Return the siblings without domains below the threshold, None if they do not hold the demand then."""
    level, left = demand.level, [level_counts.copy() for level_counts in counts]
    if level < tree.bottom:
        for child in tree.levels[level].children_of(siblings.tolist()).tolist():
            _prune(tree, left, level + 1, child, threshold, demand)
    without_inner = Demand(demand.count, demand.leaders, level, demand.slice_level, demand.size)
    left = [*left[:level], *roll_up(tree, left[-1], without_inner)[level:]]
    for domain in siblings.tolist():
        _prune(tree, left, level, domain, threshold, demand)
    greedy = _fill_greedily(left[level], siblings, demand)
    return _Candidates(siblings, left, threshold, greedy.used) if greedy else None


def _prune(
    tree: TopologyTree, counts: Counts, level: int, domain: int, threshold: int, demand: Demand
) -> None:
    """Take a domain out that holds too little, or keep leaders from it if it holds too little beside one."""
    here = counts[level]
    columns: tuple[str, ...]
    if here.slices[domain] < threshold:
        columns = ("pods", "slices", "pods_beside", "slices_beside", "leaders")
    elif demand.leaders and here.leaders[domain] > 0 and here.slices_beside[domain] < threshold:
        columns = ("pods_beside", "slices_beside", "leaders")
    else:
        return
    for number in range(level, tree.bottom + 1):
        for column in columns:
            getattr(counts[number], column)[tree.descendants(level, domain, number)] = 0


def _placed(
    tree: TopologyTree, counts: Counts, level: int, domains: IntArray, demand: Demand, threshold: int
) -> Balanced | None:
    """Give each domain the threshold and the largest what is left (placeSlicesOnDomainsBalanced)."""
    chosen = _optimal(tree, counts, level, domains, demand, by_entropy=False)
    if chosen is None or demand.slices < len(chosen) * threshold:
        return None
    here = counts[level]
    order = leaders_first(here, np.array(chosen, dtype=np.int64), least_free=False)
    extra, leaders = demand.slices - len(chosen) * threshold, demand.leaders
    for domain in order.tolist():
        hosted = 1 if leaders > 0 else 0
        room = int((here.slices_beside if hosted else here.slices)[domain]) - threshold
        more = min(room, extra) if hosted or extra > 0 else 0
        here.leaders[domain] = hosted
        here.slices[domain] = here.slices_beside[domain] = threshold + more
        here.pods[domain] = (threshold + more) * demand.size
        here.pods_beside[domain] = here.pods[domain] - hosted
        extra, leaders = extra - more, leaders - hosted
    return Balanced(level, order, counts) if extra <= 0 and leaders <= 0 else None


def _optimal(
    tree: TopologyTree, counts: Counts, level: int, domains: IntArray, demand: Demand, *, by_entropy: bool
) -> list[int] | None:
    """Return the fewest domains that hold the demand with least to spare (selectOptimalDomainSetToFit).

    The first found of equally good sets counts, hence the order: by entropy, domains with evenly filled children come
    first among those that hold the same.
    """
    here = counts[level]
    greedy = _fill_greedily(here, domains, demand)
    if greedy is None:
        return None
    left_after: list[dict[int, dict[int, list[int]]]] = [{} for _ in range(greedy.used + 1)]
    left_after[0] = {demand.leaders: {demand.slices * demand.size: []}}
    for domain in _in_order(tree, counts, level, domains, by_entropy=by_entropy):
        for used in range(greedy.used, 0, -1):
            for leaders in sorted(left_after[used - 1]):
                for pods in sorted(left_after[used - 1][leaders]):
                    if leaders <= 0 and pods <= 0:
                        continue
                    chosen = [*left_after[used - 1][leaders][pods], domain]
                    if leaders > 0 and here.leaders[domain] > 0:
                        after = left_after[used].setdefault(leaders - int(here.leaders[domain]), {})
                        after.setdefault(pods - int(here.pods_beside[domain]), chosen)
                    if here.slices[domain] > 0:
                        after = left_after[used].setdefault(leaders, {})
                        after.setdefault(pods - int(here.pods[domain]), chosen)
    holding = {pods: chosen for pods, chosen in left_after[greedy.used].get(0, {}).items() if pods <= 0}
    return holding[max(holding)] if holding else None


def _in_order(
    tree: TopologyTree, counts: Counts, level: int, domains: IntArray, *, by_entropy: bool
) -> list[int]:
    here = counts[level]
    if not by_entropy:
        return sorted(domains.tolist())

    def key(domain: int) -> tuple[int, int, float, int]:
        entropy = _entropy(counts[level + 1].pods[tree.levels[level].children_of([domain])])
        return -int(here.leaders[domain]), -int(here.slices_beside[domain]), -entropy, domain

    return sorted(domains.tolist(), key=key)


def _entropy(pods: IntArray) -> float:
    counts = [count for count in pods.tolist() if count > 0]
    parts = [count / sum(counts) for count in counts]
    return -sum((part * log2(part) for part in parts), 0.0)
