"""What devices must fulfil: the expressions of classes and requests, and the constraints between a claim's devices.

Mirrors matchAttributeConstraint and distinctAttributeConstraint of
k8s.io/dynamic-resource-allocation/structured @ v1.34.1 and v1.36.2, and the latter's of v1.37.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from scheduler_core.kubernetes.cel import (
    CelError,
    Condition,
    DeviceValues,
    compile_selector,
    conditions_of,
    parse_semver,
)
from scheduler_core.kubernetes.objects.devices import (
    Attribute,
    Device,
    DeviceClass,
    DeviceConstraint,
    RequestedDevices,
)
from scheduler_core.kubernetes.versions import Version


class Constraint(Protocol):
    """Counts the devices of a search; a device that is added successfully is removed in case of a return."""

    @property
    def rule(self) -> DeviceConstraint: ...

    def accepts(self, attribute: Attribute | None) -> bool:
        """Return whether a device with this attribute could be added; None: it has no such attribute."""
        ...

    def add(self, request: str, alternative: str, driver: str, device: Device) -> bool: ...

    def remove(self, request: str, alternative: str) -> None: ...


def attribute_of(driver: str, device: Device, name: str) -> Attribute | None:
    """Return an attribute by its full name, which the device may write without the domain of its driver."""
    if (attribute := device.attributes.get(name)) is not None:
        return attribute
    domain, _, identifier = name.partition("/")
    return device.attributes.get(identifier) if domain == driver else None


def concerns(requests: tuple[str, ...], request: str, alternative: str) -> bool:
    return (
        not requests or request in requests or (bool(alternative) and f"{request}/{alternative}" in requests)
    )


class HasAttribute:
    """All devices have the attribute. v1.34.1 asks no more of distinctAttribute: it compares addresses.

    The other constraints ask for more of it, and remember what they compare with.
    """

    def __init__(self, constraint: DeviceConstraint) -> None:
        self.rule = constraint
        self._name = constraint.match_attribute or constraint.distinct_attribute

    def accepts(self, attribute: Attribute | None) -> bool:
        return attribute is not None

    def add(self, request: str, alternative: str, driver: str, device: Device) -> bool:
        if not concerns(self.rule.requests, request, alternative):
            return True
        attribute = attribute_of(driver, device, self._name)
        if attribute is None or not self.accepts(attribute):
            return False
        self._remember(request, attribute)
        return True

    def remove(self, request: str, alternative: str) -> None:
        if concerns(self.rule.requests, request, alternative):
            self._forget(request)

    def _remember(self, request: str, attribute: Attribute) -> None:
        return None

    def _forget(self, request: str) -> None:
        return None


class MatchAttribute(HasAttribute):
    """All devices have the attribute, of the same type and with the same value."""

    def __init__(self, constraint: DeviceConstraint) -> None:
        super().__init__(constraint)
        self._value: Attribute | None = None
        self._count = 0

    def accepts(self, attribute: Attribute | None) -> bool:
        return attribute is not None and (not self._count or attribute == self._value)

    def _remember(self, request: str, attribute: Attribute) -> None:
        self._value = attribute
        self._count += 1

    def _forget(self, request: str) -> None:
        self._count -= 1


class DistinctAttribute(HasAttribute):
    """Devices have different values of the attribute. One value is remembered per request, its last."""

    def __init__(self, constraint: DeviceConstraint) -> None:
        super().__init__(constraint)
        self._values: dict[str, Attribute] = {}

    def accepts(self, attribute: Attribute | None) -> bool:
        return attribute is not None and attribute not in self._values.values()

    def _remember(self, request: str, attribute: Attribute) -> None:
        self._values[request] = attribute

    def _forget(self, request: str) -> None:
        self._values.pop(request, None)


class DistinctFromAll(HasAttribute):
    """Devices have different values of the attribute; every value is remembered, in the order of the devices.

    A value of another type than a remembered one is accepted without a look at those after it.
    """

    def __init__(self, constraint: DeviceConstraint) -> None:
        super().__init__(constraint)
        self._values: list[Attribute] = []

    def accepts(self, attribute: Attribute | None) -> bool:
        if attribute is None:
            return False
        for value in self._values:
            if value[0] != attribute[0]:
                return True
            if value == attribute:
                return False
        return True

    def _remember(self, request: str, attribute: Attribute) -> None:
        self._values.append(attribute)

    def _forget(self, request: str) -> None:
        self._values.pop()


def constraint_of(constraint: DeviceConstraint, version: Version) -> Constraint:
    if constraint.match_attribute:
        return MatchAttribute(constraint)
    if not version.distinct_attributes_differ:
        return HasAttribute(constraint)
    return (DistinctFromAll if version.distinct_attributes_are_all_kept else DistinctAttribute)(constraint)


class SelectorError(Exception):
    """A selector cannot be compiled or evaluated, which ends the cycle."""


@dataclass(frozen=True, slots=True)
class SelectorVerdict:
    """Whether an expression selects a device; `error` is why that is not known."""

    selected: bool
    error: str = ""


class Selecting:
    """The verdicts of expressions on devices. Devices with the same driver, attributes and capacity share them."""

    def __init__(self) -> None:
        self._kinds: dict[int, int] = {}
        self._kind_of_values: dict[str, int] = {}
        self._values: list[DeviceValues] = []
        self._verdicts: dict[tuple[int, str], SelectorVerdict] = {}

    def matches(
        self, driver: str, device: Device, device_class: DeviceClass, requested: RequestedDevices, claim: str
    ) -> bool:
        """Return whether class and request select the device, up to the first that does not; raise SelectorError."""
        kind = self._kind(driver, device)
        for owner, expressions in (
            (f"class {device_class.name}", device_class.selectors),
            (f"claim {claim}", requested.selectors),
        ):
            for i, expression in enumerate(expressions):
                verdict = self._verdicts.get((kind, expression)) or self._evaluate(kind, expression)
                if verdict.error:
                    raise SelectorError(f"{owner}: selector #{i}: {verdict.error}")
                if not verdict.selected:
                    return False
        return True

    def verdict(self, driver: str, device: Device, expression: str) -> SelectorVerdict:
        """Return the verdict of one expression on a device."""
        kind = self._kind(driver, device)
        return self._verdicts.get((kind, expression)) or self._evaluate(kind, expression)

    def conditions(self, driver: str, device: Device, expression: str) -> tuple[Condition, ...]:
        """Return the conditions of an expression with what they read of a device."""
        return conditions_of(expression, self._values[self._kind(driver, device)].variables())

    def _evaluate(self, kind: int, expression: str) -> SelectorVerdict:
        compiled = compile_selector(expression)
        if compiled.error:
            problem = "CEL compile error" if compiled.read else "not evaluated"
            verdict = SelectorVerdict(selected=False, error=f"{problem}: {compiled.error}")
        else:
            try:
                verdict = SelectorVerdict(compiled.matches(self._values[kind].variables()))
            except CelError as error:
                verdict = SelectorVerdict(selected=False, error=f"CEL runtime error: {error}")
        self._verdicts[kind, expression] = verdict
        return verdict

    def _kind(self, driver: str, device: Device) -> int:
        """Return the number of the values that selectors see of a device."""
        kind = self._kinds.get(id(device))
        if kind is None:
            capacity = {name: capacity.value for name, capacity in device.capacity.items()}
            key = repr(
                (driver, sorted(device.attributes.items()), sorted(capacity.items()), device.allows_multiple)
            )
            kind = self._kind_of_values.setdefault(key, len(self._values))
            if kind == len(self._values):
                attributes = {
                    name: parse_semver(value) if form == "version" else value
                    for name, (form, value) in device.attributes.items()
                }
                self._values.append(DeviceValues(driver, attributes, capacity, device.allows_multiple))
            self._kinds[id(device)] = kind
        return kind
