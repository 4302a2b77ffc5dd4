"""How much of a device a request consumes, and whether that much is left.

Mirrors consumable_capacity.go of k8s.io/dynamic-resource-allocation/structured/internal/incubating @ v1.36.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scheduler_core.kubernetes.objects.devices import Device, DeviceCapacity, RequestedDevices, RequestPolicy
from scheduler_core.kubernetes.objects.quantity import parse

Amounts = Mapping[str, Fraction]


def consumption(requested: RequestedDevices, device: Device) -> dict[str, tuple[Fraction, str]]:
    """Return what the request consumes of each capacity of the device, and how that is written."""
    requests = requested.capacity or {}
    return {name: _consumed(requests.get(name), capacity) for name, capacity in device.capacity.items()}


def has_room(requested: RequestedDevices, device: Device, consumed: Amounts, allocating: Amounts) -> bool:
    """Return whether the request is allowed and fits beside what others consume (CmpRequestOverCapacity).

    `consumed` is taken by allocated claims, `allocating` by the search itself.
    """
    if any(name not in device.capacity for name in requested.capacity or {}):
        return False
    for name, (amount, _) in consumption(requested, device).items():
        capacity = device.capacity[name]
        if violates(amount, capacity.policy):
            return False
        if consumed.get(name, 0) + allocating.get(name, 0) + amount > parse(capacity.value):
            return False
    return True


def _consumed(request: str | None, capacity: DeviceCapacity) -> tuple[Fraction, str]:
    policy = capacity.policy
    if request is None:
        text = policy.default if policy is not None and policy.default is not None else capacity.value
        return parse(text), text
    amount = parse(request)
    if policy is None:
        return amount, request
    if policy.minimum is not None:
        return _rounded_up(amount, request, policy, policy.minimum)
    for text in policy.valid_values:
        if amount <= parse(text):
            return parse(text), text
    return amount, request


def _rounded_up(amount: Fraction, request: str, policy: RequestPolicy, minimum: str) -> tuple[Fraction, str]:
    """Return the next amount that is a whole number of steps above the minimum."""
    low = parse(minimum)
    if amount < low:
        return low, minimum
    if policy.step is None:
        return amount, request
    step = parse(policy.step)
    rounded = low + step * -((low - amount) // step)
    return rounded, written_like(rounded, policy.step)


def written_like(amount: Fraction, example: str) -> str:
    """Return an amount with the largest unit that leaves a whole number, binary or decimal as the example."""
    binary = example.endswith("i")
    base, units = (
        (1024, ("Ki", "Mi", "Gi", "Ti", "Pi", "Ei")) if binary else (1000, ("k", "M", "G", "T", "P", "E"))
    )
    number, unit = int(amount), ""
    for larger in units:
        if number == 0 or number % base:
            break
        number, unit = number // base, larger
    return f"{number}{unit}"


def violates(amount: Fraction, policy: RequestPolicy | None) -> bool:
    """Return whether a policy rules the amount out."""
    if policy is None or (policy.default is not None and amount == parse(policy.default)):
        return False
    if policy.has_range:
        if policy.maximum is not None and amount > parse(policy.maximum):
            return True
        low = parse(policy.minimum or "0")
        return policy.step is not None and (amount - low) % parse(policy.step) != 0
    return bool(policy.valid_values) and all(amount != parse(text) for text in policy.valid_values)
