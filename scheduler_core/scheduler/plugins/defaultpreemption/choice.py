"""The choice among preemption candidates.

Mirrors pickOneNodeForPreemption of pkg/scheduler/framework/preemption/preemption.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scheduler_core.scheduler.framework.interfaces import Candidate

from .victims import NOW, start_time

_INT32_RANGE = 2**31


def _highest_priority(candidate: Candidate) -> int:
    return candidate.victims[0].template.priority


def _sum_of_priorities(candidate: Candidate) -> int:
    """Return the sum of the victims' priorities, each shifted above 0 so that more victims never sum to less."""
    return sum(v.template.priority + _INT32_RANGE for v in candidate.victims)


def earliest_start(candidate: Candidate) -> str:
    """Return the earliest start time among the victims of the highest priority."""
    highest = max(v.template.priority for v in candidate.victims)
    return min(start_time(v) for v in candidate.victims if v.template.priority == highest)


# Applied in order. Each rule keeps the candidates with the smallest value (with True: the largest).
RULES: tuple[tuple[str, Callable[[Candidate], Any], bool], ...] = (
    ("pdb violations", lambda c: c.pdb_violations, False),
    ("highest victim priority", _highest_priority, False),
    ("sum of victim priorities", _sum_of_priorities, False),
    ("number of victims", lambda c: len(c.victims), False),
    ("earliest start of the highest victims", earliest_start, True),
)


def best_candidates(candidates: list[Candidate]) -> list[Candidate]:
    """Return the candidates that tie for best under all rules."""
    best = candidates
    for _, value, largest in RULES:
        if len(best) > 1:
            bound = (max if largest else min)(value(c) for c in best)
            best = [c for c in best if value(c) == bound]
    # Upstream takes the time anew for each candidate, so that the last of those without start times is the latest.
    return best[-1:] if all(earliest_start(c) == NOW for c in best) else best
