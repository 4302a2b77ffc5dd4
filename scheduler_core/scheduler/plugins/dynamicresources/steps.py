"""The operands of the verdict on a node: a step per request, and one per claim that has its devices."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.kubernetes.objects.devices import ResourceClaim

from .contract import ClaimAvailableStep, ClaimRequestStep, ClaimStep, Rejection
from .examined import ExaminedRequest, Seen, devices_seen, examine
from .rejection import by_request, rejection_of
from .sight import Sight, allocated_claim


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
