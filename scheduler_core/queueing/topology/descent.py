"""From the domains that hold a demand down to the leaves.

Mirrors phase 2 of findTopologyAssignment of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from .balanced import find_balanced
from .counts import Counts
from .demand import Demand
from .fitting import NONE, Fitting, find_fitting
from .offers import Share, by_slices, offers_of, share_out
from .tree import TopologyTree

BALANCED: Final = "balanced"


class Step(NamedTuple):
    """What domains of a level take, `size` pods at a time; `together` is whether they were filled as one."""

    level: int
    size: int
    shares: list[Share]
    together: bool


def place(
    tree: TopologyTree, counts: Counts, demand: Demand, *, least_free: bool, balance: bool
) -> tuple[Fitting, list[Step]]:
    """Return the domains that hold the demand, and what is taken at each level from there down to the leaves.

    With `least_free` the fullest domains come first, with `balance` equal numbers are tried first where the level is
    only preferred. There are no steps if no domains hold the demand.
    """
    if balance and not (demand.required or demand.unconstrained):
        balanced = find_balanced(tree, counts, demand)
        if balanced:
            fitting = Fitting(balanced.level, BALANCED, tuple(balanced.domains.tolist()))
            return fitting, _Descent(tree, balanced.counts, demand, best_fit=True).steps(fitting)
    fitting = find_fitting(counts, demand, demand.level, least_free=least_free)
    if fitting.rule == NONE:
        return fitting, []
    return fitting, _Descent(tree, counts, demand, best_fit=not least_free).steps(fitting)


@dataclass(frozen=True, slots=True, eq=False)
class _Descent:
    """The way down; with `best_fit` the last domain of each step is the smallest that holds what is left."""

    tree: TopologyTree
    counts: Counts
    demand: Demand
    best_fit: bool

    def steps(self, fitting: Fitting) -> list[Step]:
        """Return what each level takes, that of the fitting first.

        Down to the level of slices the children of all domains are filled as one, below it those of each by themselves
        with what it takes. A balanced placement goes down within each domain from the beginning.
        """
        demand, level = self.demand, fitting.level
        offers = offers_of(self.counts[level], np.array(fitting.domains, dtype=np.int64))
        shares = share_out(offers, demand.slices, demand.leaders, demand.size, best_fit=self.best_fit)
        steps = [Step(level, demand.size, shares, together=True)]
        together = level if fitting.rule == BALANCED else demand.slice_level
        while level < self.tree.bottom:
            below = self._together if level < together else self._within
            steps.append(below(level, steps[-1].shares))
            level += 1
        return steps

    def _together(self, level: int, shares: list[Share]) -> Step:
        """Fill the children of all domains of a level as one."""
        demand, below = self.demand, self.counts[level + 1]
        children = self.tree.levels[level].children_of([share.domain for share in shares])
        offers = offers_of(below, by_slices(below, children, least_free=not self.best_fit))
        chosen = share_out(offers, demand.slices, demand.leaders, demand.size, best_fit=self.best_fit)
        return Step(level + 1, demand.size, chosen, together=True)

    def _within(self, level: int, shares: list[Share]) -> Step:
        """Fill the children of each domain with what it takes, in the slices of their level or in pods."""
        demand, below = self.demand, self.counts[level + 1]
        size = demand.size if level < demand.slice_level else demand.inner_sizes.get(level + 1, 1)
        chosen: list[Share] = []
        for share in shares:
            children = self.tree.levels[level].children_of([share.domain])
            order = by_slices(below, children, least_free=not self.best_fit)
            offers = offers_of(below, order, pods_by=size)
            chosen += share_out(offers, share.pods // size, share.leaders, size, best_fit=self.best_fit)
        return Step(level + 1, size, chosen, together=False)
