"""The instance types of a NodePool, and selections of them.

A selection is an integer with a bit for each type, so that what one requirement or amount admits is found once and
combined with `&`. Mirrors InstanceTypes of pkg/cloudprovider/types.go, and filterByRemainingResources and subtractMax
of pkg/controllers/provisioning/scheduling/scheduler.go @ v1.13.0.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import accumulate
from math import inf
from operator import or_

from .gosort import sort_slice
from .instance_type import InstanceType, Offering
from .labels import RESERVED
from .quantities import Amounts
from .requirement import Requirement
from .requirements import Requirements

Selection = int


class _Ladder:
    """The types by their amount of one resource."""

    def __init__(self, amounts: Iterable[int]) -> None:
        by_amount: dict[int, Selection] = {}
        for bit, amount in enumerate(amounts):
            by_amount[amount] = by_amount.get(amount, 0) | 1 << bit
        self.steps = sorted(by_amount)
        selections = [by_amount[step] for step in self.steps]
        self._up_to: list[Selection] = [0, *accumulate(selections, or_)]
        self._from: list[Selection] = [0, *accumulate(reversed(selections), or_)][::-1]

    def at_least(self, amount: int) -> Selection:
        return self._from[bisect_left(self.steps, amount)]

    def at_most(self, amount: int) -> Selection:
        return self._up_to[bisect_right(self.steps, amount)]

    def largest(self, selection: Selection) -> int:
        """Return the largest amount that a selected type has."""
        return self.steps[next(i for i in reversed(range(len(self.steps))) if self._from[i] & selection)]


class InstanceTypes:
    """The instance types of a NodePool, in the order of the provider."""

    def __init__(self, types: Sequence[InstanceType], well_known: Set[str]) -> None:
        self.types = tuple(types)
        self.well_known = well_known
        self.all: Selection = (1 << len(self.types)) - 1
        self._compatible: dict[Requirement, Selection] = {}
        self._launchables: dict[tuple[Requirement, ...], tuple[Selection, Sequence[float]]] = {}
        self._allocatable: dict[str, _Ladder] = {}
        self._capacity: dict[str, _Ladder] = {}

    def __len__(self) -> int:
        return len(self.types)

    def selected(self, selection: Selection) -> Iterator[InstanceType]:
        """Yield the types of a selection in their order."""
        return (self.types[bit] for bit in _bits(selection))

    def compatible(self, requirements: Requirements) -> Selection:
        """Return the types with a possible value for each label that they have."""
        selection = self.all
        for required in requirements.values():
            compatible = self._compatible.get(required)
            if compatible is None:
                compatible = self._compatible[required] = self._compatible_with(required)
            selection &= compatible
        return selection

    def _compatible_with(self, required: Requirement) -> Selection:
        wanted = Requirements({required.key: required})
        incompatible = 0
        for own, selection in self._by_label.get(required.key, {}).items():
            if Requirements({own.key: own}).disjoint(wanted):
                incompatible |= selection
        return self.all & ~incompatible

    def fitting(self, requests: Amounts) -> Selection:
        """Return the types whose nodes have room for so much."""
        selection = self._usable
        for name, amount in requests.items():
            ladder = self._allocatable.get(name)
            if ladder is None:
                ladder = self._allocatable[name] = _Ladder(t.allocatable.get(name, 0) for t in self.types)
            selection &= ladder.at_least(amount)
        return selection

    @cached_property
    def _usable(self) -> Selection:
        """The types of which no amount is negative; nothing fits on others."""
        return _selection(all(a >= 0 for a in t.allocatable.values()) for t in self.types)

    def offered(self, requirements: Requirements) -> Selection:
        """Return the types with an available offering that meets the requirements."""
        return self._launchable(requirements)[0]

    def by_price(self, selection: Selection, requirements: Requirements) -> list[InstanceType]:
        """Return the types of a selection, those with the cheapest available offering first (OrderByPrice)."""
        prices = self._launchable(requirements)[1]
        return [self.types[bit] for bit in sort_slice(list(_bits(selection)), prices.__getitem__)]

    def _launchable(self, requirements: Requirements) -> tuple[Selection, Sequence[float]]:
        """Return the types that can be launched, and the price of each one's cheapest suitable offering."""
        relevant = tuple(requirements[key] for key in self._offering_labels if key in requirements)
        launchable = self._launchables.get(relevant)
        if launchable is None:
            prices = [inf] * len(self.types)
            for required, offers in self._available.values():
                if requirements.incompatible(required, self.well_known) is None:
                    for bit, price in offers:
                        prices[bit] = min(prices[bit], price)
            launchable = self._launchables[relevant] = _selection(p < inf for p in prices), prices
        return launchable

    @cached_property
    def _available(self) -> Mapping[frozenset[Requirement], tuple[Requirements, list[tuple[int, float]]]]:
        """The different requirements of available offerings, each with the types that are offered so, and prices."""
        found: dict[frozenset[Requirement], tuple[Requirements, list[tuple[int, float]]]] = {}
        for bit, instance_type in enumerate(self.types):
            for offering in instance_type.offerings:
                if offering.available:
                    same = frozenset(offering.requirements.values())
                    _, offers = found.setdefault(same, (offering.requirements, []))
                    offers.append((bit, offering.price))
        return found

    @cached_property
    def _offering_labels(self) -> tuple[str, ...]:
        return tuple(sorted({key for t in self.types for o in t.offerings for key in o.requirements}))

    def within(self, remaining: Amounts) -> Selection:
        """Return the types that exceed none of the limited resources (filterByRemainingResources)."""
        selection = self.all
        for name, amount in remaining.items():
            selection &= self._capacity_of(name).at_most(amount)
        return selection

    def less_largest(self, remaining: Amounts, selection: Selection) -> Amounts:
        """Return what remains when the largest of the selected types is launched (subtractMax)."""
        return {
            name: amount - self._capacity_of(name).largest(selection) for name, amount in remaining.items()
        }

    def _capacity_of(self, name: str) -> _Ladder:
        ladder = self._capacity.get(name)
        if ladder is None:
            ladder = self._capacity[name] = _Ladder(t.capacity.get(name, 0) for t in self.types)
        return ladder

    def lacking_values(self, requirements: Requirements, selection: Selection) -> dict[str, int]:
        """Return how many values there are of each label that has fewer than `minValues` (SatisfiesMinValues)."""
        if not selection:
            return {}
        counts = {
            key: sum(bool(of_value & selection) for of_value in self._by_value(key).values())
            for key in requirements.min_values
        }
        return {key: count for key, count in counts.items() if count < requirements.min_values[key]}

    def requirements_on(self, key: str) -> set[Requirement | None]:
        """Return the different requirements that types have on a label, None for those that have none."""
        return {t.requirements.get(key) for t in self.types}

    @cached_property
    def reserved(self) -> tuple[tuple[Selection, Offering], ...]:
        """The available offerings of reserved capacity, each with its type."""
        return tuple(
            (1 << bit, offering)
            for bit, instance_type in enumerate(self.types)
            for offering in instance_type.offerings
            if offering.available and offering.capacity_type == RESERVED
        )

    @cached_property
    def _by_label(self) -> Mapping[str, Mapping[Requirement, Selection]]:
        """The types with each requirement, by its label."""
        by_label: dict[str, dict[Requirement, Selection]] = {}
        for bit, instance_type in enumerate(self.types):
            for key, own in instance_type.requirements.items():
                of_label = by_label.setdefault(key, {})
                of_label[own] = of_label.get(own, 0) | 1 << bit
        return by_label

    def _by_value(self, key: str) -> Mapping[str, Selection]:
        by_value: dict[str, Selection] = {}
        for own, selection in self._by_label.get(key, {}).items():
            for value in own.values:
                by_value[value] = by_value.get(value, 0) | selection
        return by_value


def _bits(selection: Selection) -> Iterator[int]:
    bit = 0
    while selection:
        step = (selection & -selection).bit_length()
        bit += step
        selection >>= step
        yield bit - 1


def _selection(chosen: Iterable[bool]) -> Selection:
    return sum(1 << bit for bit, is_chosen in enumerate(chosen) if is_chosen)
