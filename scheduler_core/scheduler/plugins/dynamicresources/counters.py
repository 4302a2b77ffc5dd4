"""The counters of pools whose devices are parts of one another.

Mirrors checkAvailableCounters of allocator_incubating.go @ v1.36.2, which keeps them by the name of the pool, without
its driver.
"""

from __future__ import annotations

from fractions import Fraction

from scheduler_core.kubernetes.objects.devices import Device
from scheduler_core.kubernetes.objects.quantity import parse
from scheduler_core.scheduler.framework.claims import Claims

from .pools import Pool

_Amounts = dict[str, dict[str, Fraction]]


class AvailableCounters:
    """What allocated devices leave of the counters, computed once in a cycle for each name of a pool."""

    def __init__(self, claims: Claims) -> None:
        self._claims = claims
        self._available: dict[str, _Amounts] = {}

    def of(self, pool: Pool) -> _Amounts:
        if pool.name not in self._available:
            self._available[pool.name] = self._compute(pool)
        return self._available[pool.name]

    def _compute(self, pool: Pool) -> _Amounts:
        available = {
            name: {counter: parse(amount) for counter, amount in counters.items()}
            for name, counters in (pool.counter_sets or {}).items()
        }
        for resource_slice in (*pool.slices, *pool.elsewhere):
            for device in resource_slice.devices:
                if not self._claims.holds_part((resource_slice.driver, resource_slice.pool, device.name)):
                    continue
                for set_name, counters in device.counters:
                    for counter, amount in counters.items():
                        if counter in available.get(set_name, ()):
                            available[set_name][counter] -= parse(amount)
        return available


class ConsumedCounters:
    """What the devices of a search consume, by pool."""

    def __init__(self, available: AvailableCounters) -> None:
        self._available = available
        self._consumed: dict[str, _Amounts] = {}

    def take(self, pool: Pool, device: Device) -> bool:
        """Count the device; return False, with nothing counted, if any counter of the pool does not suffice."""
        self._add(pool, device, 1)
        consumed = self._consumed[pool.name]
        for set_name, counters in self._available.of(pool).items():
            taken = consumed.get(set_name, {})
            if any(available < taken.get(counter, 0) for counter, available in counters.items()):
                self._add(pool, device, -1)
                return False
        return True

    def of(self, pool: Pool) -> _Amounts:
        """Return what the search consumes, by counter set and counter."""
        return self._consumed.get(pool.name, {})

    def available(self, pool: Pool) -> _Amounts:
        """Return what allocated devices leave, by counter set and counter."""
        return self._available.of(pool)

    def give_back(self, pool: Pool, device: Device) -> None:
        self._add(pool, device, -1)

    def _add(self, pool: Pool, device: Device, sign: int) -> None:
        consumed = self._consumed.setdefault(pool.name, {})
        for set_name, counters in device.counters:
            amounts = consumed.setdefault(set_name, {})
            for counter, amount in counters.items():
                amounts[counter] = amounts.get(counter, Fraction(0)) + sign * parse(amount)
