"""The X-ray of a pod's claims on a node: requests against devices, search, amounts, and why the node is rejected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from scheduler_core.kubernetes.objects.quantity import parse
from scheduler_core.scheduler.framework.claims import Claims, DeviceId

from .clauses import attribute_text, quantity
from .contract import (
    Consumption,
    DeviceCell,
    DeviceClause,
    DeviceEntry,
    DeviceRow,
    Gauge,
    NodeClaims,
    NodeDevice,
    Rejection,
    RequestRow,
)
from .examined import Examined, ExaminedRequest, Seen, devices_seen, examine, find_device
from .pools import Candidate, Pool, holders_of, sharers, shares_of
from .recorded import Sight, allocated_claim, taken_devices, verdict
from .rejection import rejection_of

MOST_DEVICES = 64


def node_claims(sight: Sight) -> NodeClaims:
    """Return all of it for the page."""
    seen = devices_seen(sight.pools, sight.node, sight.reader.candidates)
    requests = list(examine(sight.reader, seen))
    taken = taken_devices(sight)
    rejection = None if sight.succeeded else rejection_of(sight, requests, seen)
    listed = _nearest(requests, seen, set(taken) | _rejected(rejection, seen))
    place = {index: i for i, index in enumerate(listed)}
    if rejection is not None:
        rejection["device"] = place.get(rejection["device"], -1)
    return {
        "node": sight.node.name,
        "verdict": verdict(sight.status),
        "message": sight.status.message,
        "allocated": [allocated_claim(claim, available=available) for claim, available in sight.allocated],
        "rows": [_row(sight, request, seen, listed) for request in requests],
        "devices": _entries(sight, [seen[i].candidate for i in listed]),
        "device_count": len(seen),
        "rejection": rejection,
        "gauges": list(
            gauges(
                sight.pools.of(sight.node),
                [seen[i].candidate for i in listed],
                sight.all_claims,
                {device: claim for device, (claim, _) in taken.items()},
            )
        ),
        "search": sight.search.recorded,
    }


def node_device(sight: Sight, device: DeviceId) -> NodeDevice | None:
    """Return one device against each request on the node; None if there is no such device."""
    seen = next(
        (
            s
            for s in devices_seen(sight.pools, sight.node, sight.reader.candidates)
            if s.candidate.id == device
        ),
        None,
    )
    candidate = seen.candidate if seen is not None else find_device(sight.pools, device)
    if candidate is None:
        return None
    far: DeviceClause = {"kind": "node", "ok": False, "nodes": candidate.slice.nodes.node_name}
    before: DeviceClause = seen.pool if seen is not None else far
    taken = taken_devices(sight)
    rows: list[DeviceRow] = [
        {
            "claim": sight.reader.claim_key(key),
            "request": data.request_name,
            "alternative": data.alternative,
            "clauses": [before, *sight.reader.clauses(key, candidate)],
            "taken": taken.get(device) == (sight.reader.claim_key(key), data.full_name),
            "refused": list(sight.search.refused.get((key, device), {}).values()),
        }
        for key, data in sight.reader.requests.items()
    ]
    (entry,) = _entries(sight, [candidate])
    return {"node": sight.node.name, "device": entry, "rows": rows}


def _row(sight: Sight, request: ExaminedRequest, seen: Sequence[Seen], listed: Sequence[int]) -> RequestRow:
    data = sight.reader.requests[request.key]
    claim = sight.reader.claim_key(request.key)
    own = {
        pick.candidate.id
        for pick in (sight.search.chosen[request.key[0]] if sight.succeeded else ())
        if pick.data.full_name == data.full_name
    }
    refused = sight.search.refused
    return {
        "claim": claim,
        "request": data.request_name,
        "alternative": data.alternative,
        "device_class": data.device_class.name,
        "mode": data.requested.mode,
        "count": request.count,
        "fitting": request.fitting,
        "taken": len(own),
        "ok": sight.succeeded or request.satisfiable,
        "cells": [
            _cell(
                request.cells[i],
                refused.get((request.key, seen[i].candidate.id), {}),
                taken=seen[i].candidate.id in own,
            )
            for i in listed
        ],
    }


def _cell(cell: Examined, refused: Mapping[str, DeviceClause], *, taken: bool) -> DeviceCell:
    return {
        "taken": taken,
        "clauses": list(cell.clauses),
        "decides": cell.decides,
        "failing": cell.failing,
        "refused": [] if cell.failing else list(refused.values()),
    }


def _nearest(requests: Sequence[ExaminedRequest], seen: Sequence[Seen], always: set[DeviceId]) -> list[int]:
    """Return the indices of the devices to list, in the order of the search: the nearest to any request."""
    examined = len(requests[0].cells) if requests else 0
    ranked = sorted(
        range(examined),
        key=lambda i: (seen[i].candidate.id not in always, min(r.cells[i].distance for r in requests)),
    )
    return sorted(ranked[:MOST_DEVICES])


def _entries(sight: Sight, candidates: Sequence[Candidate]) -> list[DeviceEntry]:
    shared = sharers(sight.all_claims)
    return [
        {
            "driver": candidate.pool.driver,
            "pool": candidate.pool.name,
            "name": candidate.device.name,
            "attributes": {
                name: attribute_text(value) or "" for name, value in candidate.device.attributes.items()
            },
            "capacity": {name: capacity.value for name, capacity in candidate.device.capacity.items()},
            "holders": holders_of(sight.all_claims, shared, candidate.id),
        }
        for candidate in candidates
    ]


def _rejected(rejection: Rejection | None, seen: Sequence[Seen]) -> set[DeviceId]:
    if rejection is None or rejection["device"] < 0:
        return set()
    return {seen[rejection["device"]].candidate.id}


Use = tuple[str, str, Fraction]
"""A device, its claim, and the amount."""


def gauges(
    pools: Iterable[Pool], candidates: Iterable[Candidate], claims: Claims, taken: Mapping[DeviceId, str]
) -> Iterator[Gauge]:
    """Yield the gauges of what a node can see. `taken` are the devices of the search, with their claims."""
    shares = shares_of(claims)
    for pool in pools:
        yield from _counters(pool, claims, taken)
    for candidate in candidates:
        device = candidate.device
        if not device.allows_multiple:
            continue
        for name, capacity in device.capacity.items():
            uses = [
                (candidate.device.name, claim, parse(amounts[name]))
                for claim, amounts in shares.get(candidate.id, ())
                if name in amounts
            ]
            yield _gauge("capacity", candidate.pool, device.name, name, capacity.value, uses)


def _counters(pool: Pool, claims: Claims, taken: Mapping[DeviceId, str]) -> Iterator[Gauge]:
    for set_name, counters in (pool.counter_sets or {}).items():
        for name, total in counters.items():
            uses: list[Use] = []
            for resource_slice in (*pool.slices, *pool.elsewhere):
                for device in resource_slice.devices:
                    amount = dict(device.counters).get(set_name, {}).get(name)
                    device_id = (resource_slice.driver, resource_slice.pool, device.name)
                    holder = next(iter(claims.holders(device_id)), "") or taken.get(device_id, "")
                    if amount and (holder or claims.holds_part(device_id)):
                        uses.append((device.name, holder, parse(amount)))
            yield _gauge("counter", pool, set_name, name, total, uses)


def _gauge(kind: str, pool: Pool, of: str, name: str, total: str, uses: list[Use]) -> Gauge:
    whole = parse(total)
    free = whole - sum(amount for _, _, amount in uses)
    used: list[Consumption] = [
        {"holder": device, "claim": claim, "amount": quantity(amount, total), "share": _share(amount, whole)}
        for device, claim, amount in uses
    ]
    return {
        "kind": "counter" if kind == "counter" else "capacity",
        "driver": pool.driver,
        "pool": pool.name,
        "of": of,
        "name": name,
        "total": total,
        "free": quantity(free, total),
        "free_share": _share(free, whole),
        "used": used,
    }


def _share(amount: Fraction, whole: Fraction) -> float:
    return round(min(max(float(amount / whole), 0.0), 1.0), 4) if whole else 0.0
