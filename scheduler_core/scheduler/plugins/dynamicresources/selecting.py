"""Whether devices are selected by the expressions of a class and of a request; each is evaluated once."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.cel import (
    CelError,
    Condition,
    DeviceValues,
    compile_selector,
    conditions_of,
    parse_semver,
)
from scheduler_core.kubernetes.objects.devices import Device, DeviceClass, RequestedDevices


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
            verdict = SelectorVerdict(selected=False, error=f"CEL compile error: {compiled.error}")
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
