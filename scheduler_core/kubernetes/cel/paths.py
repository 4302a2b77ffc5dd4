"""The steps of a path such as device.attributes["d"].model, each of which costs 1.

Mirrors interpreter/attributes.go of cel-go @ v0.26.0: after an optional step the others are optional, and a
step to what is not there is free.
"""

from __future__ import annotations

from typing import Any

from .cost import ATTRIBUTE, Meter
from .functions import has_member, index, member
from .scope import Bound, Evaluator, Scope
from .values import NONE, Optional

_DEVICE = "device."


def variable(name: str) -> Evaluator:
    """Return the evaluator of a variable, or of the name of a type."""
    # `device` is one variable for cel-go, and what is declared here a field of it.
    steps = ATTRIBUTE if name.startswith(_DEVICE) else 0

    def read(scope: Scope) -> Any:
        scope.meter.cost += steps
        value = scope.get(name, name)  # what is no variable is the name of a type
        return value.value() if isinstance(value, Bound) else value

    return read


def select(operand: Evaluator, field: str, *, presence: bool) -> Evaluator:
    """Return the evaluator of operand.field, or of has(operand.field)."""

    def read(scope: Scope) -> Any:
        value = operand(scope)
        if isinstance(value, Optional):
            selected = _member_if_present(value, field, scope.meter)
            return selected.present if presence else selected
        scope.meter.cost += ATTRIBUTE
        return has_member(value, field) if presence else member(value, field)

    return read


def index_of(operand: Evaluator, key: Evaluator) -> Evaluator:
    """Return the evaluator of operand[key]."""

    def read(scope: Scope) -> Any:
        value = operand(scope)
        if isinstance(value, Optional):
            return _member_if_present(value, key(scope), scope.meter) if value.present else NONE
        try:
            return index(value, key(scope))
        finally:
            scope.meter.cost += ATTRIBUTE

    return read


def optional_member(operand: Evaluator, field: Evaluator) -> Evaluator:
    """Return the evaluator of operand.?field, and of operand[?field]."""

    def read(scope: Scope) -> Any:
        value = operand(scope)
        if isinstance(value, Optional) and not value.present:
            return NONE
        return _member_if_present(value, field(scope), scope.meter)

    return read


def _member_if_present(value: Any, field: Any, meter: Meter) -> Optional:
    """Return value.?field: none where the value or the field is not there, which costs nothing."""
    if isinstance(value, Optional):
        if not value.present:
            return NONE
        value = value.value
    if not has_member(value, field):
        return NONE
    meter.cost += ATTRIBUTE
    return Optional(index(value, field), present=True)
