"""The cycle of a pod group as JSON, in the keys of the recorded vectors."""

from __future__ import annotations

from typing import cast

from scheduler_core.scheduler.cycle.contract import (
    GangTrace,
    MemberTrace,
    PlacementTrace,
    RejectedMember,
    Trace,
    TracedClaim,
)
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.claims import ClaimWrites
from scheduler_core.scheduler.gang.record import GangRecord, MemberResult, PlacementTrial
from scheduler_core.simulation.run.outcome import condition_json

from .claims import claim_changes
from .status import status_entry
from .trace import first_failures


def gang_trace(pod_key: str, record: GangRecord) -> Trace:
    """Return the trace entry of an attempt of `pod_key` that ran the cycle of its whole group."""
    entry: Trace = {
        "pod": pod_key,
        "profile": record.profile,
        "feasible": None,
        "gang": _gang(record),
    }
    claims: dict[str, TracedClaim] = {}
    for result in record.trial.results:
        if (writes := result.record.state.get(ClaimWrites)) is not None:
            for key, change in claim_changes(writes).items():
                claims[key] = cast("TracedClaim", {**claims.get(key, {}), **change})
    if claims:
        entry["claims"] = claims
    if record.claims_released is not None and (released := claim_changes(record.claims_released)):
        entry["claimsReleased"] = released
    return entry


def _gang(record: GangRecord) -> GangTrace:
    trial = record.trial
    entry: GangTrace = {
        "podGroup": record.key,
        "members": [pod.key for pod in record.members],
        "results": [_with_last_totals(record, result) for result in trial.results],
        "code": trial.status.code.label,
    }
    optional = {
        "notInQueue": record.not_in_queue,
        "placements": [_placement(record, placement) for placement in record.placements],
        "placementScores": {name: dict(points) for name, points in record.scores.items()},
        "message": trial.status.message,
        "waitingOnPreemption": trial.waiting_on_preemption,
        "victims": [pod.key for pod in record.victims],
        "bound": record.bound,
        "rejected": _rejected(record),
        "preBindFailed": {key: status_entry(s) for key, s in record.pre_bind_failures.items()},
        "condition": condition_json(record.condition) if record.condition is not None else None,
    }
    return cast("GangTrace", {**entry, **{key: value for key, value in optional.items() if value}})


def member_trace(result: MemberResult) -> MemberTrace:
    """Return what became of a member when it was tried."""
    record = result.record
    entry: MemberTrace = {"pod": result.pod.key, "code": result.status.code.label}
    if (name := result.node_name) is not None:
        entry["node"] = name
    if result.status.ok:
        entry["feasibleNodes"] = len(record.feasible)
        if totals := _totals(record):
            entry["total"] = totals
    else:
        entry["message"] = result.status.message
        if failures := first_failures(record):
            for failure in failures.values():
                failure.pop("pass", None)
            entry["filter"] = failures
    if result.permit is not None:
        entry["permit"] = status_entry(result.permit)
    if result.requires_preemption:
        entry["requiresPreemption"] = True
        if record.post_filter is not None:
            entry["victims"] = sorted(pod.key for pod in record.post_filter.deleted)
    return entry


def _with_last_totals(record: GangRecord, result: MemberResult) -> MemberTrace:
    """Return a member's result with the totals of its last cycle, in whichever trial that was, as recorded."""
    entry = member_trace(result)
    entry.pop("total", None)
    if result.status.ok and (totals := _totals(record.last_cycles[result.pod.key])):
        entry["total"] = totals
    return entry


def _totals(record: CycleRecord) -> dict[str, int]:
    """Return the totals by node, none if a single node is feasible."""
    if len(record.feasible) <= 1 or record.score is None:
        return {}
    nodes = record.framework.handle.snapshot.nodes
    names = [nodes[i].name for i in record.score.feasible.tolist()]
    return dict(zip(names, record.score.total.tolist(), strict=True))


def _placement(record: GangRecord, placement: PlacementTrial) -> PlacementTrace:
    nodes, trial = record.framework.handle.snapshot.nodes, placement.trial
    entry: PlacementTrace = {
        "name": placement.name,
        "nodes": [nodes[i].name for i in placement.nodes],
        "code": trial.status.code.label,
        "members": [member_trace(result) for result in trial.results],
    }
    if trial.status.message:
        entry["message"] = trial.status.message
    return entry


def _rejected(record: GangRecord) -> list[RejectedMember]:
    listed: list[RejectedMember] = []
    for rejection in record.rejections.values():
        entry: RejectedMember = {
            "pod": rejection.pod.key,
            "code": rejection.status.code.label,
            "message": rejection.status.message,
        }
        if rejection.nominated_node is not None:
            entry["nominatedNode"] = rejection.nominated_node
        listed.append(entry)
    return listed
