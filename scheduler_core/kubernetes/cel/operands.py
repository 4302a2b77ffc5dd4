"""What an expression compared: its conditions one by one, and the values of a device that each of them read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .evaluation import evaluator
from .scope import evaluate
from .selector import checked_expression
from .values import CelError, Optional, Quantity, Semver
from .wire import Call, Const, Expr, Ident, ListOf, Select, parts

_AND = "_&&_"
_INDEX = "_[_]"
_DEVICE = "device."

# How tightly operators bind, the loosest first.
_BINARY = {
    "_||_": ("||", 1),
    _AND: ("&&", 2),
    **{f"_{sign}_": (sign, 3) for sign in ("==", "!=", "<", "<=", ">", ">=")},
    "@in": ("in", 3),
    **{f"_{sign}_": (sign, 4) for sign in ("+", "-")},
    **{f"_{sign}_": (sign, 5) for sign in ("*", "/", "%")},
}
_UNARY = {"!_": "!", "-_": "-"}
_TIGHTEST = 7
_UNIT_STEPS = ((1024, ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")), (1000, ("", "k", "M", "G", "T", "P", "E")))


@dataclass(frozen=True, slots=True)
class Operand:
    """A value that a condition read; None if the device has no such value."""

    text: str
    value: str | None


@dataclass(frozen=True, slots=True)
class Condition:
    """One of the conditions that an expression joins with &&. `holds` is None if it has no value, for an `error`."""

    text: str
    holds: bool | None
    error: str
    operands: tuple[Operand, ...]


def conditions_of(expression: str, variables: Mapping[str, Any]) -> tuple[Condition, ...]:
    """Return the conditions of an expression with their values; nothing for one that does not compile."""
    tree = checked_expression(expression)
    if tree is None:
        return ()
    conjuncts = list(_conjuncts(tree))
    texts = [written(conjunct) for conjunct in conjuncts]
    if len(conjuncts) == 1 or None in texts:
        return (_condition(expression, tree, variables),)
    return tuple(
        _condition(text or "", conjunct, variables) for text, conjunct in zip(texts, conjuncts, strict=True)
    )


def _conjuncts(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, Call) and expr.function == _AND:
        for argument in expr.arguments:
            yield from _conjuncts(argument)
    else:
        yield expr


def _condition(text: str, expr: Expr, variables: Mapping[str, Any]) -> Condition:
    operands = tuple(dict.fromkeys(_operand(operand, variables) for operand in _reads(expr)))
    try:
        value = evaluate(evaluator(expr), variables)
    except CelError as error:
        return Condition(text, None, str(error), operands)
    return Condition(text, value if isinstance(value, bool) else None, "", operands)


def _operand(expr: Expr, variables: Mapping[str, Any]) -> Operand:
    text = written(expr) or ""
    try:
        return Operand(text, in_words(evaluate(evaluator(expr), variables)))
    except CelError:
        return Operand(text, None)


def _reads(expr: Expr) -> Iterator[Expr]:
    """Yield what the expression reads of the device: the longest paths below `device`."""
    if _is_path(expr):
        yield Select(expr.operand, expr.field, presence=False) if isinstance(expr, Select) else expr
        return
    for part in parts(expr):
        yield from _reads(part)


def _is_path(expr: Expr) -> bool:
    match expr:
        case Ident(name):
            return name.startswith(_DEVICE)
        case Select(operand):
            return _is_path(operand)
        case Call("_[_]", None, (operand, Const())):
            return _is_path(operand)
        case _:
            return False


def in_words(value: Any) -> str:
    """Return a value as an expression would have it."""
    for kind, text_of in _TEXTS:
        if isinstance(value, kind):
            return text_of(value)
    return str(value)


def _version(version: Semver) -> str:
    release = f"{version.major}.{version.minor}.{version.patch}"
    return f"{release}-{'.'.join(version.pre)}" if version.pre else release


def _amount(amount: Fraction) -> str:
    """Return an amount with the largest unit that leaves a whole number, binary before decimal."""
    if amount.denominator != 1:
        return str(float(amount))
    written_forms = [_with_unit(int(amount), base, units) for base, units in _UNIT_STEPS]
    return min(written_forms, key=len)


_TEXTS: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (bool, lambda value: "true" if value else "false"),
    (Quantity, lambda value: _amount(value.amount)),
    (Semver, _version),
    (Optional, lambda value: in_words(value.value) if value.present else "none"),
    (dict, lambda value: f"{{{', '.join(sorted(map(str, value)))}}}"),
    (str, lambda value: json.dumps(value, ensure_ascii=False)),
)


def _with_unit(number: int, base: int, units: tuple[str, ...]) -> str:
    unit = 0
    while number and number % base == 0 and unit + 1 < len(units):
        number, unit = number // base, unit + 1
    return f"{number}{units[unit]}"


def written(expr: Expr, around: int = 0) -> str | None:
    """Return the text of an expression; None for the loops that macros stand for."""
    match expr:
        case Const(value):
            return "null" if value is None else in_words(value)
        case Ident(name):
            return name
        case Select(operand, field, presence):
            inner = written(operand, _TIGHTEST)
            return inner and (f"has({inner}.{field})" if presence else f"{inner}.{field}")
        case ListOf(elements):
            return _joined(elements, "[", "]")
        case Call():
            return _written_call(expr, around)
        case _:
            return None


def _written_call(call: Call, around: int) -> str | None:
    name, arguments = call.function, call.arguments
    if name in _BINARY:
        return _written_operator(*_BINARY[name], arguments, around)
    if name in _UNARY:
        inner = written(arguments[0], _TIGHTEST)
        return inner and _UNARY[name] + inner
    if name == _INDEX:
        inner, index = written(arguments[0], _TIGHTEST), written(arguments[1])
        return inner and index and f"{inner}[{index}]"
    listed = _joined(arguments, f"{name}(", ")") if name.isidentifier() else None
    if call.target is None or listed is None:
        return listed
    target = written(call.target, _TIGHTEST)
    return target and f"{target}.{listed}"


def _written_operator(sign: str, strength: int, arguments: tuple[Expr, ...], around: int) -> str | None:
    left, right = written(arguments[0], strength), written(arguments[1], strength + 1)
    if left is None or right is None:
        return None
    return f"({left} {sign} {right})" if strength < around else f"{left} {sign} {right}"


def _joined(expressions: tuple[Expr, ...], opening: str, closing: str) -> str | None:
    texts = [written(expression) for expression in expressions]
    return None if None in texts else f"{opening}{', '.join(filter(None, texts))}{closing}"
