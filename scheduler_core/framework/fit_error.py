"""The message of a scheduling failure.

Mirrors FitError.Error() of pkg/scheduler/framework/types.go @ v1.34.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .status import Status


def fit_message(nodes: int, statuses: Iterable[Status], absent: str = "") -> str:
    """Return `0/N nodes are available: …`: the reasons, each after its number of nodes, sorted as text.

    `absent` is the reason of nodes without a status of their own.
    """
    listed = list(statuses)
    status_by_id = dict(zip(map(id, listed), listed, strict=True))  # many nodes share one object
    counts: Counter[str] = Counter()
    for key, times in Counter(map(id, listed)).items():
        for reason in status_by_id[key].reasons:
            counts[reason] += times
    if absent and len(listed) < nodes:
        counts[absent] += nodes - len(listed)
    reasons = sorted(f"{count} {reason}" for reason, count in counts.items())
    head = f"0/{nodes} nodes are available:"
    return f"{head} {', '.join(reasons)}." if reasons else head


def rejected_message(nodes: int, pre_filter_message: str) -> str:
    """Return the message if PreFilter rejected the pod for all nodes."""
    return f"0/{nodes} nodes are available: {pre_filter_message}."
