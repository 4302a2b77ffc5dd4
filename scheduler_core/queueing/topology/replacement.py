"""Places for a workload that has some: another one for the pods of a failed node, and those of an elastic workload.

Mirrors findReplacementAssignment of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2, where of several failed nodes
one is replaced at a time, the first, and tas_elastic_workloads.go (gate ElasticJobsViaWorkloadSlicesWithTAS), where a
workload that replaces a smaller or larger one keeps its pods where they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from scheduler_core.queueing.objects.placement import DomainCount, TopologyAssignment
from scheduler_core.queueing.objects.workload import SliceLayer, TopologyRequest

from .demand import searched_level_key
from .record import Search
from .requests import PodSetRequest
from .search import Room, find_assignments
from .tree import TopologyTree

_NOTHING = TopologyRequest()


@dataclass(frozen=True, slots=True)
class Replacement:
    """The whole place of a pod set and the new part of it, or a failure."""

    assignment: TopologyAssignment | None
    added: TopologyAssignment | None = None
    failure: str = ""
    search: Search | None = None


def find_replacement(
    room: Room, request: PodSetRequest, existing: TopologyAssignment, node: str
) -> Replacement:
    """Return a place in which the pods of a node are elsewhere, or why there is none."""
    healthy = [domain for domain in existing.domains if domain.values[-1] != node]
    lost = [domain.count for domain in existing.domains if domain.values[-1] == node]
    if stale := stale_domain(room.tree, healthy):
        return Replacement(
            None,
            failure="Cannot replace the node, because the existing topologyAssignment is invalid, as it contains the"
            f" stale domain {stale.values[0]}",
        )
    request = replace(request, count=lost[-1] if lost else 0)
    layers = (request.pod_set.topology or _NOTHING).layers
    if layers and layers[0].size <= 0:
        return Replacement(None, failure="slice topology requested, but slice size not provided")
    inside = _required_domain(room.tree, request, healthy, layers)
    if inside and layers and request.count % layers[0].size:
        request = _in_whole_slices(request, layers)
    assignments = find_assignments(replace(room, inside=inside), request, None)
    if assignments.failure:
        return Replacement(None, failure=assignments.failure, search=assignments.search)
    added = assignments.assignments[request.pod_set.name]
    if not added.domains:
        failure = f"cannot find replacement assignment for unhealthy node: {node}"
        return Replacement(None, failure=failure, search=assignments.search)
    return Replacement(merged(room.tree, added, healthy), added, search=assignments.search)


def merged(tree: TopologyTree, new: TopologyAssignment, healthy: Iterable[DomainCount]) -> TopologyAssignment:
    """Return new and kept domains as one assignment, in order (mergeTopologyAssignments)."""
    counts: Counter[int] = Counter()
    for domain in (*new.domains, *healthy):
        counts[tree.leaves[",".join(domain.values)]] += domain.count
    domains = tuple(DomainCount(tree.leaf_values[leaf], count) for leaf, count in sorted(counts.items()))
    return TopologyAssignment(new.levels, domains)


def stale_domain(tree: TopologyTree, domains: Iterable[DomainCount]) -> DomainCount | None:
    """Return the first domain that the tree lacks, for example since its node is gone (IsTopologyAssignmentStale)."""
    return next((domain for domain in domains if tree.leaf(domain.values) is None), None)


def _required_domain(
    tree: TopologyTree, request: PodSetRequest, healthy: list[DomainCount], layers: tuple[SliceLayer, ...]
) -> str:
    """Return the id of the domain that replacing pods must not leave, "" for none (requiredReplacementDomain)."""
    level = tree.level_of(searched_level_key(request, tree.topology))
    if level is None or not healthy:
        return ""
    if layers and request.count % layers[0].size:
        broken = next(layer for layer in reversed(layers) if request.count % layer.size)
        return _incomplete_slice(tree, healthy, request.count, broken)
    if not (request.pod_set.topology or _NOTHING).required:
        return ""
    return _ancestor_id(tree, healthy[0], level)


def _incomplete_slice(tree: TopologyTree, healthy: list[DomainCount], missing: int, layer: SliceLayer) -> str:
    """Return the domain whose slice the missing pods complete, the first by values; upstream takes any of them."""
    level = tree.level_of(layer.topology)
    if level is None:
        return ""
    pods: Counter[int] = Counter()
    for domain in healthy:
        pods[tree.ancestor(tree.leaves[",".join(domain.values)], level)] += domain.count
    complete = (number for number, count in sorted(pods.items()) if (count + missing) % layer.size == 0)
    first = next(complete, None)
    return "" if first is None else tree.domain_id(tree.levels[level].values[first])


def _ancestor_id(tree: TopologyTree, domain: DomainCount, level: int) -> str:
    number = tree.ancestor(tree.leaves[",".join(domain.values)], level)
    return tree.domain_id(tree.levels[level].values[number])


def _in_whole_slices(request: PodSetRequest, layers: tuple[SliceLayer, ...]) -> PodSetRequest:
    """Return the request with slices of the innermost layer that divides its pods, of single pods if none does."""
    whole = next((layer for layer in reversed(layers) if request.count % layer.size == 0), None)
    topology = replace(
        request.pod_set.topology or _NOTHING,
        constraints=(),
        slice_topology=whole.topology if whole else "",
        slice_size=whole.size if whole else 1,
    )
    return replace(request, pod_set=replace(request.pod_set, topology=topology))


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
