"""Cohorts by their parents alone: which root each has, and which are in a ring.

Mirrors HasCycle of pkg/cache/hierarchy/cycle.go and getRootUnsafe of pkg/cache/queue/cohort.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.queueing.objects.cluster_queue import Cohort


def find_roots(cohorts: Mapping[str, Cohort]) -> dict[str, str]:
    """Return the root of each cohort, and of each parent that is only named; "" where parents lead in a ring."""
    roots: dict[str, str] = {}
    for first in cohorts:
        name, way = first, dict[str, None]()
        while name not in roots and name not in way:
            way[name] = None
            cohort = cohorts.get(name)
            if cohort is None or not cohort.parent:
                roots[name] = name
            else:
                name = cohort.parent
        root = roots.get(name, "")
        roots |= dict.fromkeys(way, root)
    return roots
