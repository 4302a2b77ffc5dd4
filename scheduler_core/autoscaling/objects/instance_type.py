"""Instance types and their offerings (pkg/cloudprovider/types.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from math import inf

from scheduler_core.kubernetes.objects.node import ZONE
from scheduler_core.kubernetes.objects.reading import ManifestField, quoted
from scheduler_core.sentences import worded

from .labels import CAPACITY_TYPE, ON_DEMAND, RESERVED, SPOT
from .pod import read_expression
from .quantities import Amounts, amounts, merged, minus, read_quantities
from .requirements import Requirements, collected

_OVERHEADS = ("kubeReserved", "systemReserved", "evictionThreshold")


@dataclass(frozen=True)
class Offering:
    """Where, how and at what price per hour an instance type is offered."""

    requirements: Requirements
    price: float
    available: bool
    reservation_capacity: int

    @cached_property
    def capacity_type(self) -> str:
        return _first(self.requirements, CAPACITY_TYPE)

    @cached_property
    def zone(self) -> str:
        return _first(self.requirements, ZONE)

    def is_compatible_with(self, requirements: Requirements, well_known: Set[str]) -> bool:
        return requirements.incompatible(self.requirements, well_known) is None


def _first(requirements: Requirements, key: str) -> str:
    required = requirements.of(key)
    return "" if required.complement else min(required.values, default="")


@dataclass(frozen=True)
class InstanceType:
    """An instance type: what its nodes may be labelled with, and what is left on them for pods."""

    name: str
    requirements: Requirements
    offerings: tuple[Offering, ...]
    capacity: Amounts
    allocatable: Amounts

    def compatible_offerings(self, requirements: Requirements, well_known: Set[str]) -> list[Offering]:
        return [o for o in self.offerings if o.is_compatible_with(requirements, well_known)]

    def worst_launch_price(self, requirements: Requirements, well_known: Set[str]) -> float:
        """Return the highest price of what may be launched: reserved capacity first, then spot (WorstLaunchPrice)."""
        offered = [o for o in self.compatible_offerings(requirements, well_known) if o.available]
        for capacity_type in (RESERVED, SPOT, ON_DEMAND):
            prices = [o.price for o in offered if o.requirements.of(CAPACITY_TYPE).allows(capacity_type)]
            if prices:
                return max(prices)
        return inf


def read_instance_type(at: ManifestField) -> InstanceType:
    capacity = amounts(read_quantities(at, "capacity"))
    overhead = merged(*(read_quantities(at.child("overhead"), key) for key in _OVERHEADS))
    return InstanceType(
        at.name("name"),
        read_requirements(at),
        tuple(map(_read_offering, at.children("offerings"))),
        capacity,
        _allocatable(capacity, amounts(overhead)),
    )


def read_requirements(at: ManifestField) -> Requirements:
    return collected(read_expression(e).requirement for e in at.children("requirements"))


def _allocatable(capacity: Amounts, overhead: Amounts) -> Amounts:
    """Return what pods can request: hugepages are taken from the memory (precompute)."""
    allocatable = minus(capacity, overhead)
    for name, amount in capacity.items():
        if name.startswith("hugepages-"):
            allocatable["memory"] = max(allocatable.get("memory", 0) - amount, 0)
    return allocatable


def _read_offering(at: ManifestField) -> Offering:
    price = at.raw("price") or 0
    if isinstance(price, bool) or not isinstance(price, int | float):
        at.problem("price", worded("must be a number, got {value}", value=quoted(price)))
        price = 0.0
    return Offering(
        read_requirements(at),
        float(price),
        at.flag("available"),
        at.integer("reservationCapacity", 0),
    )
