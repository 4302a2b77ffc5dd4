"""Mirrors pkg/scheduler/framework/plugins/podgrouppodscount/podgroup_pods_count.go @ v1.36.2."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE

NAME = "PodGroupPodsCount"


def score_placements(placed: Mapping[str, int], scheduled: int) -> dict[str, int]:
    """Return the points of each placement by the members that it takes, with those that have a node already.

    The placement with the most has 100.
    """
    most = max(placed.values(), default=0) + scheduled
    return {name: (count + scheduled) * MAX_NODE_SCORE // max(most, 1) for name, count in placed.items()}
