"""The limits of an input."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an input: bytes of text, objects, nesting depth, YAML aliases and the values they stand for."""

    bytes: int = 5_000_000
    objects: int = 60_000
    depth: int = 60
    aliases: int = 100
    aliased_values: int = 100_000


NO_LIMITS = Limits(2**60, 2**60, 1000, 2**60, 2**60)
