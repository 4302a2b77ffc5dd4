"""What the flavor assigner asks of a topology, and what it is answered.

Mirrors the types at the top of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from scheduler_core.kubernetes.objects.resources import PODS, Amounts
from scheduler_core.queueing.objects.amounts import scaled
from scheduler_core.queueing.objects.placement import TopologyAssignment
from scheduler_core.queueing.objects.workload import PodSet

from .contract import SearchRecord


@dataclass(frozen=True, slots=True)
class PodSetRequest:
    """A pod set that wants a place in a flavor's topology (TASPodSetRequests).

    `requests` are those of one pod as its template has them, not the quota's view, and without the pod itself. `count`
    is the number of pods, after partial admission. `implied` is whether the workload does not ask for a topology, but
    its ClusterQueue has none but flavors with one. `group` is "" for a pod set that is placed by itself. `previous` is
    where the pods are that the workload takes over from the one that it replaces, None without one (gate
    ElasticJobsViaWorkloadSlicesWithTAS).
    """

    pod_set: PodSet
    count: int
    requests: Amounts
    flavor: str
    implied: bool
    group: str = ""
    previous: TopologyAssignment | None = None


@dataclass(frozen=True)
class DomainUsage:
    """What `count` pods take of a leaf of the tree (TopologyDomainRequests).

    `values` name the leaf: the host alone where hosts are the lowest level, otherwise one value a level. `requests`
    are those of one pod; each also takes one of the resource `pods`.
    """

    values: tuple[str, ...]
    requests: Amounts
    count: int

    @cached_property
    def total(self) -> dict[str, int]:
        """What all the pods take, and their number."""
        total = scaled(self.requests, self.count)
        total[PODS] = total.get(PODS, 0) + self.count
        return total


AssumedUsage = dict[str, dict[str, int]]
"""What earlier pod sets of the same workload take of leaves, by the leaf's values joined with commas."""

TopologyUsage = Mapping[str, Sequence[DomainUsage]]
"""What a workload takes of leaves, by flavor (TASUsage)."""

TopologyRequests = Mapping[str, Sequence[PodSetRequest]]
"""The pod sets of a workload that want places, by flavor, each in the order of the workload (WorkloadTASRequests)."""


class Recorded(Protocol):
    """A search that can be written down."""

    def record(self) -> SearchRecord:
        """Return the search as plain data, counted per domain, level by level."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The place of a pod set, or why there is none (tasPodSetAssignmentResult).

    `assignment` is None together with a `failure`, the text that goes into the workload's condition. `search` is how
    the place was looked for, None if nothing had to be counted; pod sets of a group share it.
    """

    flavor: str
    assignment: TopologyAssignment | None
    failure: str = ""
    search: Recorded | None = field(default=None, compare=False, repr=False)


Placements = Mapping[str, Placement]
"""Placements by pod set. After a failure the groups behind it are missing."""


def first_failure(placements: Placements) -> tuple[str, Placement] | None:
    """Return the pod set that has no place, the first by name, and its placement (TASAssignmentsResult.Failure).

    Upstream names any of the pod sets of the group that failed.
    """
    failed = sorted(name for name, placement in placements.items() if placement.failure)
    return (failed[0], placements[failed[0]]) if failed else None
