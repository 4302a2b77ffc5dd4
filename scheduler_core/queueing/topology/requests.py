"""What the flavor assigner asks of a topology, and what it is answered.

Mirrors the types at the top of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.resources import Amounts
from scheduler_core.queueing.objects.placement import TopologyAssignment
from scheduler_core.queueing.objects.workload import PodSet


@dataclass(frozen=True, slots=True)
class PodSetRequest:
    """A pod set that wants a place in a flavor's topology (TASPodSetRequests).

    `requests` are those of one pod as its template has them, not the quota's view, and without the pod itself. `count`
    is the number of pods, after partial admission. `implied` is whether the workload does not ask for a topology, but
    its ClusterQueue has none but flavors with one. `group` is "" for a pod set that is placed by itself.
    """

    pod_set: PodSet
    count: int
    requests: Amounts
    flavor: str
    implied: bool
    group: str = ""


@dataclass(frozen=True, slots=True)
class DomainUsage:
    """What `count` pods take of a leaf of the tree (TopologyDomainRequests).

    `values` name the leaf: the host alone where hosts are the lowest level, otherwise one value a level. `requests`
    are those of one pod; each also takes one of the resource `pods`.
    """

    values: tuple[str, ...]
    requests: Amounts
    count: int


TopologyUsage = Mapping[str, Sequence[DomainUsage]]
"""What a workload takes of leaves, by flavor (TASUsage)."""

TopologyRequests = Mapping[str, Sequence[PodSetRequest]]
"""The pod sets of a workload that want places, by flavor, each in the order of the workload (WorkloadTASRequests)."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The place of a pod set, or why there is none (tasPodSetAssignmentResult).

    `assignment` is None together with a `failure`, the text that goes into the workload's condition.
    """

    flavor: str
    assignment: TopologyAssignment | None
    failure: str = ""


Placements = Mapping[str, Placement]
"""Placements by pod set. After a failure the groups behind it are missing."""


def first_failure(placements: Placements) -> tuple[str, Placement] | None:
    """Return the pod set that has no place, the first by name, and its placement (TASAssignmentsResult.Failure).

    Upstream names any of the pod sets of the group that failed.
    """
    failed = sorted(name for name, placement in placements.items() if placement.failure)
    return (failed[0], placements[failed[0]]) if failed else None
