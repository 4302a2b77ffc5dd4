"""All named changes of the scheduler's behaviour, in the order of the releases that brought them."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import numbers

from . import controllers, devices, filters, framework, podgroups, preemption, queue, scores, volumes

CHANGES = tuple(
    sorted(
        (
            *framework.CHANGES,
            *filters.CHANGES,
            *volumes.CHANGES,
            *devices.CHANGES,
            *scores.CHANGES,
            *preemption.CHANGES,
            *queue.CHANGES,
            *podgroups.CHANGES,
            *controllers.CHANGES,
        ),
        key=lambda change: numbers(change.since),
    )
)
