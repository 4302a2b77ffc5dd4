"""The Common Expression Language with Kubernetes' types, as selectors of devices use it."""

from __future__ import annotations

from .operands import Condition, conditions_of
from .selector import CompiledSelector, DeviceValues, compile_selector
from .values import CelError, Semver, parse_semver

__all__ = [
    "CelError",
    "CompiledSelector",
    "Condition",
    "DeviceValues",
    "Semver",
    "compile_selector",
    "conditions_of",
    "parse_semver",
]
