"""What the engine answers to a recorded scenario, compared with what was recorded: every key of the trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, zip_longest
from typing import Any

from scheduler_core.cli.trace import trace_scenario
from scheduler_core.kubernetes.versions import find_version
from tests.conformance.vectors import Recording, recorded

SHOWN = 10  # differences that are kept of a scenario
ABSENT = "(absent)"


@dataclass(frozen=True)
class Comparison:
    """`keys` counts the cycles in which a key of the trace was recorded."""

    recording: Recording
    cycles: int
    equal_cycles: int
    keys: Counter[str]
    differences: tuple[str, ...]


@cache
def compare(recording: Recording) -> Comparison:
    """Each scenario is answered once in a process, whoever asks."""
    row = recorded(recording)
    keys = Counter(key for cycle in row["trace"] for key in cycle)
    answered = _answer(row, recording.version)
    pairs = list(zip_longest(row["trace"], answered["trace"]))
    return Comparison(
        recording,
        cycles=len(row["trace"]),
        equal_cycles=sum(a == b for a, b in pairs),
        keys=keys,
        differences=tuple(islice(_both(row, answered), SHOWN)),
    )


def differing(row: Any, version: str) -> list[str]:
    """Return the differences between a recorded line and the engine's answer. The line is changed."""
    if "error" in row:
        return [f"recorded an error: {row['error'].splitlines()[0]}"]
    return list(_both(row, _answer(row, version)))


def _answer(row: Any, version: str) -> Any:
    """Return the engine's answer, and make both comparable."""
    answered: Any = trace_scenario(row["scenario"], find_version(version))
    row["trace"], answered["trace"] = _comparable(row["trace"]), _comparable(answered["trace"])
    _leave_out_undetermined(row, answered)
    return answered


def _leave_out_undetermined(row: Any, answered: Any) -> None:
    """Take what the scheduler itself draws at random out of both traces: the entries of `orderDependent`.

    Each is CYCLE/KEY, or CYCLE/gang/KEY for a key of the cycle of a pod group.
    """
    for entry in row.get("orderDependent", ()):
        cycle, *parts, key = entry.split("/")
        for trace in (row["trace"], answered["trace"]):
            at = trace[int(cycle)]
            for part in parts:
                at = at.get(part, {})
            at.pop(key, None)


def _both(row: Any, answered: Any) -> Iterator[str]:
    yield from differences(row["nodeOrder"], answered["nodeOrder"], "nodeOrder")
    yield from differences(row["trace"], answered["trace"], "trace")


def _comparable(trace: list[Any]) -> list[Any]:
    """Return the trace with one value for an empty `feasible`: skipped pods were recorded with null and with []."""
    return [
        {**cycle, "feasible": cycle["feasible"] or []} if "skipped" in cycle else cycle for cycle in trace
    ]


def differences(wanted: Any, answered: Any, at: str) -> Iterator[str]:
    """A line for each place where two JSON values differ."""
    if isinstance(wanted, dict) and isinstance(answered, dict):
        for key in {**wanted, **answered}:
            yield from differences(wanted.get(key, ABSENT), answered.get(key, ABSENT), f"{at}.{key}")
    elif isinstance(wanted, list) and isinstance(answered, list) and len(wanted) == len(answered):
        for i, (one, other) in enumerate(zip(wanted, answered, strict=True)):
            yield from differences(one, other, f"{at}[{i}]")
    elif wanted != answered:
        yield f"{at}: recorded {wanted!r}, answered {answered!r}"
