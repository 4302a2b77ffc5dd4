"""Why the devices of a node do not satisfy the claims.

`rejection_of` names the request that cannot be met and the device that comes nearest to it. `lack_of` says the same in
one word and its operand, equal for nodes that are alike. `claim_steps` are the operands of the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scheduler_core.kubernetes.objects.devices import ResourceClaim
from scheduler_core.scheduler.framework.status import Code

from .allocator import RequestKey
from .contract import ClaimAvailableStep, ClaimRequestStep, ClaimStep, DeviceClause, Rejection
from .examined import ExaminedRequest, Seen, devices_seen, examine
from .recorded import Sight, allocated_claim


def by_request(requests: Sequence[ExaminedRequest]) -> list[list[ExaminedRequest]]:
    """Return the alternatives of each request."""
    grouped: dict[tuple[int, int], list[ExaminedRequest]] = {}
    for request in requests:
        grouped.setdefault(request.key[:2], []).append(request)
    return list(grouped.values())


def rejection_of(sight: Sight, requests: Sequence[ExaminedRequest], seen: Sequence[Seen]) -> Rejection | None:
    """Return the first request that cannot be met, alone or together with the others; None if none is in the way."""
    row_of = {request.key: i for i, request in enumerate(requests)}
    if not sight.searched:
        return None
    if sight.search.failed_on is not None:
        return _failed(sight, requests, seen, row_of)
    if sight.status.code is Code.Error:
        return _first_unusable(requests)
    for group in by_request(requests):
        if not any(request.satisfiable for request in group):
            best = min(group, key=lambda r: r.distance)
            return _alone(best, row_of[best.key])
    index = {device.candidate.id: i for i, device in enumerate(seen)}
    for request in reversed(requests):
        for (key, device), clauses in sight.search.refused.items():
            at = index.get(device, -1)
            if key == request.key and 0 <= at < len(request.cells) and not request.cells[at].failing:
                clause = next(iter(clauses.values()))
                return {"row": row_of[key], "device": at, "together": True, "clause": clause}
    return None


def _alone(request: ExaminedRequest, row: int) -> Rejection:
    cell = request.cells[request.nearest] if request.nearest >= 0 else None
    clause = None if cell is None or cell.decides is None else cell.clauses[cell.decides]
    return {"row": row, "device": request.nearest, "together": False, "clause": clause}


def _failed(
    sight: Sight, requests: Sequence[ExaminedRequest], seen: Sequence[Seen], row_of: Mapping[RequestKey, int]
) -> Rejection | None:
    """Return the request and the device at which the search ended with an error."""
    assert sight.search.failed_on is not None
    data, candidate = sight.search.failed_on
    for request in requests:
        if sight.reader.requests[request.key].requested is data.requested:
            at = next((i for i, device in enumerate(seen) if device.candidate.id == candidate.id), -1)
            clauses = request.cells[at].clauses if 0 <= at < len(request.cells) else ()
            refused = sight.search.refused.get((request.key, candidate.id), {})
            clause = next((clause for clause in clauses if not clause["ok"]), None) or next(
                iter(refused.values()), None
            )
            return {"row": row_of[request.key], "device": at, "together": False, "clause": clause}
    return None


def _first_unusable(requests: Sequence[ExaminedRequest]) -> Rejection | None:
    """Return the first device whose pool, or whose lack of a feature, ends the cycle with an error."""
    for row, request in enumerate(requests):
        for device, cell in enumerate(request.cells):
            clause = next((c for c in cell.clauses if c["kind"] in ("pool", "feature") and not c["ok"]), None)
            if clause is not None:
                return {"row": row, "device": device, "together": False, "clause": clause}
    return None


LackKind = Literal[
    "device_missing",
    "device_short",
    "device_selector",
    "device_taint",
    "device_amount",
    "device_constraint",
]


@dataclass(frozen=True, slots=True)
class Lack:
    """See ReasonKind of explain.causes.contract."""

    kind: LackKind
    operand: str


def lack_of(sight: Sight) -> Lack | None:
    """Return what keeps the claims from the node; None if no clause of a device says it."""
    seen = devices_seen(sight.pools, sight.node, sight.reader.candidates)
    requests = list(examine(sight.reader, seen))
    rejection = None if sight.succeeded else rejection_of(sight, requests, seen)
    if rejection is None:
        return None
    request = requests[rejection["row"]]
    name = sight.reader.requests[request.key].request_name
    if _has_none_of_the_class(request):
        return Lack("device_missing", name)
    clause = rejection["clause"]
    return None if clause is None else _lack(clause, name)


def _has_none_of_the_class(request: ExaminedRequest) -> bool:
    return all(
        any(clause["kind"] == "class" and not clause["ok"] for clause in cell.clauses)
        for cell in request.cells
    )


def _lack(clause: DeviceClause, request: str) -> Lack | None:
    if clause["kind"] == "selector":
        failing = (condition["text"] for condition in clause["conditions"] if condition["holds"] is not True)
        return Lack("device_selector", next(failing, clause["expression"]))
    if clause["kind"] == "in_use":
        return Lack("device_short", request)
    if clause["kind"] == "taint":
        return Lack("device_taint", clause["taint"])
    if clause["kind"] == "constraint":
        return Lack("device_constraint", clause["attribute"])
    name = clause["name"] if clause["kind"] == "capacity" else ""
    name = clause["counter"] if clause["kind"] == "counter" else name
    return Lack("device_amount", name) if name else None


def claim_steps(sight: Sight) -> list[ClaimStep]:
    """Return the operands of the verdict: a step per request, and one per claim that has its devices."""
    seen = devices_seen(sight.pools, sight.node, sight.reader.candidates)
    requests = list(examine(sight.reader, seen))
    rejection = None if sight.succeeded else rejection_of(sight, requests, seen)
    steps: list[ClaimStep] = [
        *(_request_step(sight, group, seen, rejection) for group in by_request(requests)),
        *(_available_step(claim, available=available) for claim, available in sight.allocated),
    ]
    if sight.status.ok or not all(step["ok"] for step in steps):
        return steps
    return [*steps, {"kind": "claim_message", "message": sight.status.message, "ok": False}]


def _request_step(
    sight: Sight, group: Sequence[ExaminedRequest], seen: Sequence[Seen], rejection: Rejection | None
) -> ClaimRequestStep:
    keys = [request.key for request in group]
    chosen = [
        pick
        for pick in (sight.search.chosen[keys[0][0]] if sight.succeeded else ())
        if pick.data.request_name == sight.reader.requests[keys[0]].request_name
    ]
    request = next(
        (r for r in group if chosen and sight.reader.requests[r.key].full_name == chosen[0].data.full_name),
        min(
            group,
            key=lambda r: (not r.satisfiable, r.distance),
        ),
    )
    data = sight.reader.requests[request.key]
    all_rows = list(sight.reader.requests)
    blamed = rejection if rejection is not None and all_rows[rejection["row"]] in keys else None
    device, clause = "", None
    if chosen:
        device = chosen[0].candidate.name
    elif blamed is not None:
        device = seen[blamed["device"]].candidate.name if blamed["device"] >= 0 else ""
        clause = blamed["clause"]
    return {
        "kind": "claim_request",
        "claim": sight.reader.claim_key(request.key),
        "request": data.full_name,
        "device_class": data.device_class.name,
        "mode": data.requested.mode,
        "count": request.count,
        "fitting": request.fitting,
        "device_count": len(seen),
        "ok": blamed is None and (sight.succeeded or any(request.satisfiable for request in group)),
        "together": blamed is not None and blamed["together"],
        "device": device,
        "clause": clause,
    }


def _available_step(claim: ResourceClaim, *, available: bool) -> ClaimAvailableStep:
    entry = allocated_claim(claim, available=available)
    return {
        "kind": "claim_available",
        "claim": entry["claim"],
        "devices": entry["devices"],
        "nodes": _named_nodes(claim),
        "ok": available,
    }


def _named_nodes(claim: ResourceClaim) -> list[str]:
    """Return the nodes that an allocation names."""
    selector = (claim.allocation.node_selector if claim.allocation else None) or {}
    return [
        str(value)
        for term in selector.get("nodeSelectorTerms") or ()
        for field in term.get("matchFields") or ()
        for value in field.get("values") or ()
    ]
