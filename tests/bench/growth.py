"""How the cost of a cycle grows with nodes, running pods and classes; all nodes are scored."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .sized import measure
from .tables import Row

KINDS = ("basic-3z", "spread-hard-3z", "affinity-zone-3z", "preferred-anti-affinity-host-3z", "mixed-3z")
SIZES_BY_KIND = (
    *((kind, "nodes", (500, 1_000, 5_000, 15_000, 50_000)) for kind in KINDS),
    ("basic-3z", "classes", (1, 10, 100)),
    ("mixed-3z", "running", (10_000, 100_000)),
)


def rows() -> Iterator[Row]:
    exponents: list[Row] = []
    for kind, what, sizes in SIZES_BY_KIND:
        measured = []
        for size in sizes:
            measured.append(measure(kind, **{"nodes": 5_000, what: size}))
            yield measured[-1]
        exponents.append(
            {
                "name": kind,
                "grows_with": what,
                "first_exponent": _exponent(what, "first_ms", measured),
                "cycle_exponent": _exponent(what, "cycle_us", measured),
                "largest_two": _exponent(what, "cycle_us", measured[-2:]),
            }
        )
    yield from exponents


def _exponent(size: str, time: str, rows: list[Row]) -> float:
    """The slope of log(time) over log(size): 1 is proportional, 0 does not grow."""
    sizes, times = ([row[key] for row in rows] for key in (size, time))
    return round(float(np.polyfit(np.log(sizes), np.log(times), 1)[0]), 2)
