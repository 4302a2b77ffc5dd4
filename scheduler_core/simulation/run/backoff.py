"""The backoff of a pod after a failed attempt.

Mirrors calculateBackoffDuration and alignToWindow of pkg/scheduler/backend/queue/backoff_queue.go @ v1.34.1.
Times are seconds on the simulation's clock.
"""

from __future__ import annotations

from math import floor

INITIAL_SECONDS = 1.0
MAX_SECONDS = 10.0
_WINDOW_SECONDS = 1.0


def backoff_seconds(failures: int) -> float:
    """Return 1 s after the first failure, doubled after each further one, at most 10 s."""
    if failures < 1:
        return 0.0
    return min(INITIAL_SECONDS * 2.0 ** min(failures - 1, 10), MAX_SECONDS)


def backoff_expiration(failed_at: float, failures: int) -> float:
    """Return when the pod is ready again, truncated to seconds so that pods of one second are ordered by priority."""
    return floor((failed_at + backoff_seconds(failures)) / _WINDOW_SECONDS) * _WINDOW_SECONDS
