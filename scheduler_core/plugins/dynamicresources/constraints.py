"""Constraints between the devices of a claim.

Mirrors matchAttributeConstraint and distinctAttributeConstraint of
k8s.io/dynamic-resource-allocation/structured @ v1.34.1 and v1.36.2.
"""

from __future__ import annotations

from typing import Protocol

from scheduler_core.objects.devices import Attribute, Device, DeviceConstraint
from scheduler_core.versions import Version


class Constraint(Protocol):
    """Counts the devices of a search; a device that is added successfully is removed in case of a return."""

    def add(self, request: str, alternative: str, driver: str, device: Device) -> bool: ...

    def remove(self, request: str, alternative: str) -> None: ...


def attribute_of(driver: str, device: Device, name: str) -> Attribute | None:
    """Return an attribute by its full name, which the device may write without the domain of its driver."""
    if (attribute := device.attributes.get(name)) is not None:
        return attribute
    domain, _, identifier = name.partition("/")
    return device.attributes.get(identifier) if domain == driver else None


def _concerns(requests: tuple[str, ...], request: str, alternative: str) -> bool:
    return (
        not requests or request in requests or (bool(alternative) and f"{request}/{alternative}" in requests)
    )


class MatchAttribute:
    """All devices have the attribute, of the same type and with the same value."""

    def __init__(self, constraint: DeviceConstraint) -> None:
        self._constraint = constraint
        self._value: Attribute | None = None
        self._count = 0

    def add(self, request: str, alternative: str, driver: str, device: Device) -> bool:
        if not _concerns(self._constraint.requests, request, alternative):
            return True
        attribute = attribute_of(driver, device, self._constraint.match_attribute)
        if attribute is None:
            return False
        if not self._count:
            self._value = attribute
        elif attribute != self._value:
            return False
        self._count += 1
        return True

    def remove(self, request: str, alternative: str) -> None:
        if _concerns(self._constraint.requests, request, alternative):
            self._count -= 1


class HasAttribute:
    """All devices have the attribute. v1.34.1 asks no more of distinctAttribute: it compares addresses."""

    def __init__(self, constraint: DeviceConstraint) -> None:
        self._constraint = constraint

    def add(self, request: str, alternative: str, driver: str, device: Device) -> bool:
        if not _concerns(self._constraint.requests, request, alternative):
            return True
        return attribute_of(driver, device, self._constraint.distinct_attribute) is not None

    def remove(self, request: str, alternative: str) -> None:
        return None


class DistinctAttribute:
    """Devices have different values of the attribute. One value is remembered per request, its last."""

    def __init__(self, constraint: DeviceConstraint) -> None:
        self._constraint = constraint
        self._values: dict[str, Attribute] = {}

    def add(self, request: str, alternative: str, driver: str, device: Device) -> bool:
        if not _concerns(self._constraint.requests, request, alternative):
            return True
        attribute = attribute_of(driver, device, self._constraint.distinct_attribute)
        if attribute is None or attribute in self._values.values():
            return False
        self._values[request] = attribute
        return True

    def remove(self, request: str, alternative: str) -> None:
        if _concerns(self._constraint.requests, request, alternative):
            self._values.pop(request, None)


def constraint_of(constraint: DeviceConstraint, version: Version) -> Constraint:
    if constraint.match_attribute:
        return MatchAttribute(constraint)
    return (DistinctAttribute if version.distinct_attributes_differ else HasAttribute)(constraint)
