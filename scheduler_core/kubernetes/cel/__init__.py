"""The Common Expression Language with Kubernetes' types, as selectors of devices use it."""

from __future__ import annotations

from .operands import Condition, conditions_of
from .patterns import check_pattern, found_in
from .selector import CompiledSelector, DeviceValues, compile_selector
from .values import CelError, Semver, parse_semver

__all__ = [
    "CelError",
    "CompiledSelector",
    "Condition",
    "DeviceValues",
    "Semver",
    "check_pattern",
    "compile_selector",
    "conditions_of",
    "found_in",
    "parse_semver",
]
