"""Partial admission: the largest counts between the full and the least ones that can be had.

Mirrors pkg/scheduler/flavorassigner/podset_reducer.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from scheduler_core.queueing.objects.workload import PodSet

Found = TypeVar("Found")


def search_counts(
    pod_sets: Sequence[PodSet], try_counts: Callable[[tuple[int, ...]], Found | None]
) -> Found | None:
    """Return what `try_counts` gives for the largest counts that it accepts, by binary search.

    The search assumes that whoever accepts some counts accepts smaller ones. Where victims break this it can end
    beside the last counts that were accepted, and finds nothing then, as upstream.
    """
    deltas = [p.count - (p.min_count if p.min_count is not None else p.count) for p in pod_sets]
    total = sum(deltas)
    if total == 0:
        return None
    last, last_index = None, 0
    low, high = 0, total + 1
    while low < high:
        middle = (low + high) // 2
        counts = (p.count - d * middle // total for p, d in zip(pod_sets, deltas, strict=True))
        result = try_counts(tuple(counts))
        if result is None:
            low = middle + 1
        else:
            last, last_index, high = result, middle, middle
    return last if low == last_index else None
