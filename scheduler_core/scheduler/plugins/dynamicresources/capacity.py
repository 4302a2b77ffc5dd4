"""The amounts that requests consume: capacity of devices, and counters of pools whose devices are parts of one another.

Mirrors consumable_capacity.go of k8s.io/dynamic-resource-allocation/structured/internal/incubating @ v1.36.2, with the
changes of v1.37 and v1.38, and checkAvailableCounters of allocator_incubating.go @ v1.36.2, which keeps counters by the
name of the pool, without its driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from scheduler_core.kubernetes.objects.devices import Device, DeviceCapacity, RequestedDevices, RequestPolicy
from scheduler_core.kubernetes.objects.quantity import parse
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.framework.claims import Claims

from .pools import Pool

Amounts = Mapping[str, Fraction]
_THOUSANDTH = Fraction(1, 1000)


class Capacities:
    """The rules of a version for devices that requests share."""

    def __init__(self, version: Version) -> None:
        self._fractions = version.capacity_steps_may_be_fractions
        self._qualifies = version.capacity_names_are_qualified

    def offered(self, driver: str, device: Device) -> Mapping[str, DeviceCapacity]:
        """Return what the device offers by name; of a name with and without its driver, the one with it."""
        if not self._qualifies:
            return device.capacity
        doubled = {
            name.removeprefix(f"{driver}/") for name in device.capacity if name.startswith(f"{driver}/")
        }
        return {name: capacity for name, capacity in device.capacity.items() if name not in doubled}

    def asked(self, requested: RequestedDevices, driver: str, device: Device) -> Mapping[str, str]:
        """Return what is requested of each capacity, by the name that the device has for it if it has one."""
        offered = self.offered(driver, device)
        return {
            next((n for n in self._spellings(name, driver) if n in offered), name): amount
            for name, amount in (requested.capacity or {}).items()
        }

    def consumption(
        self, requested: RequestedDevices, driver: str, device: Device
    ) -> dict[str, tuple[Fraction, str]]:
        """Return what the request consumes of each capacity of the device, and how that is written."""
        asked = self.asked(requested, driver, device)
        return {
            name: self._consumed(asked.get(name), capacity)
            for name, capacity in self.offered(driver, device).items()
        }

    def has_room(
        self,
        requested: RequestedDevices,
        driver: str,
        device: Device,
        consumed: Amounts,
        allocating: Amounts,
    ) -> bool:
        """Return whether the request is allowed and fits beside what others consume (CmpRequestOverCapacity).

        `consumed` is taken by allocated claims, `allocating` by the search itself.
        """
        offered = self.offered(driver, device)
        if any(name not in offered for name in self.asked(requested, driver, device)):
            return False
        for name, (amount, _) in self.consumption(requested, driver, device).items():
            if self.violates(amount, offered[name].policy):
                return False
            taken = self.taken(name, driver, consumed) + allocating.get(name, 0)
            if taken + amount > parse(offered[name].value):
                return False
        return True

    def taken(self, name: str, driver: str, consumed: Amounts) -> Fraction:
        """Return what is consumed of a capacity, under any spelling of its name."""
        return sum((consumed.get(n, Fraction(0)) for n in self._spellings(name, driver)), Fraction(0))

    def violates(self, amount: Fraction, policy: RequestPolicy | None) -> bool:
        """Return whether a policy rules the amount out."""
        if policy is None or (policy.default is not None and amount == parse(policy.default)):
            return False
        if not policy.has_range:
            return bool(policy.valid_values) and all(amount != parse(text) for text in policy.valid_values)
        if policy.maximum is not None and amount > parse(policy.maximum):
            return True
        if policy.step is None:
            return False
        unit = self._unit(policy)
        low = ceil(parse(policy.minimum or "0") / unit)
        return (ceil(amount / unit) - low) % ceil(parse(policy.step) / unit) != 0

    def _spellings(self, name: str, driver: str) -> tuple[str, ...]:
        """Return the name, and it with or without its driver where both name the same capacity."""
        if not self._qualifies:
            return (name,)
        domain, slash, identifier = name.rpartition("/")
        if not slash:
            return name, f"{driver}/{name}"
        return (name, identifier) if domain == driver else (name,)

    def _consumed(self, request: str | None, capacity: DeviceCapacity) -> tuple[Fraction, str]:
        policy = capacity.policy
        if request is None:
            text = policy.default if policy is not None and policy.default is not None else capacity.value
            return parse(text), text
        amount = parse(request)
        if policy is None:
            return amount, request
        if policy.minimum is not None:
            return self._rounded_up(amount, request, policy, policy.minimum)
        for text in policy.valid_values:
            if amount <= parse(text):
                return parse(text), text
        return amount, request

    def _rounded_up(
        self, amount: Fraction, request: str, policy: RequestPolicy, minimum: str
    ) -> tuple[Fraction, str]:
        """Return the next amount that is a whole number of steps above the minimum."""
        if amount < parse(minimum):
            return parse(minimum), minimum
        if policy.step is None:
            return amount, request
        unit = self._unit(policy)
        low, step = ceil(parse(minimum) / unit), ceil(parse(policy.step) / unit)
        rounded = unit * (low + step * -((low - ceil(amount / unit)) // step))
        # Before v1.37 the result is binary, whatever the step is.
        return rounded, canonical(rounded, binary=not self._fractions or policy.step.endswith("i"))

    def _unit(self, policy: RequestPolicy) -> Fraction:
        """Return what minimum, maximum and step are rounded up to."""
        range_ = [parse(text) for text in (policy.minimum, policy.maximum, policy.step) if text is not None]
        exact = all((amount / _THOUSANDTH).denominator == 1 for amount in range_)
        return _THOUSANDTH if self._fractions and exact else Fraction(1)


def written_like(amount: Fraction, example: str) -> str:
    """Return an amount with the largest unit that leaves a whole number, binary or decimal as the example."""
    return canonical(amount, binary=example.endswith("i"))


def canonical(amount: Fraction, *, binary: bool) -> str:
    """Return an amount as Kubernetes writes it (Quantity.CanonicalizeBytes): small and broken ones are decimal."""
    if amount.denominator != 1:
        return f"{ceil(amount * 1000)}m"
    base, units = (
        (1024, ("Ki", "Mi", "Gi", "Ti", "Pi", "Ei"))
        if binary and abs(amount) >= 1024
        else (1000, ("k", "M", "G", "T", "P", "E"))
    )
    number, unit = int(amount), ""
    for larger in units:
        if number == 0 or number % base:
            break
        number, unit = number // base, larger
    return f"{number}{unit}"


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
