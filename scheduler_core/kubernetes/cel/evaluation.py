"""Evaluates checked expressions: a tree becomes functions of the variables, called once per device.

The language's library evaluates too, but knows neither Kubernetes' types nor the texts of cel-go's errors, which the
scheduler reports, nor what an evaluation may cost. What is charged where mirrors interpreter/planner.go,
interpretable.go and decorators.go of cel-go @ v0.26.0.
"""

from __future__ import annotations

from typing import Any

from .calls import LAZY, PATTERN_FUNCTIONS, charged, conditional, function_of
from .cost import ATTRIBUTE, LIST, MAP, Meter
from .functions import CONVERSIONS
from .paths import index_of, optional_member, select, variable
from .patterns import check_pattern
from .scope import Bound, Evaluator, Scope
from .values import CelError, Growing
from .wire import Call, Comprehension, Const, Expr, Ident, ListOf, MapOf, Select, parts

_INDEX, _CONDITIONAL = "_[_]", "_?_:_"
_OPTIONAL_PATHS = ("_?._", "_[?_]")
_SCALARS = (bool, int, float, str)


def evaluator(expr: Expr) -> Evaluator:
    """Return the function that evaluates the expression, which raises CelError and LimitExceeded.

    Raise CelError for a constant that cannot be converted, or that is no pattern.
    """
    if _is_path(expr):
        return _path(expr)
    match expr:
        case Const(value):
            return lambda scope: value
        case Call():
            return _call(expr)
        case Comprehension():
            return _fold(expr)
        case ListOf() | MapOf():
            return _literal(expr)
    raise AssertionError(expr)


# ---- paths: a variable or another value, and what is read of it ----


def _is_path(expr: Expr) -> bool:
    return isinstance(expr, Ident | Select) or (
        isinstance(expr, Call) and expr.function in (_INDEX, *_OPTIONAL_PATHS)
    )


def _path(expr: Expr) -> Evaluator:
    """Return the evaluator of a path, which costs one more than its steps, unless it is has()."""
    read = _steps(expr)
    presence = isinstance(expr, Select) and expr.presence
    base = (0 if _is_conditional(_root(expr)) else ATTRIBUTE) - (ATTRIBUTE if presence else 0)
    if base == 0:
        return read

    def path(scope: Scope) -> Any:
        try:
            return read(scope)
        finally:
            scope.meter.cost += base

    return path


def _root(expr: Expr) -> Expr:
    while _is_path(expr) and not isinstance(expr, Ident):
        expr = parts(expr)[0]
    return expr


def _is_conditional(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.function == _CONDITIONAL


def _steps(expr: Expr) -> Evaluator:
    """Return the evaluator of an expression that another one reads on: a path costs its steps only."""
    match expr:
        case Ident(name):
            return variable(name)
        case Select(operand, field, presence):
            return select(_steps(operand), field, presence=presence)
        case Call("_[_]"):
            return index_of(*map(_steps, expr.operands))
        case Call("_?._" | "_[?_]"):
            return optional_member(*map(_steps, expr.operands))
        case _:
            return evaluator(expr)


# ---- literals ----


def _literal(expr: ListOf | MapOf) -> Evaluator:
    """Return the evaluator of a literal; one of constants is made at once, and costs nothing."""
    if isinstance(expr, ListOf):
        make, cost = _list(expr), LIST
    else:
        make, cost = _map(expr), MAP
    if _is_constant(expr):
        constant = make(Scope({}, Meter()))
        return lambda scope: constant

    def literal(scope: Scope) -> Any:
        try:
            return make(scope)
        finally:
            scope.meter.charge(cost)

    return literal


def _is_constant(expr: Expr) -> bool:
    match expr:
        case Const():
            return True
        case ListOf() | MapOf():
            return all(map(_is_constant, parts(expr)))
        case Call(function, None, (argument,)):
            return function in CONVERSIONS and _is_constant(argument)
        case _:
            return False


def _list(expr: ListOf) -> Evaluator:
    evaluators = [evaluator(element) for element in expr.elements]
    return lambda scope: [element(scope) for element in evaluators]


def _map(expr: MapOf) -> Evaluator:
    pairs = [(evaluator(key), evaluator(value)) for key, value in expr.entries]

    def make(scope: Scope) -> dict[Any, Any]:
        made = {}
        for key, value in pairs:
            name = key(scope)
            if not isinstance(name, str | int):
                raise CelError("unsupported key type")
            made[name] = value(scope)
        return made

    return make


# ---- calls ----


def _call(call: Call) -> Evaluator:
    name = call.function
    if name in LAZY:
        return LAZY[name](*map(evaluator, call.operands))
    if name == _CONDITIONAL:
        condition, *branches = call.operands
        return conditional(evaluator(condition), *map(_steps, branches))
    if name == "@in" and call.overloads == ("in_list",) and _is_set(call.operands[1]):
        return _member_of_constants(*call.operands)
    if name in PATTERN_FUNCTIONS and isinstance(call.operands[1], Const):
        check_pattern(call.operands[1].value)
    arguments = [evaluator(operand) for operand in call.operands]
    return _constant_call(name, arguments) if _is_constant(call) else charged(call, arguments)


def _constant_call(name: str, arguments: list[Evaluator]) -> Evaluator:
    """Return the evaluator of a conversion of a constant, which is made at once, and costs nothing."""
    value = function_of(name)(*(argument(Scope({}, Meter())) for argument in arguments))
    return lambda scope: value


def _member_of_constants(value: Expr, constants: Expr) -> Evaluator:
    """Return `value in [1, 2]`: cel-go looks it up in a set, and without elements evaluates no value."""
    elements = {(isinstance(element, bool), element) for element in evaluator(constants)(Scope({}, Meter()))}
    if not elements:
        return lambda scope: False
    wanted = evaluator(value)

    def is_member(scope: Scope) -> bool:
        member = wanted(scope)
        return isinstance(member, _SCALARS) and (isinstance(member, bool), member) in elements

    return is_member


def _is_set(expr: Expr) -> bool:
    return isinstance(expr, ListOf) and all(
        isinstance(element, Const) and isinstance(element.value, _SCALARS) for element in expr.elements
    )


# ---- comprehensions ----


def _fold(loop: Comprehension) -> Evaluator:
    over, initial = evaluator(loop.range), evaluator(loop.initial)
    condition, step, result = evaluator(loop.condition), evaluator(loop.step), evaluator(loop.result)
    # cel.bind() has an empty range, and may bind an empty list.
    growing = loop.initial == ListOf(()) != loop.range

    def fold(scope: Scope) -> Any:
        elements = over(scope)
        if not isinstance(elements, list | dict):
            raise CelError("no such overload")
        inner = Scope(scope, scope.meter)
        inner[loop.accumulator] = Bound(initial, scope, growing=growing)
        for element in elements:
            inner[loop.variable] = element
            if condition(inner) is False:
                break
            try:
                inner[loop.accumulator] = step(inner)
            except CelError as error:
                inner[loop.accumulator] = Bound.failed(error, inner)
        value = result(inner)
        return list(value) if isinstance(value, Growing) else value

    return fold
