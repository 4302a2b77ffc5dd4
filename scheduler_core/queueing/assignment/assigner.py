"""The search for flavors: which flavor each pod set of a workload gets, resource by resource.

Mirrors FlavorAssigner of pkg/scheduler/flavorassigner/flavorassigner.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.resources import PODS, Amounts
from scheduler_core.queueing.objects.amounts import (
    FlavorAmounts,
    FlavorResource,
    in_order,
    minus,
    plus,
    quantity_text,
    request_text,
    summed,
)
from scheduler_core.queueing.objects.cluster_queue import NEVER
from scheduler_core.queueing.objects.flavor import ResourceFlavor
from scheduler_core.queueing.objects.quota import ResourceGroup
from scheduler_core.queueing.objects.taints import untolerated_taint
from scheduler_core.queueing.objects.workload import PodSet
from scheduler_core.queueing.snapshot.info import PodSetResources, SearchState, WorkloadInfo
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot, Snapshot
from scheduler_core.queueing.topology.requests import first_failure
from scheduler_core.queueing.topology.snapshot import find_places

from .affinity import suits
from .attempts import FlavorAttempt, ResourceCheck, merge_attempts
from .modes import BEST, WORST, Finding, GranularMode, Mode, goes_on, is_preferred
from .reasons import (
    EXCEEDS_MAX_QUOTA,
    NO_MATCHING_FLAVOR,
    TOPOLOGY_PLACEMENT_FAILED,
    WAITING_FOR_QUOTA,
    most_severe,
)
from .result import Assignment, FlavorChoice, PodSetAssignment
from .topology import mismatch, only_topologies, take_placements, topology_requests

Oracle = Callable[[WorkloadInfo, FlavorResource, int], tuple[Finding, int]]
"""Says whether preemption could free an amount, and how far up quota is borrowed then (SimulatePreemption)."""


@dataclass(frozen=True, slots=True)
class _Member:
    """A pod set on its way through the search; `index` is its place in the workload."""

    index: int
    pod_set: PodSet
    assigned: PodSetAssignment


@dataclass(frozen=True, slots=True)
class _Found:
    """What the search for the flavors of one resource group found."""

    choices: dict[str, FlavorChoice]
    reasons: list[str]
    attempts: list[FlavorAttempt]


class FlavorAssigner:
    """Searches flavors for one workload in one cycle."""

    def __init__(
        self, info: WorkloadInfo, snapshot: Snapshot, oracle: Oracle, *, cycle: int, fair_sharing: bool
    ) -> None:
        self.info = info
        self.snapshot = snapshot
        self.queue: QueueSnapshot = snapshot.queues[info.cluster_queue]
        self.oracle = oracle
        self.cycle = cycle
        self.gates = snapshot.gates
        self._preempts_while_borrowing = _preempts_while_borrowing(self.queue, fair_sharing=fair_sharing)

    def assign(self, counts: Sequence[int] | None = None) -> Assignment:
        """Return the flavors for all pod sets, with other numbers of pods if given (assignFlavors)."""
        search = SearchState((), self.queue.generation, self.cycle, self.info.shape)
        assignment = Assignment(search)
        for members in self._groups(counts):
            self._assign_group(assignment, members)
            if any(m.assigned.error or (m.assigned.requests and not m.assigned.flavors) for m in members):
                assignment.resolve_no_fit_reason(self.queue.spec)
                return assignment
        if assignment.mode is not Mode.NO_FIT and self.gates.topology_aware_scheduling:
            self._place(assignment)
        assignment.resolve_no_fit_reason(self.queue.spec)
        return assignment

    def _groups(self, counts: Sequence[int] | None) -> list[list[_Member]]:
        """Return the pod sets, those of one group together, in the order of each group's first one."""
        groups: dict[str | int, list[_Member]] = {}
        requests = self.info.requests
        if counts:
            requests = tuple(r.scaled_to(count) for r, count in zip(requests, counts, strict=True))
        for i, (requested, pod_set) in enumerate(zip(requests, self.info.workload.pod_sets, strict=False)):
            groups.setdefault(pod_set.group or i, []).append(_Member(i, pod_set, self._begin(i, requested)))
        return list(groups.values())

    def _begin(self, index: int, requested: PodSetResources) -> PodSetAssignment:
        """Return a pod set with what it has already in a second pass."""
        amounts = dict(requested.requests)
        if self.queue.spec.quotas.group_of(PODS) is not None:
            amounts[PODS] = requested.count
        assigned = PodSetAssignment(requested.name, amounts, requested.count)
        if self.gates.topology_aware_scheduling:
            assigned.flavors = {name: FlavorChoice(f, Mode.FIT) for name, f in requested.flavors.items()}
            admission = self.info.workload.admission
            if requested.domains is not None and admission is not None:
                assigned.topology = admission.pod_sets[index].topology
        return assigned

    def _assign_group(self, assignment: Assignment, members: list[_Member]) -> None:
        """Find flavors for the requests of a group together, resource by resource.

        As upstream, the pod sets of a group share choices and attempts: what is said of one holds for all.
        """
        requests = summed(m.assigned.requests for m in members)
        choices = {name: choice for m in members for name, choice in m.assigned.flavors.items()}
        attempts: dict[str, FlavorAttempt] = {}
        reasons: list[str] = []
        for resource, amount in in_order(requests):
            group = self.queue.spec.quotas.group_of(resource)
            if resource in choices or (group is None and amount == 0):
                continue
            chosen = self._find_flavor(members, requests, resource, group, assignment.quota)
            merge_attempts(attempts, chosen.attempts, resource, group.flavors if group else ())
            if not chosen.choices:
                choices, reasons = {}, chosen.reasons
                break
            choices |= chosen.choices
            reasons += chosen.reasons
        merged = sorted(attempts.values(), key=lambda attempt: attempt.flavor)
        for member in members:
            member.assigned.flavors = self._own_choices(member, choices)
            member.assigned.reasons = list(reasons)
            member.assigned.attempts = merged
            assignment.append(member.assigned)

    def _own_choices(self, member: _Member, choices: dict[str, FlavorChoice]) -> dict[str, FlavorChoice]:
        """Return of a group's choices those for what a pod set requests; a leader may request nothing.

        Mirrors resolvePodSetFlavors.
        """
        if member.assigned.requests:
            return {name: choice for name, choice in choices.items() if name in member.assigned.requests}
        return only_topologies(choices, self.queue) if member.pod_set.group else {}

    def _find_flavor(
        self,
        members: Sequence[_Member],
        requests: Amounts,
        resource: str,
        group: ResourceGroup | None,
        assumed: FlavorAmounts,
    ) -> _Found:
        """Find the flavor for a resource, and for all others of its group (findFlavorForPodSets)."""
        if group is None:
            return _Found({}, [f"resource {resource} unavailable in ClusterQueue"], [])
        covered = {name: amount for name, amount in requests.items() if name in group.resources}
        chosen = _Found({}, [], [])
        best, best_mode, last = {}, WORST, -1
        for index in range(self._first_flavor(members[0].index, resource), len(group.flavors)):
            last, flavor = index, group.flavors[index]
            if excluded := self._excluded(flavor, members, resource, group):
                chosen.reasons.extend(excluded.reasons)
                chosen.attempts.extend([excluded] if excluded.no_fit_reason else [])
                continue
            choices, mode, attempt = self._try_flavor(flavor, covered, assumed)
            chosen.reasons.extend(attempt.reasons)
            chosen.attempts.append(attempt)
            if self._stops(mode) or self._is_better(mode, best_mode):
                best, best_mode = choices, mode
            if self._stops(mode):
                break
        if self.gates.flavor_fungibility:
            for choice in best.values():
                choice.tried = -1 if last == len(group.flavors) - 1 else last
        reasons = [] if best_mode.finding is Finding.FIT else chosen.reasons
        return _Found(best, reasons, chosen.attempts)

    def _stops(self, mode: GranularMode) -> bool:
        """Return whether the search ends with a flavor in this mode."""
        if self.gates.flavor_fungibility:
            return not goes_on(mode, self.queue.spec.fungibility)
        return mode.finding is Finding.FIT

    def _is_better(self, mode: GranularMode, best: GranularMode) -> bool:
        if self.gates.flavor_fungibility:
            return is_preferred(mode, best, self.queue.spec.fungibility)
        return mode.finding > best.finding

    def _excluded(
        self, flavor: str, members: Sequence[_Member], resource: str, group: ResourceGroup
    ) -> FlavorAttempt | None:
        """Return why no quota of a flavor is looked at; without `no_fit_reason` it is not listed as looked at."""
        if skipped := self._skipped(flavor, members, resource):
            return FlavorAttempt(flavor, Mode.NO_FIT, reasons=(skipped,))
        if unfit := self._unfit(flavor, members, group):
            return FlavorAttempt(flavor, Mode.NO_FIT, reasons=(unfit,), no_fit_reason=NO_MATCHING_FLAVOR)
        return None

    def _first_flavor(self, index: int, resource: str) -> int:
        """Return where the search begins: behind the flavor at which the last one stopped."""
        if self.info.last_search is None or not self.gates.flavor_fungibility:
            return 0
        return self.info.last_search.next_flavor(index, resource)

    def _skipped(self, flavor: str, members: Sequence[_Member], resource: str) -> str:
        """Return why a flavor is not looked at: in a second search within one cycle, or by a variant for others.

        Mirrors shouldSkipBasedOnNominationMapping and IsFlavorAllowedForVariant.
        """
        recomputes = self.gates.recompute_assignment_upon_preemption_targets_overlap or (
            self.gates.topology_aware_scheduling
            and self.gates.tas_recompute_assignment_within_scheduling_cycle
        )
        nominated = self.info.nominated
        pinned = nominated and recomputes
        if pinned and all(nominated.get(m.pod_set.name, {}).get(resource, "") != flavor for m in members):
            return f"skipping flavor {flavor} as it is not found in the nomination mapping for resource {resource}"
        allowed = self.info.workload.allowed_flavors if self.gates.concurrent_admission else None
        if allowed is not None and flavor not in allowed:
            return f"skipping flavor {flavor} due to WorkloadAllowedResourceFlavorAnnotation annotation"
        return ""

    def _unfit(self, name: str, members: Sequence[_Member], group: ResourceGroup) -> str:
        """Return why the nodes of a flavor cannot take the pods, "" if they can (checkFlavorForPodSets)."""
        flavor = self.snapshot.flavors.get(name)
        if flavor is None:
            return f"flavor {name} not found"
        for member in members:
            spec = member.pod_set.spec
            if message := self._mismatch(member.pod_set, flavor, group):
                return message
            if taint := untolerated_taint(flavor.node_taints, (*spec.tolerations, *flavor.tolerations)):
                return (
                    f"untolerated taint {{{taint.key} {taint.value} {taint.effect} <nil>}} in flavor {name}"
                )
            if not suits(spec, flavor.node_labels):
                return f"flavor {name} doesn't match node affinity"
        return ""

    def _mismatch(self, pod_set: PodSet, flavor: ResourceFlavor, group: ResourceGroup) -> str:
        return mismatch(self.queue, pod_set, flavor, group) if self.gates.topology_aware_scheduling else ""

    def _try_flavor(
        self, flavor: str, requests: Amounts, assumed: FlavorAmounts
    ) -> tuple[dict[str, FlavorChoice], GranularMode, FlavorAttempt]:
        """Look at one flavor for all requests of a group: its mode is the worst over them."""
        choices: dict[str, FlavorChoice] = {}
        worst, level = BEST, 0
        reasons: list[str] = []
        no_fit_reason = ""
        checks: list[ResourceCheck] = []
        for resource, amount in in_order(requests):
            check, reason, blocker = self._check_quota(
                (flavor, resource), assumed.get((flavor, resource), 0), amount
            )
            checks.append(check)
            if reason:
                reasons.append(reason)
                no_fit_reason = most_severe(no_fit_reason, blocker)
            level = max(level, check.level)
            mode = GranularMode(check.finding, check.level)
            if is_preferred(worst, mode, self.queue.spec.fungibility):
                worst = mode
            if worst.finding is not Finding.NO_FIT:
                choices[resource] = FlavorChoice(flavor, check.finding.mode, check.level)
        attempt = FlavorAttempt(
            flavor,
            worst.finding.mode,
            level,
            worst.finding.possibility,
            tuple(sorted(set(reasons))),
            no_fit_reason,
            tuple(checks),
        )
        return choices, worst, attempt

    def _check_quota(self, fr: FlavorResource, earlier: int, amount: int) -> tuple[ResourceCheck, str, str]:
        """Return how an amount could be had, why not at once, and the reason if not at all (fitsResourceQuota)."""
        queue, (flavor, resource) = self.queue, fr
        nominal, used = queue.quota(fr).nominal, queue.used(fr)
        available, maximum = queue.free(fr), queue.potential_available(fr)
        total = plus(earlier, amount)

        def check(finding: Finding, level: int) -> ResourceCheck:
            return ResourceCheck(
                flavor, resource, earlier, amount, nominal, used, available, maximum, finding, level
            )

        if total > maximum:
            return check(Finding.NO_FIT, 0), _beyond_maximum(fr, earlier, amount, maximum), EXCEEDS_MAX_QUOTA
        level, may_reclaim = queue.borrowing_level(fr, total)
        if total <= available:
            return check(Finding.FIT, level), "", ""
        more = quantity_text(resource, minus(total, available))
        reason = f"insufficient unused quota for {resource} in flavor {flavor}, {more} more needed"
        if nominal >= total or may_reclaim or self._preempts_while_borrowing:
            finding, level = self.oracle(self.info, fr, total)
            return check(finding, level), reason, ""
        return check(Finding.NO_FIT, level), reason, WAITING_FOR_QUOTA

    def _place(self, assignment: Assignment) -> None:
        """Look for places in topologies, now and with everything else gone (the end of assignFlavors)."""
        requests = topology_requests(assignment, self.info, self.queue)
        workload = self.info.workload
        if assignment.mode is Mode.FIT:
            placements = find_places(self.queue.topologies, requests, workload)
            assignment.placements = placements
            if failure := first_failure(placements):
                assignment.pod_set(failure[0]).reasons.append(failure[1].failure)
                assignment.set_pod_set_mode(failure[0], Mode.PREEMPT)
            else:
                take_placements(assignment, self.info, self.queue, placements)
        if assignment.mode is Mode.PREEMPT and not workload.unhealthy_nodes:
            placements = find_places(self.queue.topologies, requests, workload, empty=True)
            if failure := first_failure(placements):
                assignment.placements = placements
                assignment.pod_set(failure[0]).mark_attempt(failure[1].flavor, TOPOLOGY_PLACEMENT_FAILED)
                assignment.set_pod_set_mode(failure[0], Mode.NO_FIT)
            else:
                assignment.reservation = placements
                for request in (request for own in requests.values() for request in own):
                    assignment.set_pod_set_mode(request.pod_set.name, Mode.PREEMPT)


def _preempts_while_borrowing(queue: QueueSnapshot, *, fair_sharing: bool) -> bool:
    """Return whether the queue may preempt to borrow (canPreemptWhileBorrowing)."""
    preemption = queue.spec.preemption
    return preemption.borrow_within_cohort != NEVER or (
        fair_sharing and preemption.reclaim_within_cohort != NEVER
    )


def _beyond_maximum(fr: FlavorResource, earlier: int, amount: int, maximum: int) -> str:
    flavor, resource = fr
    return (
        f"insufficient quota for {resource} in flavor {flavor}, previously considered podsets requests"
        f" ({quantity_text(resource, earlier)}) + current podset request ({request_text(resource, amount)})"
        f" > maximum capacity ({quantity_text(resource, maximum)})"
    )
