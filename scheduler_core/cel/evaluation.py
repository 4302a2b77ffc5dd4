"""Evaluates checked expressions: a tree becomes functions of the variables, called once per device.

The language's library evaluates too, but knows neither Kubernetes' types nor the texts of cel-go's errors, which the
scheduler reports.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .functions import GLOBALS, METHODS, OPERATORS, has_member, member
from .values import NONE, CelError, Optional, no_overload
from .wire import Call, Comprehension, Const, Expr, Ident, ListOf, MapOf, Select

Variables = Mapping[str, Any]
Evaluator = Callable[[Variables], Any]


def evaluator(expr: Expr) -> Evaluator:
    """Return the function that evaluates the expression; it raises CelError."""
    match expr:
        case Const(value):
            return lambda variables: value
        case Ident(name):
            return lambda variables: variables[name]
        case Select(operand, field, presence):
            return _select(evaluator(operand), field, presence=presence)
        case Call():
            return _call(expr)
        case _:
            return _collection(expr)


def _collection(expr: ListOf | MapOf | Comprehension) -> Evaluator:
    match expr:
        case ListOf(elements):
            evaluators = [evaluator(element) for element in elements]
            return lambda variables: [evaluate(variables) for evaluate in evaluators]
        case MapOf(entries):
            pairs = [(evaluator(key), evaluator(value)) for key, value in entries]
            return lambda variables: {key(variables): value(variables) for key, value in pairs}
        case Comprehension():
            return _fold(expr)


def _select(operand: Evaluator, field: str, *, presence: bool) -> Evaluator:
    if presence:
        return lambda variables: has_member(operand(variables), field)

    def select(variables: Variables) -> Any:
        value = operand(variables)
        return _select_optional(value, field) if isinstance(value, Optional) else member(value, field)

    return select


def _select_optional(value: Any, field: str) -> Optional:
    """Return value.?field: none where the value or the field is not there."""
    if isinstance(value, Optional):
        if not value.present:
            return NONE
        value = value.value
    return Optional(member(value, field), present=True) if has_member(value, field) else NONE


def _call(call: Call) -> Evaluator:
    name = call.function
    arguments = [evaluator(each) for each in (*([call.target] if call.target else []), *call.arguments)]
    if name in _LAZY:
        return _LAZY[name](*arguments)
    if name in OPERATORS or name in GLOBALS:
        function = OPERATORS.get(name) or GLOBALS[name]
        return lambda variables: function(*(argument(variables) for argument in arguments))
    overloads = METHODS.get(name, [])

    def dispatch(variables: Variables) -> Any:
        values = tuple(argument(variables) for argument in arguments)
        for overload in overloads:
            if overload.takes(values):
                return overload.call(*values)
        raise no_overload(name, *values)

    return dispatch


def _or(left: Evaluator, right: Evaluator) -> Evaluator:
    return lambda variables: _decide(left, right, variables, by=True)


def _and(left: Evaluator, right: Evaluator) -> Evaluator:
    return lambda variables: _decide(left, right, variables, by=False)


def _decide(left: Evaluator, right: Evaluator, variables: Variables, *, by: bool) -> bool:
    """Return the value of a || b or a && b: one side that has the value `by` decides, even if the other fails."""
    failure: CelError | None = None
    for side in (left, right):
        try:
            value = side(variables)
        except CelError as error:
            failure = failure or error
            continue
        if not isinstance(value, bool):
            failure = failure or CelError("no such overload")
        elif value is by:
            return by
    if failure:
        raise failure
    return not by


def _conditional(condition: Evaluator, then: Evaluator, otherwise: Evaluator) -> Evaluator:
    def choose(variables: Variables) -> Any:
        value = condition(variables)
        if not isinstance(value, bool):
            raise CelError("no such overload")
        return then(variables) if value else otherwise(variables)

    return choose


def _not_strictly_false(condition: Evaluator) -> Evaluator:
    """Return @not_strictly_false, which lets a macro go on after an error of one element."""

    def check(variables: Variables) -> bool:
        try:
            value = condition(variables)
            return value is not False
        except CelError:
            return True

    return check


def _or_value(optional: Evaluator, default: Evaluator) -> Evaluator:
    def choose(variables: Variables) -> Any:
        value = optional(variables)
        if not isinstance(value, Optional):
            raise no_overload("orValue", value, default(variables))
        return value.value if value.present else default(variables)

    return choose


def _or_optional(optional: Evaluator, default: Evaluator) -> Evaluator:
    def choose(variables: Variables) -> Any:
        value = optional(variables)
        return value if value.present else default(variables)

    return choose


def _optional_member(operand: Evaluator, field: Evaluator) -> Evaluator:
    return lambda variables: _select_optional(operand(variables), field(variables))


# What does not evaluate all its arguments, or has to see their errors.
_LAZY: dict[str, Callable[..., Evaluator]] = {
    "_||_": _or,
    "_&&_": _and,
    "_?_:_": _conditional,
    "@not_strictly_false": _not_strictly_false,
    "orValue": _or_value,
    "or": _or_optional,
    "_?._": _optional_member,
    "_[?_]": _optional_member,
}


def _fold(loop: Comprehension) -> Evaluator:
    over, initial = evaluator(loop.range), evaluator(loop.initial)
    condition, step, result = evaluator(loop.condition), evaluator(loop.step), evaluator(loop.result)

    def fold(variables: Variables) -> Any:
        elements = over(variables)
        if not isinstance(elements, list | dict):
            raise CelError("no such overload")
        inner = dict(variables)
        inner[loop.accumulator] = initial(variables)
        failure: CelError | None = None
        for element in elements:
            inner[loop.variable] = element
            if failure is None and condition(inner) is False:
                break
            # An error is the value of the accumulator until a step decides without it.
            try:
                inner[loop.accumulator], failure = step(inner), None
            except CelError as error:
                failure = error
                inner[loop.accumulator] = None
        if failure is not None:
            raise failure
        return result(inner)

    return fold
