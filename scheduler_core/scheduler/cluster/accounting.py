"""The amounts that a running pod adds to its node, by version.

Mirrors calculateResource of pkg/scheduler/framework/types.go.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.kubernetes.objects.resources import Amounts
from scheduler_core.kubernetes.versions import Version

Accounting: TypeAlias = Callable[[PodTemplate], tuple[Amounts, Amounts]]
"""Requested and NonZeroRequested of a pod class."""


def current_amounts(template: PodTemplate) -> tuple[Amounts, Amounts]:
    """Return the amounts as v1.34.1 computes them."""
    return template.requests, template.non_zero_requests


def accounting(version: Version) -> Accounting:
    """Return the function that computes a pod class's amounts as this version does."""
    if version.resizes_count and version.sidecars_score:
        return current_amounts

    @cache
    def amounts(template: PodTemplate) -> tuple[Amounts, Amounts]:
        resources = template.resources if version.resizes_count else template.resources.as_specified()
        count_all = version.sidecars_score or not any(c.sidecar for c in resources.init_containers)
        return resources.requests(), (
            resources.non_zero_requests() if count_all else resources.non_zero_without_sidecars()
        )

    return amounts
