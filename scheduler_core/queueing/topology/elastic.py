"""Places of a workload that replaces a smaller or larger one, and keeps its pods where they are.

Mirrors pkg/cache/scheduler/tas_elastic_workloads.go @ v0.19.2 (gate ElasticJobsViaWorkloadSlicesWithTAS).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from scheduler_core.queueing.objects.placement import DomainCount, TopologyAssignment

from .record import Search
from .replacement import merged, stale_domain
from .requests import PodSetRequest
from .search import Room, find_assignments

Assume = Callable[[TopologyAssignment, PodSetRequest], None]
"""Counts what a pod set takes for those that follow."""


@dataclass(frozen=True, slots=True)
class Resized:
    """Places by pod set, or a failure of the workers."""

    assignments: dict[str, TopologyAssignment]
    failure: str = ""
    search: Search | None = None


def resize(
    room: Room, workers: PodSetRequest, leader: PodSetRequest | None, assume: Assume
) -> Resized | None:
    """Return places that keep the former ones, None if there are none that still exist."""
    previous = workers.previous
    if previous is None or stale_domain(room.tree, previous.domains):
        return None
    if leader and leader.previous and stale_domain(room.tree, leader.previous.domains):
        return None
    before = sum(domain.count for domain in previous.domains)
    if workers.count > before:
        return _grown(room, workers, leader, previous, before, assume)
    remaining = TopologyAssignment(previous.levels, tuple(_first_pods(previous.domains, workers.count)))
    assignments = {workers.pod_set.name: remaining}
    assume(remaining, workers)
    if leader and leader.previous:
        assignments[leader.pod_set.name] = leader.previous
        assume(leader.previous, leader)
    return Resized(assignments)


def _grown(
    room: Room,
    workers: PodSetRequest,
    leader: PodSetRequest | None,
    previous: TopologyAssignment,
    before: int,
    assume: Assume,
) -> Resized:
    """Place the pods that are new beside those that stay, and the leader if it is new."""
    assignments = {}
    assume(previous, workers)
    if leader and leader.previous:
        assume(leader.previous, leader)
        assignments[leader.pod_set.name] = leader.previous
        leader = None
    grown = find_assignments(room, replace(workers, count=workers.count - before, previous=None), leader)
    if grown.failure:
        return Resized({}, grown.failure, grown.search)
    if leader:
        assignments[leader.pod_set.name] = grown.assignments[leader.pod_set.name]
        assume(assignments[leader.pod_set.name], leader)
    added = grown.assignments[workers.pod_set.name]
    assume(added, workers)
    assignments[workers.pod_set.name] = merged(room.tree, added, previous.domains)
    return Resized(assignments, search=grown.search)


def _first_pods(domains: Iterable[DomainCount], count: int) -> Iterable[DomainCount]:
    """Return the domains with as many of their first pods (TruncateAssignment)."""
    for domain in domains:
        if count <= 0:
            return
        yield DomainCount(domain.values, min(domain.count, count))
        count -= domain.count
