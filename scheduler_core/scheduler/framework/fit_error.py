"""The message of a scheduling failure.

Mirrors FitError.Error() of pkg/scheduler/framework/types.go @ v1.34.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import numpy as np

from .status import Status, distinct


def fit_message(nodes: int, statuses: Collection[Status], absent: str = "") -> str:
    """Return `0/N nodes are available: …`: the reasons, each after its number of nodes, sorted as text.

    `absent` is the reason of nodes without a status of their own.
    """
    objects, places = distinct(statuses)
    counts: Counter[str] = Counter()
    for status, times in zip(objects, np.bincount(places, minlength=len(objects)).tolist(), strict=True):
        for reason in status.reasons:
            counts[reason] += times
    if absent and len(places) < nodes:
        counts[absent] += nodes - len(places)
    reasons = sorted(f"{count} {reason}" for reason, count in counts.items())
    head = f"0/{nodes} nodes are available:"
    return f"{head} {', '.join(reasons)}." if reasons else head


def rejected_message(nodes: int, pre_filter_message: str) -> str:
    """Return the message if PreFilter rejected the pod for all nodes."""
    return f"0/{nodes} nodes are available: {pre_filter_message}."
