"""Places for a whole workload, flavor by flavor.

Mirrors FindTopologyAssignmentsForWorkload of pkg/cache/scheduler/clusterqueue_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.queueing.objects.workload import Workload

from .requests import AssumedUsage, Placement, Placements, TopologyRequests
from .snapshot import FlavorSnapshot


def find_places(
    topologies: Mapping[str, FlavorSnapshot],
    requests: TopologyRequests,
    workload: Workload,
    *,
    empty: bool = False,
) -> Placements:
    """Return a placement for each pod set that wants one, flavors in the order of their names.

    Flavors whose topology ends at hosts share what the workload takes (gate TASHandleOverlappingFlavors).
    """
    shared: AssumedUsage = {}
    placements: dict[str, Placement] = {}
    for flavor in sorted(requests):
        snapshot = topologies[flavor]
        overlaps = snapshot.gates.tas_handle_overlapping_flavors and snapshot.topology.ends_at_hosts
        assumed = shared if overlaps else {}
        placements.update(snapshot.find(requests[flavor], workload=workload, empty=empty, assumed=assumed))
    return placements
