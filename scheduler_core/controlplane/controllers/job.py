"""Job: how many of its pods are too many.

Mirrors manageJob of pkg/controller/job/job_controller.go @ v1.34.1.
"""

from __future__ import annotations


def surplus(
    *, parallelism: int, completions: int | None, active: int, succeeded: int, suspended: bool
) -> int:
    """Return how many active pods are to be deleted: all of a suspended Job, else those beyond what is still wanted."""
    if suspended:
        return active
    if completions is None:  # a work queue: after the first success the others end by themselves
        wanted = active if succeeded else parallelism
    else:
        wanted = max(min(parallelism, completions - succeeded), 0)
    return max(active - wanted, 0)
