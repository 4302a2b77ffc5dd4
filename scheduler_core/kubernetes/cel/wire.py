"""Reads a checked expression from the bytes of cel.expr.CheckedExpr, without generated classes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Fields = dict[int, list[Any]]

# The numbers of the fields in cel/expr/checked.proto and syntax.proto.
_ANY_VALUE, _REFERENCES, _CHECKED_EXPR, _SOURCE = 2, 2, 4, 5
_OVERLOADS, _ID, _POSITIONS = 3, 2, 4
_CONST, _IDENT, _SELECT, _CALL, _LIST, _STRUCT, _COMPREHENSION = range(3, 10)


@dataclass(frozen=True, slots=True)
class Const:
    """A constant, with its place in the text: code points before it."""

    value: Any
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Ident:
    name: str


@dataclass(frozen=True, slots=True)
class Select:
    """operand.field; `presence` asks only whether it is there, as has() does."""

    operand: Expr
    field: str
    presence: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments, and the ids of the overloads that their types leave open.

    The first of `operands` is the target of a method.
    """

    function: str
    target: Expr | None
    arguments: tuple[Expr, ...]
    overloads: tuple[str, ...] = ()

    @property
    def operands(self) -> tuple[Expr, ...]:
        return (self.target, *self.arguments) if self.target else self.arguments


@dataclass(frozen=True, slots=True)
class ListOf:
    elements: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class MapOf:
    entries: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True)
class Comprehension:
    """A fold over a list or the keys of a map, which macros such as exists() and cel.bind() stand for."""

    variable: str
    range: Expr
    accumulator: str
    initial: Expr
    condition: Expr
    step: Expr
    result: Expr


Expr = Const | Ident | Select | Call | ListOf | MapOf | Comprehension


def parts(expr: Expr) -> tuple[Expr, ...]:
    """Return the expressions that an expression is made of."""
    match expr:
        case Select(operand):
            return (operand,)
        case Call():
            return expr.operands
        case ListOf(elements):
            return elements
        case MapOf(entries):
            return tuple(part for entry in entries for part in entry)
        case Comprehension():
            return (expr.range, expr.initial, expr.condition, expr.step, expr.result)
        case _:
            return ()


class UnsupportedExpression(Exception):
    """The expression has a part that is not simulated."""


def read_checked(data: bytes) -> Expr:
    """Return the expression in a google.protobuf.Any of a CheckedExpr; raise UnsupportedExpression."""
    checked = _fields(_fields(data)[_ANY_VALUE][0])
    overloads: dict[int, tuple[str, ...]] = {}
    for entry in map(_fields, checked.get(_REFERENCES, ())):
        ids = _fields(entry[2][0]).get(_OVERLOADS, ())
        overloads[entry[1][0]] = tuple(overload.decode() for overload in ids)
    positions = map(_fields, _fields(checked[_SOURCE][0]).get(_POSITIONS, ()))
    return _Reader(overloads, {position[1][0]: position[2][0] for position in positions}).read(
        checked[_CHECKED_EXPR][0]
    )


class _Reader:
    """Reads expressions, with the overloads and the places by the id of an expression."""

    def __init__(self, overloads: dict[int, tuple[str, ...]], positions: dict[int, int]) -> None:
        self._overloads, self._positions = overloads, positions

    def read(self, data: bytes) -> Expr:
        fields = _fields(data)
        if _CONST in fields:
            return Const(_constant(fields[_CONST][0]), self._positions.get(fields[_ID][0], 0))
        if _IDENT in fields:
            return Ident(_text(_fields(fields[_IDENT][0]), 1))
        if _SELECT in fields:
            select = _fields(fields[_SELECT][0])
            return Select(self.read(select[1][0]), _text(select, 2), bool(select.get(3, [0])[0]))
        if _CALL in fields:
            call = _fields(fields[_CALL][0])
            target = self.read(call[1][0]) if 1 in call else None
            overloads = self._overloads.get(fields[_ID][0], ())
            return Call(_text(call, 2), target, tuple(map(self.read, call.get(3, ()))), overloads)
        return self._collection(fields)

    def _collection(self, fields: Fields) -> Expr:
        if _LIST in fields:
            return ListOf(tuple(map(self.read, _fields(fields[_LIST][0]).get(1, ()))))
        if _STRUCT in fields:
            struct = _fields(fields[_STRUCT][0])
            if name := _text(struct, 1):
                raise UnsupportedExpression(f"messages such as {name} are not simulated")
            entries = map(_fields, struct.get(2, ()))
            return MapOf(tuple((self.read(entry[3][0]), self.read(entry[4][0])) for entry in entries))
        loop = _fields(fields[_COMPREHENSION][0])
        parts = [self.read(loop[number][0]) for number in (2, 4, 5, 6, 7)]
        return Comprehension(_text(loop, 1), parts[0], _text(loop, 3), *parts[1:])


def _constant(data: bytes) -> Any:
    fields = _fields(data)
    number, value = next((n, values[0]) for n, values in fields.items())
    if number == 2:
        return bool(value)
    if number == 3:
        return value - 2**64 if value >= 2**63 else value
    if number == 5:
        return struct.unpack("<d", value)[0]
    if number == 6:
        return value.decode()
    return None if number == 1 else value


def _text(fields: Fields, number: int) -> str:
    text: str = fields.get(number, [b""])[0].decode()
    return text


def _fields(data: bytes) -> Fields:
    """Return the values of a message by field number: numbers, or bytes of what is not a number."""
    fields: Fields = {}
    for number, value in _pairs(data):
        fields.setdefault(number, []).append(value)
    return fields


def _pairs(data: bytes) -> Iterator[tuple[int, Any]]:
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 0:
            value: Any
            value, at = _varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(kind, -1)
            if size < 0:
                size, at = _varint(data, at)
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
