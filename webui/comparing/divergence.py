"""Where two runs part."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core import Cycle, Difference, cycle_differences
from webui.comparing.sides import Key, Side

# So many (node, cycle) pairs are looked at node by node for a difference that the logs do not tell.
LOOKED_AT = 20_000
LOOKED_AT_CYCLES = 40


def keys(a: Side, b: Side) -> list[Key]:
    """The attempts of both, in A's order, then those that only B made."""
    return list(dict.fromkeys((*a.attempts, *b.attempts)))


def differing(a: Side, b: Side) -> Iterator[Key]:
    """The attempts that the logs tell differently."""
    for key in keys(a, b):
        one, other = a.attempts.get(key), b.attempts.get(key)
        if one is None or other is None or not one.alike(other):
            yield key


def differences(a: Side, b: Side, key: Key) -> list[Difference]:
    return cycle_differences(a.cycle(key), b.cycle(key))


def first_divergence(a: Side, b: Side) -> tuple[Key, list[Difference]] | None:
    """The first attempt that went otherwise, even if only in what a plugin said about a node."""
    told = next(differing(a, b), None)
    for key, one, other in _beside(a, b):
        if key == told:
            break
        if found := cycle_differences(one, other):
            return key, found
    return (told, differences(a, b, told)) if told else None


def _beside(a: Side, b: Side) -> Iterator[tuple[Key, Cycle, Cycle]]:
    """The first cycles of both, as long as the same pods come in the same order."""
    pairs = zip(
        zip(a.attempts, b.attempts, strict=False), zip(a.cycles(), b.cycles(), strict=False), strict=False
    )
    for number, ((key, same), (one, other)) in enumerate(pairs):
        if key != same or number >= LOOKED_AT_CYCLES or number * a.snapshot.summary["nodes"] > LOOKED_AT:
            return
        yield key, one, other
