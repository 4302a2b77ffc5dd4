"""What the engine answers to recordings of Kueue, by key: `python -m tests.conformance.queueing [FILE …]`.

A file is one of `FILES` ("quota", "tables/tas-find"); NAME=TEXT shows the differences of scenarios whose name has it.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from scheduler_core.queueing.run.scenario import read_scenario
from scheduler_core.queueing.run.trace import trace_run
from tests.conformance.comparison import differences
from tests.conformance.queueing_tables import ANSWERS, alike_by_name

Row = dict[str, Any]

DATA = Path(__file__).parent / "data" / "kueue"
RUNS = ("quota", "preempt", "fair", "tas", "hand")
TABLES = tuple(
    f"tables/{path.name.removesuffix('.jsonl.gz')}" for path in sorted((DATA / "tables").glob("*.gz"))
)
FILES = (*RUNS, *TABLES)
_INDEX = re.compile(r"\[\d+\]")


@dataclass(frozen=True)
class Comparison:
    """A recorded scenario; `differences` are empty when all keys are equal."""

    file: str
    name: str
    cycles: int
    differences: tuple[str, ...]


@cache
def rows(file: str) -> tuple[Row, ...]:
    with gzip.open(DATA / f"{file}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return tuple(map(json.loads, lines))


def name_of(row: Row) -> str:
    name: str = row["name"] if "name" in row else row["scenario"]["name"]
    return name


def sampled(file: str, one_in: int = 1) -> Iterator[Row]:
    """The same part of a file each time."""
    return (row for row in rows(file) if crc32(name_of(row).encode()) % one_in == 0)


def compare(file: str, row: Row) -> Comparison:
    """Answer a row and compare every key of what was recorded."""
    wanted, answer = _wanted(row), ANSWERS.get(row.get("table", ""), answer_run)
    answered = _plain(answer(row))
    if alike := alike_by_name(row):
        wanted, answered = _renamed(wanted, alike), _renamed(answered, alike)
    for place in row.get("orderDependent", ()):
        _leave_out(place, wanted, answered)
    cycles = len(wanted.get("cycles", ())) if isinstance(wanted, dict) else 0
    return Comparison(file, name_of(row), cycles, tuple(differences(wanted, answered, "")))


def _wanted(row: Row) -> Any:
    return _plain(row["recording"] if "recording" in row else row["want"])


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_renamed(part, names) for part in value]
    if isinstance(value, dict):
        return {key: _renamed(part, names) for key, part in value.items()}
    return names.get(value, value) if isinstance(value, str) else value


def _leave_out(place: str, *answers: Any) -> None:
    """Take out of all answers what Kueue itself draws at random: the first cycle that may differ, and what follows."""
    head, *_ = place.split("/")
    for answer in answers:
        if head.isdecimal():
            answer["cycles"] = [c for c in answer["cycles"] if c["cycle"] < int(head)]
        for key in ("queuesEnd", "stopped", "final"):
            answer.pop(key, None)


def answer_run(row: Row) -> Any:
    """The run of a scenario, as `trace` writes it."""
    return trace_run(read_scenario(row["scenario"]))


def _key(difference: str) -> str:
    """Where a difference is, without numbers and names."""
    place = _INDEX.sub("", difference.partition(": ")[0])
    return re.sub(r"\.(default|[a-z0-9-]+)/[^.]*", ".*", place)


def report(files: Iterable[str], name: str) -> int:
    """Print per file how much is equal, and where the first difference of the others is. Return their number."""
    different = 0
    for file in files:
        chosen = [row for row in sampled(file) if name in name_of(row)]
        comparisons = [compare(file, row) for row in chosen]
        keys = Counter(_key(c.differences[0]) for c in comparisons if c.differences)
        equal = sum(not c.differences for c in comparisons)
        different += len(comparisons) - equal
        print(f"{file}: {equal} of {len(comparisons)} equal")
        for key, count in keys.most_common(12):
            print(f"  {count:5} {key}")
        for comparison in comparisons if name else ():
            print(comparison.name, *comparison.differences[:10], sep="\n  ")
    return different


if __name__ == "__main__":
    asked = [arg for arg in sys.argv[1:] if "=" not in arg]
    names = [arg.partition("=")[2] for arg in sys.argv[1:] if arg.startswith("NAME=")]
    sys.exit(1 if report(asked or FILES, names[0] if names else "") else 0)
