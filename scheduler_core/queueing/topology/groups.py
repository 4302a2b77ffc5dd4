"""Places for the pod sets of a workload that got the same flavor, group by group.

Mirrors FindTopologyAssignmentsForFlavor of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from scheduler_core.queueing.objects.amounts import summed
from scheduler_core.queueing.objects.placement import TopologyAssignment
from scheduler_core.queueing.objects.workload import Workload

from .replacement import find_replacement, resize
from .requests import DomainUsage, Placement, Placements, PodSetRequest
from .search import Room, find_assignments

Group = Sequence[PodSetRequest]


def place_groups(room: Room, requests: Sequence[PodSetRequest], workload: Workload) -> Placements:
    """Return a place for each pod set; after the first group that fails no other is tried.

    What is placed is added to what the room assumes.
    """
    placements: dict[str, Placement] = {}
    for group in _groups(requests):
        placed = _replaced(room, group, workload) if workload.unhealthy_nodes else _placed(room, group)
        placements.update(placed)
        if any(placement.failure for placement in placed.values()):
            break
    return placements


def _groups(requests: Sequence[PodSetRequest]) -> Iterator[Group]:
    """Yield pod sets with the same group together, in the order of the first of each."""
    groups: dict[str | int, list[PodSetRequest]] = {}
    for index, request in enumerate(requests):
        groups.setdefault(request.group or index, []).append(request)
    yield from groups.values()


def _leader_and_workers(group: Group) -> tuple[PodSetRequest | None, PodSetRequest]:
    """Return the smaller pod set, the second one of equal ones, as the leader of the other (findLeaderAndWorkers)."""
    if len(group) == 1:
        return None, group[0]
    first, second = group[:2]
    return (first, second) if second.count > first.count else (second, first)


def _placed(room: Room, group: Group) -> Placements:
    leader, workers = _leader_and_workers(group)
    resized = resize(room, workers, leader, partial(_assume, room))
    if resized and resized.failure:
        return {workers.pod_set.name: Placement(workers.flavor, None, resized.failure, resized.search)}
    if resized:
        return {
            request.pod_set.name: Placement(request.flavor, assignment, search=resized.search)
            for request in group
            if (assignment := resized.assignments.get(request.pod_set.name))
        }
    result = find_assignments(room, workers, leader)
    for request in group:
        if assignment := result.assignments.get(request.pod_set.name):
            _assume(room, assignment, request)
    return {
        request.pod_set.name: Placement(
            request.flavor, result.assignments.get(request.pod_set.name), result.failure, result.search
        )
        for request in group
    }


def _replaced(room: Room, group: Group, workload: Workload) -> Placements:
    """Return places in which the pods of the first failed node are elsewhere, for pod sets that had one.

    A single pod stays where it is: it can move nowhere, and its workload ends with it.
    """
    placements: dict[str, Placement] = {}
    stays = workload.of_one_pod and room.gates.skip_reassignment_for_pod_owned_workloads
    for request in group:
        existing = _existing(workload, request.pod_set.name)
        if existing is None:
            continue
        if stays:
            placements[request.pod_set.name] = Placement(request.flavor, existing)
            continue
        result = find_replacement(room, request, existing, workload.unhealthy_nodes[0])
        placements[request.pod_set.name] = Placement(
            request.flavor, result.assignment, result.failure, result.search
        )
        if result.added is None:
            break
        _assume(room, result.added, request)
    return placements


def _existing(workload: Workload, pod_set: str) -> TopologyAssignment | None:
    pod_sets = workload.admission.pod_sets if workload.admission else ()
    return next((admission.topology for admission in pod_sets if admission.name == pod_set), None)


def _assume(room: Room, assignment: TopologyAssignment, request: PodSetRequest) -> None:
    """Count what a pod set takes for those that follow (addAssumedUsage)."""
    for domain in assignment.domains:
        usage = DomainUsage(domain.values, request.requests, domain.count)
        leaf = ",".join(domain.values)
        room.assumed[leaf] = summed((room.assumed.get(leaf, {}), usage.total))
