"""What a running pod counts in its node's sums, by version (calculateResource of pkg/scheduler/framework/types.go)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from scheduler_core.objects.pod import PodTemplate
from scheduler_core.objects.resources import Amounts, Container, PodResources
from scheduler_core.versions import Version

Accounting: TypeAlias = Callable[[PodTemplate], tuple[Amounts, Amounts]]
"""Requested and NonZeroRequested of a pod class."""


def current(template: PodTemplate) -> tuple[Amounts, Amounts]:
    """As v1.34.1 does."""
    return template.requests, template.non_zero_requests


def accounting(version: Version) -> Accounting:
    if version.resizes_count and version.sidecars_score:
        return current

    @cache
    def count(template: PodTemplate) -> tuple[Amounts, Amounts]:
        resources = template.resources if version.resizes_count else _as_specified(template.resources)
        alone = version.sidecars_score or not any(c.sidecar for c in resources.init_containers)
        return resources.requests(), (
            resources.non_zero_requests() if alone else resources.non_zero_without_sidecars()
        )

    return count


def _as_specified(resources: PodResources) -> PodResources:
    """Without what the status says of a resize."""

    def plain(containers: tuple[Container, ...]) -> tuple[Container, ...]:
        return tuple(replace(c, in_use=None, allocated=None) for c in containers)

    return replace(
        resources,
        containers=plain(resources.containers),
        init_containers=plain(resources.init_containers),
    )
