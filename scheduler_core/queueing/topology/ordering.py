"""In which order the domains of a level are tried.

Mirrors sortedDomainsWithLeader and sortedDomains of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

import numpy as np

from .counts import LevelCounts
from .tree import IntArray


def leaders_first(counts: LevelCounts, domains: IntArray, *, least_free: bool) -> IntArray:
    """Return domains that can host a leader first, then by the slices that fit beside one.

    Most slices come first, or fewest with `least_free`; then fewest pods, then values.
    """
    slices = counts.slices_beside[domains]
    keys = (
        domains,
        counts.pods_beside[domains],
        slices if least_free else -slices,
        -counts.scores[domains],
        -counts.leaders[domains],
    )
    return domains[np.lexsort(keys)]


def by_slices(counts: LevelCounts, domains: IntArray, *, least_free: bool) -> IntArray:
    """Return domains by the slices that fit without a leader, in the same manner."""
    slices = counts.slices[domains]
    keys = (domains, counts.pods[domains], slices if least_free else -slices, -counts.scores[domains])
    return domains[np.lexsort(keys)]
