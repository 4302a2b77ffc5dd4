"""Source maps (https://tc39.es/ecma426/): the source file and line of each line of a bundle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

Place = tuple[int, int]  # index of the source, line in it, both from 0


def source_map(sources: list[str], lines: Iterable[Place | None]) -> bytes:
    """Return the map of a script as JSON. `lines` has the place in `sources` (URLs) of each line, or None."""
    mappings = ";".join(_segments(lines))
    return orjson.dumps({"version": 3, "sources": sources, "names": [], "mappings": mappings})


def _segments(lines: Iterable[Place | None]) -> Iterator[str]:
    """Yield a segment per line: column, source, source line and column, relative to the previous segment."""
    previous = (0, 0)
    for place in lines:
        if place is None:
            yield ""
            continue
        yield "".join(map(_vlq, (0, place[0] - previous[0], place[1] - previous[1], 0)))
        previous = place


def _vlq(number: int) -> str:
    """Encode an integer in groups of five bits, lowest first; the first bit is the sign."""
    remaining = abs(number) << 1 | (number < 0)
    digits = []
    while True:
        remaining, digit = remaining >> 5, remaining & 31
        digits.append(BASE64[digit | (32 if remaining else 0)])
        if not remaining:
            return "".join(digits)
