"""Calls: what is evaluated of their arguments, what they are charged, and what work is counted.

Mirrors the evaluation of calls in interpreter/interpretable.go and decorators.go of cel-go @ v0.26.0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .cost import Meter, rule_of
from .functions import GLOBALS, METHODS, OPERATORS
from .scope import Evaluator, Scope
from .values import CelError, Optional, no_overload
from .wire import Call, Const

PATTERN_FUNCTIONS = ("matches", "find", "findAll")


def function_of(name: str) -> Callable[..., Any]:
    """Return the function of a call, which raises CelError for arguments that it does not take."""
    return OPERATORS.get(name) or GLOBALS.get(name) or _dispatch(name)


def _dispatch(name: str) -> Callable[..., Any]:
    overloads = METHODS.get(name, [])

    def dispatch(*values: Any) -> Any:
        for overload in overloads:
            if overload.takes(values):
                return overload.call(*values)
        raise no_overload(name, *values)

    return dispatch


def charged(call: Call, arguments: list[Evaluator]) -> Evaluator:
    """Return the evaluator of a call: of two arguments the second is evaluated after an error of the first too."""
    function, rule = function_of(call.function), rule_of(call.function, call.overloads)
    count: Callable[..., None] = _WORK.get(call.function, Meter.count_values)
    goes_on = len(arguments) == 1 or (len(arguments) == 2 and _is_binary(call))

    def evaluate(scope: Scope) -> Any:
        values: list[Any] = []
        failure: CelError | None = None
        for argument in arguments:
            try:
                values.append(argument(scope))
            except CelError as error:
                if not goes_on:
                    raise
                failure = failure or error
                values.append(error)
        scope.meter.charge(rule(*values))
        if failure:
            raise failure
        count(scope.meter, *values)
        return function(*values)

    return evaluate


def _is_binary(call: Call) -> bool:
    """Return whether cel-go plans the call with two arguments as such, and not as one with any number."""
    if call.function in PATTERN_FUNCTIONS and isinstance(call.operands[1], Const):
        return False  # the pattern is compiled beforehand
    return len(call.overloads) == 1 or call.function in OPERATORS or call.function in GLOBALS


def _count_pattern(meter: Meter, text: Any, pattern: Any, *_limit: Any) -> None:
    if isinstance(text, str) and isinstance(pattern, str):
        meter.count_pattern(pattern)
        meter.count(len(text))


def _count_replacement(meter: Meter, text: Any, old: Any, new: Any, *_limit: Any) -> None:
    if all(isinstance(operand, str) for operand in (text, old, new)):
        meter.count(len(text) + text.count(old) * len(new))


_WORK: dict[str, Callable[..., None]] = {
    **dict.fromkeys(PATTERN_FUNCTIONS, _count_pattern),
    "replace": _count_replacement,
}


def _or(left: Evaluator, right: Evaluator) -> Evaluator:
    return lambda scope: _decide(left, right, scope, by=True)


def _and(left: Evaluator, right: Evaluator) -> Evaluator:
    return lambda scope: _decide(left, right, scope, by=False)


def _decide(left: Evaluator, right: Evaluator, scope: Scope, *, by: bool) -> bool:
    """Return the value of a || b or a && b: a side with the value `by` decides, even if the other fails."""
    failure: CelError | None = None
    for side in (left, right):
        try:
            value = side(scope)
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


def conditional(condition: Evaluator, then: Evaluator, otherwise: Evaluator) -> Evaluator:
    """Return the evaluator of condition ? then : otherwise, which costs what its evaluated parts do."""

    def choose(scope: Scope) -> Any:
        value = condition(scope)
        if not isinstance(value, bool):
            raise CelError("no such overload")
        return then(scope) if value else otherwise(scope)

    return choose


def _not_strictly_false(condition: Evaluator) -> Evaluator:
    """Return @not_strictly_false, which lets a macro go on after an error of one element."""

    def check(scope: Scope) -> bool:
        try:
            return condition(scope) is not False
        except CelError:
            return True
        finally:
            scope.meter.charge(1)

    return check


def _or_value(optional: Evaluator, default: Evaluator) -> Evaluator:
    def choose(scope: Scope) -> Any:
        value = optional(scope)
        if not isinstance(value, Optional):
            raise no_overload("orValue", value, default(scope))
        return value.value if value.present else default(scope)

    return choose


def _or_optional(optional: Evaluator, default: Evaluator) -> Evaluator:
    def choose(scope: Scope) -> Any:
        value = optional(scope)
        if not isinstance(value, Optional):
            raise no_overload("or", value, default(scope))
        return value if value.present else default(scope)

    return choose


# What does not evaluate all its arguments, or has to see their errors. Only @not_strictly_false has a cost.
LAZY: dict[str, Callable[..., Evaluator]] = {
    "_||_": _or,
    "_&&_": _and,
    "@not_strictly_false": _not_strictly_false,
    "orValue": _or_value,
    "or": _or_optional,
}
