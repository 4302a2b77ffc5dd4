"""The flavors in the order in which they are tried, with the sum or the reason of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.queueing.assignment.attempts import FlavorAttempt, ResourceCheck
from scheduler_core.queueing.assignment.modes import Finding, Mode
from scheduler_core.queueing.assignment.reasons import (
    EXCEEDS_MAX_QUOTA,
    NO_MATCHING_FLAVOR,
    TOPOLOGY_PLACEMENT_FAILED,
)
from scheduler_core.queueing.assignment.result import PodSetAssignment
from scheduler_core.queueing.cycle.entry import Nomination
from scheduler_core.queueing.objects.workload import PodSet, Workload
from scheduler_core.queueing.snapshot.snapshot import QueueSnapshot

from .bars import limit, nominal
from .contract import FlavorOutcome, FlavorSum, TriedFlavor, TriedPodSet
from .desk import Desk, amount
from .sources import request_source

_NEAREST: Sequence[FlavorOutcome] = (
    *("fits", "topology", "preempts", "waits", "never", "refused", "not_tried"),
)


def tried_pod_sets(
    desk: Desk, workload: Workload, queue: QueueSnapshot, nomination: Nomination | None
) -> list[TriedPodSet]:
    """Return the pod sets of a workload in their order, with the flavors that were tried for each."""
    assigned = {part.name: part for part in nomination.assignment.pod_sets} if nomination else {}
    placements = nomination.assignment.placements if nomination else {}
    tried = _Tried(
        bool(nomination and nomination.targets), {name for name, place in placements.items() if place.failure}
    )
    found_sets = [_pod_set(desk, p, queue, assigned.get(p.name), tried) for p in workload.pod_sets]
    for pod_set in found_sets:
        for resource, request in pod_set["requests"].items():
            if source := request_source(desk, workload, pod_set["name"], resource):
                request["source"] = source
    return found_sets


@dataclass(frozen=True, slots=True)
class _Tried:
    """What is known of a workload as a whole: whether it has victims, and the pod sets without a place."""

    victims: bool
    displaced: set[str]


def _pod_set(
    desk: Desk, pod_set: PodSet, queue: QueueSnapshot, part: PodSetAssignment | None, tried: _Tried
) -> TriedPodSet:
    requests = pod_set.spec.requests
    attempts = {attempt.flavor: attempt for attempt in part.attempts} if part else {}
    groups = [g for g in queue.spec.quotas.groups if any(r in requests for r in g.resources)]
    names = dict.fromkeys(name for group in groups for name in group.flavors)
    flavors = [_flavor(desk, name, queue, part, attempts, tried) for name in names]
    nearest = min((f["outcome"] for f in flavors), key=_NEAREST.index, default="not_tried")
    decides = next((f for f in flavors if f["outcome"] == nearest and nearest != "not_tried"), None)
    if decides is not None:
        decides["decides"] = True
    return {
        "name": pod_set.name,
        "count": part.count if part else pod_set.count,
        "min_count": pod_set.min_count,
        "requests": {name: amount(name, number) for name, number in sorted(requests.items())},
        "flavors": flavors,
    }


def _flavor(
    desk: Desk,
    name: str,
    queue: QueueSnapshot,
    part: PodSetAssignment | None,
    attempts: Mapping[str, FlavorAttempt],
    tried: _Tried,
) -> TriedFlavor:
    attempt, spec = attempts.get(name), desk.objects.flavors.get(name)
    taints = spec.node_taints if spec else ()
    outcome = _outcome(attempt, part, tried)
    reasons = list(attempt.reasons) if attempt else []
    if outcome == "topology" and part is not None:
        reasons = [*reasons, *(r for r in part.reasons if r not in reasons)]
    return {
        "flavor": name,
        "outcome": outcome,
        "reasons": reasons,
        "sums": [_sum(desk, queue, check) for check in attempt.checks] if attempt else [],
        "decides": False,
        "taints": [f"{taint.key}={taint.value}:{taint.effect}" for taint in taints],
    }


def _outcome(attempt: FlavorAttempt | None, part: PodSetAssignment | None, tried: _Tried) -> FlavorOutcome:
    if attempt is None or part is None:
        return "not_tried"
    if attempt.no_fit_reason == NO_MATCHING_FLAVOR:
        return "refused"
    if attempt.no_fit_reason == EXCEEDS_MAX_QUOTA:
        return "never"
    if attempt.no_fit_reason == TOPOLOGY_PLACEMENT_FAILED:
        return "topology"
    if attempt.mode is Mode.FIT:
        return "topology" if part.mode is not Mode.FIT and part.name in tried.displaced else "fits"
    chosen = any(choice.flavor == attempt.flavor for choice in part.flavors.values())
    return "preempts" if tried.victims and chosen and attempt.mode is Mode.PREEMPT else "waits"


def _sum(desk: Desk, queue: QueueSnapshot, check: ResourceCheck) -> FlavorSum:
    resource, fr = check.resource, (check.flavor, check.resource)
    missing = check.earlier + check.requested - max(0, check.available)
    return {
        "resource": resource,
        "asked": amount(resource, check.requested),
        "earlier": amount(resource, check.earlier),
        "available": amount(resource, max(0, check.available)),
        "missing": amount(resource, missing) if check.finding is not Finding.FIT and missing > 0 else None,
        "nominal": nominal(desk, queue, fr),
        "used": amount(resource, check.used),
        "maximum": amount(resource, check.maximum),
        "borrowing_limit": limit(desk, queue, fr, "borrowingLimit"),
        "borrows": check.level > 0,
    }


def nearest_sum(pod_sets: Sequence[TriedPodSet]) -> tuple[TriedFlavor, FlavorSum] | None:
    """Return the flavor of which the cause is said, and the sum in it that is missing most; None without one."""
    for pod_set in pod_sets:
        for flavor in pod_set["flavors"]:
            short = [part for part in flavor["sums"] if part["missing"] is not None]
            if flavor["decides"] and short:
                return flavor, max(short, key=_share_missing)
    return None


def _share_missing(part: FlavorSum) -> float:
    missing = part["missing"]
    return missing["amount"] / max(part["asked"]["amount"], 1) if missing else 0.0
