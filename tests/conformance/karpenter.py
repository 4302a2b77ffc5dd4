"""What the engine answers to recordings of Karpenter, by family: `python -m tests.conformance.karpenter [NAME …]`.

A NAME is a part of the names of the scenarios to compare, whose differences are shown. Recordings of the same form in a
folder `shared/conformance/karpenter/reference` above the repository are compared too.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from scheduler_core.autoscaling.run.scenario import read_scenario
from scheduler_core.autoscaling.run.trace import trace
from tests.conformance.comparison import differences

Row = dict[str, Any]

OWN = Path(__file__).parent / "data" / "karpenter"
_ABOVE = [folder / "shared" / "conformance" / "karpenter" for folder in OWN.parents]
SHARED = next((folder for folder in _ABOVE if folder.is_dir()), None)
FILES = tuple(sorted([*(OWN / "own").glob("*.gz"), *((SHARED / "reference").glob("*.gz") if SHARED else ())]))


@dataclass(frozen=True)
class Comparison:
    """A recorded scenario; `differences` are empty when all keys are equal."""

    family: str
    name: str
    differences: tuple[str, ...]


@cache
def catalog(name: str) -> list[Any]:
    own = OWN / f"{name}.json.gz"
    types: list[Any]
    if own.exists() or SHARED is None:
        types = json.loads(gzip.decompress(own.read_bytes()))
    else:
        types = json.loads((SHARED / "catalogs" / f"{name}.json").read_bytes())
    return types


@cache
def rows(file: Path) -> tuple[Row, ...]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return tuple(map(json.loads, lines))


def sampled(file: Path, one_in: int = 1) -> Iterator[Row]:
    """The same part of a file each time."""
    return (row for row in rows(file) if crc32(row["scenario"]["name"].encode()) % one_in == 0)


def scenario_of(row: Row) -> Row:
    """The scenario with the types of its catalog, as the command expects it."""
    scenario: Row = row["scenario"]
    if name := scenario.get("catalog"):
        return {**scenario, "instanceTypes": [*catalog(name), *scenario.get("instanceTypes", ())]}
    return scenario


def compare(row: Row) -> Comparison:
    """Answer a scenario and compare every key of what was recorded."""
    answered = json.loads(json.dumps(trace(read_scenario(scenario_of(row)))))
    scenario = row["scenario"]
    return Comparison(scenario["family"], scenario["name"], tuple(differences(row["result"], answered, "")))


def report(names: list[str]) -> int:
    """Print per family how much is equal. Return the number of scenarios that are not."""
    total, equal = Counter[str](), Counter[str]()
    for file in FILES:
        for row in rows(file):
            if names and not any(name in row["scenario"]["name"] for name in names):
                continue
            comparison = compare(row)
            total[comparison.family] += 1
            equal[comparison.family] += not comparison.differences
            if comparison.differences:
                print(comparison.name, *comparison.differences[:10], sep="\n  ")
    for family, count in sorted(total.items()):
        print(f"{family}: {equal[family]} of {count} equal")
    return total.total() - equal.total()


if __name__ == "__main__":
    sys.exit(1 if report(sys.argv[1:]) else 0)
