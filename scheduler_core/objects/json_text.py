"""JSON texts: one value or several after each other, as kubectl accepts them, and the dump of a whole cluster."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator
from typing import Any

_MAX_INT64 = 2**63 - 1
_SURROGATE = re.compile("[\ud800-\udfff]")
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # after an escaped backslash it is plain text
_BETWEEN = re.compile(r"(?:\s+|==== START logs for (.*) ====\n(?s:.*?)==== END logs for \1 ====)*")


def is_json(source: str) -> bool:
    """Return whether a text begins like JSON. Flow-style YAML begins alike."""
    return source.lstrip()[:1] in ("{", "[")


def values(source: str, depth: int) -> list[Any]:
    """Return the values in a text, the logs between them in `kubectl cluster-info dump` left out.

    Raise ValueError for what Kubernetes would reject, RecursionError.
    """
    if not source.isascii() and _SURROGATE.search(source):
        raise ValueError("holds half a character")
    result = [value for value, _, _ in _spans(source)]
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


def _spans(source: str) -> Iterator[tuple[Any, int, int]]:
    """Yield each value with its first offset and the one after it; raise ValueError."""
    at = 0
    while (start := _after(source, at)) < len(source):
        value, at = _DECODER.raw_decode(source, start)
        yield value, start, at


def _after(source: str, at: int) -> int:
    match = _BETWEEN.match(source, at)
    return match.end() if match else at


def int64(text: str | int) -> int:
    """Return an integer; raise ValueError beyond 64 bits."""
    number = int(text)
    if abs(number) > _MAX_INT64:
        raise ValueError("beyond 64 bits")
    return number


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
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
