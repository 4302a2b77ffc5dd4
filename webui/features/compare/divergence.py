"""Find where two runs diverge."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core import Cycle, Difference, cycle_differences
from webui.features.compare.sides import Key, Side

# Limits of the search, node by node, for differences that the logs do not show.
MAX_NODE_CYCLES = 20_000
MAX_CYCLES = 40


def keys(a: Side, b: Side) -> list[Key]:
    """Return the attempts of both: those of A in order, then those that only B has."""
    return list(dict.fromkeys((*a.attempts, *b.attempts)))


def differing_attempts(a: Side, b: Side) -> Iterator[Key]:
    """Yield the attempts whose logs differ."""
    for key in keys(a, b):
        attempt_a, attempt_b = a.attempts.get(key), b.attempts.get(key)
        if attempt_a is None or attempt_b is None or not attempt_a.has_same_log(attempt_b):
            yield key


def differences(a: Side, b: Side, key: Key) -> list[Difference]:
    """Return the differences of an attempt, node by node."""
    return cycle_differences(a.cycle(key), b.cycle(key))


def first_divergence(a: Side, b: Side) -> tuple[Key, list[Difference]] | None:
    """Return the first attempt that differs, even if only in a plugin's answer for one node; None without any."""
    first_in_logs = next(differing_attempts(a, b), None)
    for key, cycle_a, cycle_b in _common_cycles(a, b):
        if key == first_in_logs:
            break
        if cycle_diff := cycle_differences(cycle_a, cycle_b):
            return key, cycle_diff
    return (first_in_logs, differences(a, b, first_in_logs)) if first_in_logs else None


def _common_cycles(a: Side, b: Side) -> Iterator[tuple[Key, Cycle, Cycle]]:
    """Yield the first cycles of both, as long as the same pods come in the same order."""
    pairs = zip(
        zip(a.attempts, b.attempts, strict=False), zip(a.cycles(), b.cycles(), strict=False), strict=False
    )
    for number, ((key, key_b), (cycle_a, cycle_b)) in enumerate(pairs):
        if key != key_b or number >= MAX_CYCLES or number * a.snapshot.summary["nodes"] > MAX_NODE_CYCLES:
            return
        yield key, cycle_a, cycle_b
