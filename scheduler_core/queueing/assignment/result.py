"""Which flavors a workload gets, in which mode, and what keeps it from more.

Mirrors Assignment and PodSetAssignment of pkg/scheduler/flavorassigner/flavorassigner.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scheduler_core.kubernetes.objects.resources import Amounts
from scheduler_core.queueing.objects.amounts import FlavorResource, plus
from scheduler_core.queueing.objects.cluster_queue import ClusterQueue
from scheduler_core.queueing.objects.placement import TopologyAssignment
from scheduler_core.queueing.objects.workload import Admission, PodSetAdmission
from scheduler_core.queueing.snapshot.info import SearchState, Usage, WorkloadInfo
from scheduler_core.queueing.topology.requests import DomainUsage, Placements

from .attempts import FlavorAttempt
from .modes import Mode
from .reasons import NO_MATCHING_FLAVOR, most_severe, severity


@dataclass(slots=True)
class FlavorChoice:
    """The flavor of one resource (FlavorAssignment). Pod sets of one group share it.

    `tried` is the index of the last flavor that was looked at, -1 for the last one of the group.
    """

    flavor: str
    mode: Mode
    level: int = 0
    tried: int = 0


@dataclass(slots=True)
class PodSetAssignment:
    """The flavors of one pod set by resource; none means that nothing fits.

    `error` is why it cannot be placed at all, "" otherwise.
    """

    name: str
    requests: Amounts
    count: int
    flavors: dict[str, FlavorChoice] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)
    error: str = ""
    attempts: list[FlavorAttempt] = field(default_factory=list)
    topology: TopologyAssignment | None = None

    @property
    def mode(self) -> Mode:
        """The worst mode of its flavors (RepresentativeMode)."""
        if not self.error and not self.reasons:
            return Mode.FIT
        if self.error or not self.flavors:
            return Mode.NO_FIT
        return min(choice.mode for choice in self.flavors.values())

    def set_mode(self, mode: Mode) -> None:
        for choice in self.flavors.values():
            choice.mode = mode

    def mark_attempt(self, flavor: str, reason: str) -> None:
        """Say of a flavor that was looked at that it does not fit after all (markFlavorAttempt)."""
        for i, attempt in enumerate(self.attempts):
            if attempt.flavor == flavor:
                self.attempts[i] = replace(attempt, mode=Mode.NO_FIT, no_fit_reason=reason)
                break


@dataclass(slots=True)
class Assignment:
    """Flavors for all pod sets of a workload, as far as the search came (Assignment).

    `level` is how far up quota is borrowed, `quota` what would be used of flavors, `search` where the search stopped.
    `placements` are the last ones that were looked for, `reservation` those on an empty cluster of one who has to wait.
    """

    search: SearchState
    pod_sets: list[PodSetAssignment] = field(default_factory=list)
    level: int = 0
    quota: dict[FlavorResource, int] = field(default_factory=dict)
    topology: dict[str, list[DomainUsage]] = field(default_factory=dict)
    no_fit_reason: str = ""
    placements: Placements = field(default_factory=dict)
    reservation: Placements | None = None
    _mode: Mode | None = None

    def pod_set(self, name: str) -> PodSetAssignment:
        return next(pod_set for pod_set in self.pod_sets if pod_set.name == name)

    @property
    def mode(self) -> Mode:
        """The worst mode of the pod sets, kept until it is set (RepresentativeMode)."""
        if not self.pod_sets:
            return Mode.NO_FIT
        if self._mode is None:
            self._mode = min(pod_set.mode for pod_set in self.pod_sets)
        return self._mode

    def set_pod_set_mode(self, name: str, mode: Mode) -> None:
        """Set the mode of one pod set, and with it that of the workload (updateMode)."""
        self.pod_set(name).set_mode(mode)
        self._mode = mode

    def fail(self, pod_set: PodSetAssignment, error: str) -> None:
        """Say why a pod set cannot be placed at all (psError)."""
        pod_set.error = error
        self._mode = None

    def append(self, pod_set: PodSetAssignment) -> None:
        """Take a pod set in, and count what it uses (append)."""
        self.pod_sets.append(pod_set)
        for resource, choice in pod_set.flavors.items():
            self.level = max(self.level, choice.level)
            fr = choice.flavor, resource
            self.quota[fr] = plus(self.quota.get(fr, 0), pod_set.requests.get(resource, 0))
        tried = {resource: choice.tried for resource, choice in pod_set.flavors.items()}
        search = self.search
        self.search = SearchState((*search.tried, tried), search.generation, search.cycle, search.shape)

    @property
    def message(self) -> str:
        """The text for the workload's condition (Message)."""
        parts = []
        for pod_set in self.pod_sets:
            if pod_set.error:
                return f"failed to assign flavors to pod set {pod_set.name}: {pod_set.error}"
            if pod_set.reasons:
                reasons = ", ".join(sorted(pod_set.reasons))
                parts.append(f"couldn't assign flavors to pod set {pod_set.name}: {reasons}")
        return "; ".join(parts)

    def admission(self, cluster_queue: str) -> Admission:
        """Return the assignment as status.admission has it (ToAPI)."""
        return Admission(cluster_queue, tuple(map(_as_admitted, self.pod_sets)))

    def total_requests(self, info: WorkloadInfo) -> dict[FlavorResource, int]:
        """Return what the workload requests, in the flavors that it gets (TotalRequestsFor)."""
        total: dict[FlavorResource, int] = {}
        for requested, pod_set in zip(info.requests, self.pod_sets, strict=False):
            for resource, amount in requested.scaled_to(pod_set.count).requests.items():
                if amount:
                    fr = pod_set.flavors[resource].flavor, resource
                    total[fr] = plus(total.get(fr, 0), amount)
        return total

    def needing_preemption(self) -> frozenset[FlavorResource]:
        """Return what must be freed by preemption (flavorResourcesNeedPreemption)."""
        return frozenset(
            (choice.flavor, resource)
            for pod_set in self.pod_sets
            for resource, choice in pod_set.flavors.items()
            if choice.mode is Mode.PREEMPT
        )

    def nominated_flavors(self) -> dict[str, Mapping[str, str]]:
        """Return the flavors by pod set and resource (readResourceToFlavorMapping)."""
        return {
            pod_set.name: {resource: choice.flavor for resource, choice in pod_set.flavors.items()}
            for pod_set in self.pod_sets
        }

    def usage(self, *, reserved: bool) -> Usage:
        """Return what is newly used: no quota for a workload that has it reserved already (netUsage)."""
        return Usage({} if reserved else self.quota, self.topology)

    def resolve_no_fit_reason(self, queue: ClusterQueue) -> None:
        """Find the reason of the whole workload: of alternatives the least severe, of what goes together the most.

        Mirrors resolveNoFitReason.
        """
        if self.mode is not Mode.NO_FIT:
            return
        self.no_fit_reason = ""
        for pod_set in self.pod_sets:
            if pod_set.mode is Mode.NO_FIT:
                self.no_fit_reason = most_severe(self.no_fit_reason, _no_fit_reason(pod_set, queue))


def _as_admitted(pod_set: PodSetAssignment) -> PodSetAdmission:
    return PodSetAdmission(
        pod_set.name,
        {resource: choice.flavor for resource, choice in pod_set.flavors.items()},
        {resource: pod_set.requests.get(resource, 0) for resource in pod_set.flavors},
        pod_set.count,
        pod_set.topology,
    )


def _no_fit_reason(pod_set: PodSetAssignment, queue: ClusterQueue) -> str:
    if not pod_set.attempts:
        return NO_MATCHING_FLAVOR
    least: dict[int, str] = {}
    for i, attempt in enumerate(pod_set.attempts):
        if attempt.mode is not Mode.NO_FIT:
            continue
        groups = [n for n, group in enumerate(queue.quotas.groups) if attempt.flavor in group.flavors]
        for group in groups or [-1 - i]:
            if group not in least or severity(attempt.no_fit_reason) < severity(least[group]):
                least[group] = attempt.no_fit_reason
    reason = ""
    for least_reason in least.values():
        reason = most_severe(reason, least_reason)
    return reason
