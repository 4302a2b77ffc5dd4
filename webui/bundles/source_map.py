"""Source maps (https://tc39.es/ecma426/): which line of which file a line of a bundle comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

Place = tuple[int, int]  # index of the source, line in it, both from 0


def source_map(sources: list[str], lines: Iterable[Place | None]) -> bytes:
    """Write the map of a script as JSON: for each of its lines the place in `sources` (addresses), or None."""
    mappings = ";".join(_segments(lines))
    return orjson.dumps({"version": 3, "sources": sources, "names": [], "mappings": mappings})


def _segments(lines: Iterable[Place | None]) -> Iterator[str]:
    """Yield a segment a line: column, source, line and column there, as distances from the segment before."""
    before = (0, 0)
    for place in lines:
        if place is None:
            yield ""
            continue
        yield "".join(map(_vlq, (0, place[0] - before[0], place[1] - before[1], 0)))
        before = place


def _vlq(number: int) -> str:
    """Encode an integer in groups of five bits, lowest first; the first bit is the sign."""
    rest = abs(number) << 1 | (number < 0)
    digits = []
    while True:
        rest, digit = rest >> 5, rest & 31
        digits.append(BASE64[digit | (32 if rest else 0)])
        if not rest:
            return "".join(digits)
