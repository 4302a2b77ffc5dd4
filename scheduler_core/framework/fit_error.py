"""The message of a scheduling failure.

Mirrors FitError.Error() of pkg/scheduler/framework/types.go @ v1.34.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .status import Status


def fit_message(nodes: int, statuses: Iterable[Status], absent: str = "") -> str:
    """`0/N nodes are available: …`: reasons with their counts in front, sorted as text.

    `absent` is the reason of the nodes that have no status of their own.
    """
    listed = list(statuses)
    alike = {id(status): status for status in listed}  # many nodes share one
    counts: Counter[str] = Counter()
    for key, times in Counter(map(id, listed)).items():
        for reason in alike[key].reasons:
            counts[reason] += times
    if absent and len(listed) < nodes:
        counts[absent] += nodes - len(listed)
    reasons = sorted(f"{count} {reason}" for reason, count in counts.items())
    head = f"0/{nodes} nodes are available:"
    return f"{head} {', '.join(reasons)}." if reasons else head


def rejected_message(nodes: int, pre_filter_message: str) -> str:
    """The message when PreFilter rejected the pod for all nodes."""
    return f"0/{nodes} nodes are available: {pre_filter_message}."
