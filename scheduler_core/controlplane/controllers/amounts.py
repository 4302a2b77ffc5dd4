"""Numbers that may be percentages.

Mirrors GetScaledValueFromIntOrPercent of staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go @ v1.34.1.
"""

from __future__ import annotations

from math import ceil, floor


def scaled_value(value: object, total: int, *, round_up: bool, default: int = 0) -> int:
    """Return an integer as it is, a percentage ("25%") of the total; the default for anything else."""
    if isinstance(value, bool):
        return default
    if isinstance(value, int):
        return value
    digits = value.removesuffix("%") if isinstance(value, str) and value.endswith("%") else ""
    if not digits.isdecimal():
        return default
    return (ceil if round_up else floor)(int(digits) * total / 100)
