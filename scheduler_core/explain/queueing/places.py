"""The search for places in a topology as data, of workloads that got one and of those that did not."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.queueing.topology.requests import Placement

from .contract import TopologyPlace


def topology_places(placements: Mapping[str, Placement], *, searches: bool = True) -> list[TopologyPlace]:
    """Return the places of pod sets, in their order, with or without the searches that found them."""
    return [_place(name, placement, searches=searches) for name, placement in placements.items()]


def _place(name: str, placement: Placement, *, searches: bool) -> TopologyPlace:
    assignment = placement.assignment
    domains = assignment.domains if assignment else ()
    return {
        "pod_set": name,
        "flavor": placement.flavor,
        "failure": placement.failure,
        "levels": list(assignment.levels) if assignment else [],
        "chosen": [list(domain.values) for domain in domains],
        "counts": [domain.count for domain in domains],
        "search": placement.search.record() if placement.search and searches else None,
    }
