"""The level at which a demand fits, and the domains of it that hold it.

Mirrors findLevelWithFitDomains of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from .contract import Rule
from .counts import Counts, LevelCounts
from .demand import Demand
from .offers import by_slices, leaders_first, offers_of, smallest_that_holds, with_leader_in_front
from .tree import IntArray

LEAST_FREE: Final = "leastFree"
BEST_FIT: Final = "bestFit"
SEVERAL: Final = "several"
NONE: Final = "none"
_TOO_MANY = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Fitting:
    """Domains of a level that together hold a demand; none, and the slices that fit, if they do not.

    `tried` are levels below where no domain held all, in the order of the search.
    """

    level: int
    rule: Rule
    domains: tuple[int, ...] = ()
    fitting: int = 0
    tried: tuple[int, ...] = ()


def find_fitting(counts: Counts, demand: Demand, level: int, *, least_free: bool) -> Fitting:
    """Return the domains that hold a demand at a level or, if the demand allows, above it."""
    order = leaders_first(counts[level], np.arange(len(counts[level].pods)), least_free=least_free)
    holds = _first_that_holds if least_free else _best_that_holds
    if (domain := holds(counts[level], order, demand)) is not None:
        return Fitting(level, LEAST_FREE if least_free else BEST_FIT, (domain,))
    if demand.required:
        return Fitting(level, NONE, fitting=_most_that_fits(counts[level], order, least_free=least_free))
    if level > 0 and not demand.unconstrained:
        above = find_fitting(counts, demand, level - 1, least_free=least_free)
        return replace(above, tried=(level, *above.tried))
    return _several(counts[level], level, order, demand, least_free=least_free)


def _first_that_holds(counts: LevelCounts, order: IntArray, demand: Demand) -> int | None:
    """Return the first domain that holds all, None without one."""
    room = counts.slices_beside if demand.leaders else counts.slices
    able = (room[order] >= demand.slices) & (counts.leaders[order] >= demand.leaders)
    return int(order[able.argmax()]) if able.any() else None


def _best_that_holds(counts: LevelCounts, order: IntArray, demand: Demand) -> int | None:
    """Return the smallest domain that holds all, None without one.

    Where the level is not required, a first domain that does not hold all ends the search, though behind it there may
    be others of a lower score that do. Of domains with different scores only those with the first one's count.
    """
    able = (counts.slices_beside[order] >= demand.slices) & (counts.leaders[order] >= demand.leaders)
    first = int(able.argmax())
    if not able.any() or (first > 0 and not demand.required):
        return None
    left = order[first:]
    size = (counts.slices_beside if demand.leaders else counts.slices)[left]
    top = counts.scores[left] == counts.scores[left[0]]
    holding = top & (counts.leaders[left] >= demand.leaders) & (size >= demand.slices)
    return int(left[np.where(holding, size, _TOO_MANY).argmin()])


def _most_that_fits(counts: LevelCounts, order: IntArray, *, least_free: bool) -> int:
    """Return what the failure of a required level says to fit: slices, or pods of the freest domain."""
    return int(counts.pods[order[-1]] if least_free else counts.slices[order[0]])


def _several(
    counts: LevelCounts, level: int, order: IntArray, demand: Demand, *, least_free: bool
) -> Fitting:
    """Return domains that hold the demand together: one for the leader, then the others by their slices."""
    chosen: list[int] = []
    slices, leaders, index = demand.slices, demand.leaders, 0
    offers = with_leader_in_front(offers_of(counts, order), slices, leaders) if leaders else []
    while leaders > 0 and index < len(offers) and offers[index].leaders > 0:
        offer = offers[index]
        if not least_free and offer.beside >= slices:
            offer = smallest_that_holds(offers[index:], slices, leaders)
        chosen.append(offer.domain)
        slices, leaders, index = slices - offer.beside, leaders - offer.leaders, index + 1
    if leaders > 0:
        return Fitting(level, NONE, fitting=demand.leaders - leaders)
    left = np.array([offer.domain for offer in offers[index:]], dtype=np.int64) if demand.leaders else order
    others, missing = _others(
        counts, by_slices(counts, left, least_free=least_free), slices, least_free=least_free
    )
    if missing > 0:
        return Fitting(level, NONE, fitting=demand.slices - missing)
    return Fitting(level, SEVERAL, (*chosen, *others))


def _others(counts: LevelCounts, order: IntArray, needed: int, *, least_free: bool) -> tuple[list[int], int]:
    """Return the domains that hold the needed slices together, in their order, and how many slices are missing.

    Unless the fullest domains come first the last one is the smallest that holds what is left, of those with the score
    of the one whose turn it is. Domains without room are passed over.
    """
    if needed <= 0:
        return [], 0
    units = counts.slices[order]
    sums = np.cumsum(units)
    if not len(sums) or sums[-1] < needed:
        return [], needed - (int(sums[-1]) if len(sums) else 0)
    last = int(np.searchsorted(sums, needed))
    before = order[:last][units[:last] > 0].tolist()
    if least_free:
        return [*before, int(order[last])], 0
    held = needed - (int(sums[last - 1]) if last else 0)
    top = counts.scores[order[last:]] == counts.scores[order[last]]
    fits = top & (units[last:] >= held)
    return [*before, int(order[last:][np.where(fits, units[last:], _TOO_MANY).argmin()])], 0
