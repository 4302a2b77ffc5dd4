"""Placements of pod groups, scored by the share of their resources that would be in use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cluster.snapshot import NON_ZERO
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Plugin

from .resource_allocation import WeightedResource, requests_to_score
from .scorers import most_allocated


@runtime_checkable
class ScoresPlacements(Plugin, Protocol):
    """A plugin that scores placements (PlacementScorePlugin)."""

    def score_placement(self, nodes: Sequence[int], pods: Sequence[Pod]) -> int:
        """Return the points of a placement, of 0 to 100; `nodes` are its nodes, `pods` the members placed there."""
        ...


def most_allocated_placement(
    handle: Handle, resources: Sequence[WeightedResource], nodes: Sequence[int], pods: Sequence[Pod]
) -> int:
    """Return the weighted mean over the resources of 100·requested/allocatable, summed over the nodes."""
    snapshot, rows = handle.snapshot, np.array(nodes, dtype=np.int64)
    templates = [requests_to_score(handle.version, pod.template, use_requested=False) for pod in pods]
    total = weights = 0
    for resource in resources:
        name = resource.name
        allocatable = snapshot.allocatable[name][rows].sum()
        if not allocatable:
            continue
        requested = snapshot.requested[NON_ZERO.get(name, name)][rows].sum()
        requested += sum(requests.get(name, 0) for requests in templates)
        total += int(most_allocated(np.array([requested]), np.array([allocatable]))[0]) * resource.weight
        weights += resource.weight
    return total // weights if weights else 0
