"""JSON texts: one value or several after each other, as kubectl accepts them, and the dump of a whole cluster."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

Reduce: TypeAlias = Callable[[Any, str], Any]
"""Make less of an item of a List. The second argument is the kind that the List gives its items, "" if none."""

_MAX_INT64 = 2**63 - 1
_SURROGATE = re.compile("[\ud800-\udfff]")
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # after an escaped backslash it is plain text
_SPACE = re.compile(r"[ \t\n\r]*")
_BETWEEN = re.compile(r"(?:\s+|==== START logs for (.*) ====\n(?s:.*?)==== END logs for \1 ====)*")


def is_json(source: str) -> bool:
    """Return whether a text begins like JSON. Flow-style YAML begins alike."""
    return source.lstrip()[:1] in ("{", "[")


def values(source: str, depth: int, reduce: Reduce | None = None) -> list[Any]:
    """Return the values in a text, the logs between them in `kubectl cluster-info dump` left out.

    With `reduce` the items of Lists are reduced one by one, so that no two of them are in memory as they are in
    the text. Raise ValueError for what Kubernetes would reject, RecursionError.
    """
    if not source.isascii() and _SURROGATE.search(source):
        raise ValueError("holds half a character")
    result = [value for value, _, _ in _spans(source, reduce)]
    # json itself raises beyond Python's recursion limit.
    if depth < sys.getrecursionlimit() and any(_is_deeper(value, depth) for value in result):
        raise ValueError("too deep")
    # The plain search is seventy times as fast as the pattern.
    if "\\u0000" in source and _NUL.search(source):
        raise ValueError("holds U+0000")
    if "\\ud" in source or "\\uD" in source:
        json.dumps(result, ensure_ascii=False).encode()  # raises for lone surrogates
    return result


def as_yaml(source: str) -> str:
    """Return several JSON values as a YAML stream with the same lines; any other text unchanged."""
    if not is_json(source):
        return source
    try:
        spans = [(start, end) for _, start, end in _spans(source)]
    except (ValueError, RecursionError):
        return source
    if len(spans) == 1:
        return source
    parts, at = [], 0
    for start, end in spans:
        parts += ["\n" * source.count("\n", at, start), "--- ", source[start:end]]
        at = end
    return "".join(parts)


def _spans(source: str, reduce: Reduce | None = None) -> Iterator[tuple[Any, int, int]]:
    """Yield each value with its first offset and the one after it; raise ValueError."""
    at = 0
    while (start := _after(source, at)) < len(source):
        value, at = _decode(source, start, reduce)
        yield value, start, at


def _decode(source: str, start: int, reduce: Reduce | None) -> tuple[Any, int]:
    """Return the value that begins at an offset, and the offset after it."""
    if reduce is not None and source[start] == "{":
        value, end = _decode_list(source, start, reduce)
        if str(value.get("kind")).endswith("List"):  # kubectl writes the kind behind the items
            return value, end
    return _DECODER.raw_decode(source, start)


def _decode_list(source: str, start: int, reduce: Reduce) -> tuple[dict[str, object], int]:
    """Decode an object of which `items` are reduced."""
    members: dict[str, object] = {}
    at = _skip_space(source, start + 1)
    while source[at : at + 1] != "}":
        key, at = _DECODER.raw_decode(source, _skip(source, at, ",") if members else at)
        if not isinstance(key, str) or key in members:
            raise ValueError("must have strings as keys, each once")
        at = _skip(source, _skip_space(source, at), ":")
        if key == "items" and source[at : at + 1] == "[":
            members[key], at = _decode_items(source, at, str(members.get("kind", "")), reduce)
        else:
            members[key], at = _DECODER.raw_decode(source, at)
        at = _skip_space(source, at)
    return members, at + 1


def _decode_items(source: str, start: int, list_kind: str, reduce: Reduce) -> tuple[list[Any], int]:
    items: list[Any] = []
    at = _skip_space(source, start + 1)
    while source[at : at + 1] != "]":
        item, at = _DECODER.raw_decode(source, _skip(source, at, ",") if items else at)
        items.append(reduce(item, list_kind.removesuffix("List")))
        at = _skip_space(source, at)
    return items, at + 1


def _skip(source: str, at: int, character: str) -> int:
    """Return the offset after a character and the space behind it; raise ValueError if it is not there."""
    if source[at : at + 1] != character:
        raise ValueError(f"lacks a {character!r} at {at}")
    return _skip_space(source, at + 1)


def _skip_space(source: str, at: int) -> int:
    match = _SPACE.match(source, at)
    return match.end() if match else at


def _after(source: str, at: int) -> int:
    match = _BETWEEN.match(source, at)
    return match.end() if match else at


def int64(text: str | int) -> int:
    """Return an integer; raise ValueError beyond 64 bits."""
    number = int(text)
    if abs(number) > _MAX_INT64:
        raise ValueError("beyond 64 bits")
    return number


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise ValueError("duplicate key")
    return mapping


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("not finite")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_without_duplicates, parse_int=int64, parse_float=_finite, parse_constant=_finite
)


def _is_deeper(value: Any, depth: int) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(depth):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True
