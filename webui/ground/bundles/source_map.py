"""Source maps (https://tc39.es/ecma426/): the source file and line of each piece of a bundle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

Place = tuple[int, int, int]  # column of the script, index of the source, line in it, all from 0


def source_map(sources: list[str], lines: Iterable[Iterable[Place]]) -> bytes:
    """Return the map of a script as JSON. `lines` has the places in `sources` (URLs) of each line."""
    mappings = ";".join(_segments(lines))
    return orjson.dumps({"version": 3, "sources": sources, "names": [], "mappings": mappings})


def _segments(lines: Iterable[Iterable[Place]]) -> Iterator[str]:
    """Yield the segments of each line: column, source, source line and column, each relative to the one before."""
    source = line = 0
    for places in lines:
        column, segments = 0, []
        for place in places:
            segments.append("".join(map(_vlq, (place[0] - column, place[1] - source, place[2] - line, 0))))
            column, source, line = place
        yield ",".join(segments)


def _vlq(number: int) -> str:
    """Encode an integer in groups of five bits, lowest first; the first bit is the sign."""
    remaining = abs(number) << 1 | (number < 0)
    digits = []
    while True:
        remaining, digit = remaining >> 5, remaining & 31
        digits.append(BASE64[digit | (32 if remaining else 0)])
        if not remaining:
            return "".join(digits)
