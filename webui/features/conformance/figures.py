"""The committed figures: the number of recorded scenarios that the engine answers like the real scheduler.

`make conformance` writes them; see tests/conformance/report.py.
"""

from __future__ import annotations

import json
from pathlib import Path

from typing_extensions import TypedDict

RESULTS = Path(__file__).parent / "results.json"


class Sums(TypedDict):
    scenarios: int
    equal: int
    cycles: int
    equal_cycles: int


class FileSums(Sums):
    file: str


class VersionFigures(TypedDict):
    version: str
    files: list[FileSums]
    total: Sums
    keys: dict[str, int]  # in how many cycles a key of the trace was recorded


def versions() -> tuple[VersionFigures, ...]:
    """Return the figures of each version, the base version first."""
    return tuple(json.loads(RESULTS.read_text(encoding="utf-8"))["versions"])
