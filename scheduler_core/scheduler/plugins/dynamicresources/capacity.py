"""How much of a device a request consumes, and whether that much is left.

Mirrors consumable_capacity.go of k8s.io/dynamic-resource-allocation/structured/internal/incubating @ v1.36.2, and what
v1.37 and v1.38 changed of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from scheduler_core.kubernetes.objects.devices import Device, DeviceCapacity, RequestedDevices, RequestPolicy
from scheduler_core.kubernetes.objects.quantity import parse
from scheduler_core.kubernetes.versions import Version

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
