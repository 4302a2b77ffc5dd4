"""Which candidate is taken.

Mirrors pickOneNodeForPreemption of pkg/scheduler/framework/preemption/preemption.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scheduler_core.framework.interfaces import Candidate

from .victims import started

_INT32_RANGE = 2**31


def _highest_priority(candidate: Candidate) -> int:
    return candidate.victims[0].template.priority


def _sum_of_priorities(candidate: Candidate) -> int:
    """Shifted so that more victims of negative priority are not better."""
    return sum(v.template.priority + _INT32_RANGE for v in candidate.victims)


def earliest_start(candidate: Candidate) -> str:
    """The start of the longest running victim among those of the highest priority."""
    highest = max(v.template.priority for v in candidate.victims)
    return min(started(v) for v in candidate.victims if v.template.priority == highest)


# In order; each keeps the candidates with the smallest (or, with True, the largest) value.
RULES: tuple[tuple[str, Callable[[Candidate], Any], bool], ...] = (
    ("pdb violations", lambda c: c.pdb_violations, False),
    ("highest victim priority", _highest_priority, False),
    ("sum of victim priorities", _sum_of_priorities, False),
    ("number of victims", lambda c: len(c.victims), False),
    ("earliest start of the highest victims", earliest_start, True),
)


def best_candidates(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates among which the choice is free."""
    best = candidates
    for _, value, largest in RULES:
        if len(best) > 1:
            bound = (max if largest else min)(value(c) for c in best)
            best = [c for c in best if value(c) == bound]
    return best
