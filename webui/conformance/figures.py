"""The committed figures: how many recorded scenarios the engine answers as the real scheduler did.

`make conformance` writes them; see tests/conformance/report.py.
"""

from __future__ import annotations

import json
from functools import cache
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


@cache
def versions() -> tuple[VersionFigures, ...]:
    """A version each, the base first."""
    return tuple(json.loads(RESULTS.read_text(encoding="utf-8"))["versions"])
