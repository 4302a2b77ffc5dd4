"""A workload with what is counted of it: requests, usage, and where its last search for flavors stopped.

Mirrors pkg/workload/workload.go @ v0.19.2 (Info).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scheduler_core.kubernetes.objects.resources import Amounts
from scheduler_core.kubernetes.objects.times import seconds
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.amounts import FlavorAmounts, FlavorResource, plus, saturated, scaled
from scheduler_core.queueing.objects.workload import QUOTA_RESERVED, PodSet, PodSetAdmission, Workload
from scheduler_core.queueing.topology.requests import DomainUsage, TopologyUsage

from .ordering import queue_time


@dataclass(frozen=True, slots=True)
class PodSetResources:
    """What all pods of a pod set request together; `flavors` are assigned ones, by resource (PodSetResources)."""

    name: str
    requests: Amounts
    count: int
    flavors: Mapping[str, str] = field(default_factory=dict)
    domains: tuple[DomainUsage, ...] | None = None

    def scaled_to(self, count: int) -> PodSetResources:
        """Return the pod set with another number of pods (ScaledTo)."""
        if self.domains is not None or self.count in (0, count):
            return self
        requests = {name: amount // self.count * count for name, amount in self.requests.items()}
        return replace(self, requests=requests, count=count)


@dataclass(frozen=True, slots=True)
class Usage:
    """What a workload takes of quota, and of the leaves of topologies."""

    quota: FlavorAmounts
    topology: TopologyUsage = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchState:
    """Where a search for flavors stopped (AssignmentClusterQueueState).

    `tried` has for each pod set, in the order of the search, the index of the last flavor by resource; -1 means that
    it was the last one of its group.
    """

    tried: tuple[Mapping[str, int], ...]
    generation: int
    cycle: int
    shape: Hashable

    @property
    def has_flavors_left(self) -> bool:
        """Whether some search stopped before the last flavor (PendingFlavors)."""
        return any(index != -1 for tried in self.tried for index in tried.values())

    def next_flavor(self, pod_set: int, resource: str) -> int:
        """Return the index of the flavor to try next (NextFlavorToTryForPodSetResource)."""
        if pod_set >= len(self.tried):
            return 0
        return self.tried[pod_set].get(resource, -1) + 1


@dataclass
class WorkloadInfo:
    """A workload in the queues or in the cache.

    `turn` is what pending workloads are sorted by: higher priority, longer waiting, uid. `last_search` is None when the
    next search begins with the first flavor. `nominated` are the flavors that a second search within one cycle has to
    keep to, by pod set and resource.
    """

    workload: Workload
    cluster_queue: str
    requests: tuple[PodSetResources, ...]
    shape: Hashable
    turn: tuple[int, float, str]
    last_search: SearchState | None = None
    nominated: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return self.workload.key

    @cached_property
    def usage(self) -> Usage:
        """What an admitted workload takes (Usage)."""
        return Usage(self._quota_usage(), self._topology_usage())

    @cached_property
    def victim_order(self) -> tuple[int, float, str]:
        """What candidates for preemption are sorted by: lower priority, later reservation, uid."""
        reserved = self.workload.by_type.get(QUOTA_RESERVED)
        since = seconds(reserved.transition if reserved else "")
        return self.workload.priority, -since, self.workload.uid

    @cached_property
    def used(self) -> frozenset[FlavorResource]:
        """The flavors and resources that are assigned to it."""
        return frozenset((flavor, name) for p in self.requests for name, flavor in p.flavors.items())

    def _quota_usage(self) -> dict[FlavorResource, int]:
        total: dict[FlavorResource, int] = {}
        for pod_set in self.requests:
            for resource, amount in pod_set.requests.items():
                fr = pod_set.flavors.get(resource, ""), resource
                total[fr] = plus(total.get(fr, 0), amount)
        return total

    def _topology_usage(self) -> dict[str, list[DomainUsage]]:
        taken: dict[str, list[DomainUsage]] = {}
        for pod_set in self.requests:
            for flavor in sorted(set(pod_set.flavors.values())) if pod_set.domains is not None else ():
                taken.setdefault(flavor, []).extend(pod_set.domains or ())
        return taken


def read_info(workload: Workload, gates: Gates, cluster_queue: str = "") -> WorkloadInfo:
    """Return a workload with its requests: as admitted, or as its pod sets ask (NewInfo)."""
    counts = counts_after_reclaim(workload, gates)
    if workload.admission is not None:
        cluster_queue = workload.admission.cluster_queue
        requests = tuple(
            _admitted_requests(workload, p, counts, topology=gates.topology_aware_scheduling)
            for p in workload.admission.pod_sets
        )
    else:
        requests = tuple(_requests(pod_set, counts[pod_set.name]) for pod_set in workload.pod_sets)
    shape = _shape(workload, requests, gates) if gates.scheduling_equivalence_hashing else None
    turn = -workload.priority, queue_time(workload, gates), workload.uid
    return WorkloadInfo(workload, cluster_queue, requests, shape, turn)


def renewed(info: WorkloadInfo, workload: Workload, gates: Gates) -> WorkloadInfo:
    """Return a pending workload with its newest version, whose requests are counted again only if they changed.

    Where its last search stopped is not taken over.
    """
    former = info.workload
    if (
        former.admission
        or former.pod_sets is not workload.pod_sets
        or former.reclaimable != workload.reclaimable
    ):
        return read_info(workload, gates, info.cluster_queue)
    turn = -workload.priority, queue_time(workload, gates), workload.uid
    return WorkloadInfo(workload, info.cluster_queue, info.requests, info.shape, turn)


def counts_after_reclaim(workload: Workload, gates: Gates) -> dict[str, int]:
    """Return the pods that still need quota, by pod set (podSetsCountsAfterReclaim)."""
    if not gates.reclaimable_pods:
        return {p.name: p.count for p in workload.pod_sets}
    return {p.name: p.count - min(workload.reclaimable.get(p.name, 0), p.count) for p in workload.pod_sets}


def _requests(pod_set: PodSet, count: int) -> PodSetResources:
    """Mirrors totalRequestsFromPodSets."""
    return PodSetResources(pod_set.name, scaled(pod_set.spec.requests, count), count)


def _admitted_requests(
    workload: Workload, assigned: PodSetAdmission, counts: Mapping[str, int], *, topology: bool
) -> PodSetResources:
    """Mirrors totalRequestsFromAdmission."""
    pod_set = workload.pod_set(assigned.name)
    count = assigned.count if assigned.count is not None else (pod_set.count if pod_set else 0)
    requests: Amounts = dict(assigned.usage)
    one = pod_set.spec.requests if pod_set else {n: amount // (count or 1) for n, amount in requests.items()}
    domains = None
    if topology and assigned.topology is not None:
        domains = tuple(DomainUsage(d.values, one, d.count) for d in assigned.topology.domains)
    left = counts.get(assigned.name, 0)
    if left < count:
        requests = {name: saturated(amount // count * left) for name, amount in requests.items()}
        count = left
    return PodSetResources(assigned.name, requests, count, assigned.flavors, domains)


def _shape(workload: Workload, requests: Sequence[PodSetResources], gates: Gates) -> Hashable:
    """Return what equivalent workloads have in common (computeSchedulingHash)."""
    pod_sets = tuple(
        (
            p.name,
            p.spec.shape_with_requests,
            r.count,
            tuple(sorted(r.requests.items())),
            p.min_count,
            p.topology,
        )
        for p, r in zip(workload.pod_sets, requests, strict=False)
    )
    return workload.priority, pod_sets, workload.allowed_flavors if gates.concurrent_admission else None
