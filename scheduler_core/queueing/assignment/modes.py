"""Modes in which a flavor can be had, and which flavor is preferred to which.

Mirrors the types of pkg/scheduler/flavorassigner/flavorassigner.go @ v0.19.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from math import inf

from scheduler_core.queueing.objects.cluster_queue import (
    PREEMPTION_OVER_BORROWING,
    TRY_NEXT_FLAVOR,
    Fungibility,
)


class Mode(IntEnum):
    """How a pod set's flavors can be had, from worst to best (FlavorAssignmentMode)."""

    NO_FIT = 0
    PREEMPT = 1
    DEFERRED_FIT = 2
    FIT = 3

    def __str__(self) -> str:
        return ("NoFit", "Preempt", "DeferredFit", "Fit")[self]


class Finding(IntEnum):
    """What the search found for one flavor, from worst to best (preemptionMode).

    NO_CANDIDATES: preemption would be allowed, and there is nobody to preempt. PREEMPT: someone in the own
    ClusterQueue would be preempted. RECLAIM: only workloads of other ClusterQueues.
    """

    NO_FIT = 0
    NO_CANDIDATES = 1
    PREEMPT = 2
    RECLAIM = 3
    FIT = 4

    @property
    def mode(self) -> Mode:
        """The mode that follows (flavorAssignmentMode)."""
        if self is Finding.NO_FIT:
            return Mode.NO_FIT
        return Mode.FIT if self is Finding.FIT else Mode.PREEMPT

    @property
    def possibility(self) -> str:
        """What is said of preemption (preemptionPossibility), "" where it is not asked for."""
        return ("", "NoCandidates", "Preempt", "Reclaim", "")[self]


@dataclass(frozen=True, slots=True)
class GranularMode:
    """A finding, and how far up quota is borrowed; level 0 borrows nothing (granularMode)."""

    finding: Finding
    level: float


WORST = GranularMode(Finding.NO_FIT, inf)
BEST = GranularMode(Finding.FIT, 0)


def is_preferred(a: GranularMode, b: GranularMode, fungibility: Fungibility) -> bool:
    """Return whether a is better than b (isPreferred)."""
    if a.finding is Finding.NO_FIT or b.finding is Finding.NO_FIT:
        return a.finding is not Finding.NO_FIT
    if (a.finding is Finding.NO_CANDIDATES) != (b.finding is Finding.NO_CANDIDATES):
        return b.finding is Finding.NO_CANDIDATES
    if fungibility.preference == PREEMPTION_OVER_BORROWING:
        return (-a.level, a.finding) > (-b.level, b.finding)
    return (a.finding, -a.level) > (b.finding, -b.level)


def goes_on(mode: GranularMode, fungibility: Fungibility) -> bool:
    """Return whether the search goes on behind a flavor (shouldTryNextFlavor)."""
    if mode.finding in (Finding.NO_FIT, Finding.NO_CANDIDATES):
        return True
    if mode.finding is not Finding.FIT and fungibility.when_can_preempt == TRY_NEXT_FLAVOR:
        return True
    return mode.level > 0 and fungibility.when_can_borrow == TRY_NEXT_FLAVOR
