"""What is used and free of the counters of pools and of the capacities that devices share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from scheduler_core.kubernetes.objects.quantity import parse
from scheduler_core.scheduler.framework.claims import Claims, DeviceId

from .clauses import quantity
from .contract import Consumption, Gauge
from .holding import shares_of
from .pools import Candidate, Pool

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
