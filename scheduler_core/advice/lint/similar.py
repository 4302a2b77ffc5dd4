"""Misspelt words: the one of several that a word was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_CUTOFF = 0.74


def similar(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that is most like a word without being it; None if none is like it."""
    by_lower = {candidate.lower(): candidate for candidate in candidates if _could_be(word, candidate)}
    swapped = [candidate for lower, candidate in by_lower.items() if sorted(lower) == sorted(word.lower())]
    matches = get_close_matches(word.lower(), by_lower, n=1, cutoff=_CUTOFF)
    return swapped[0] if swapped else by_lower[matches[0]] if matches else None


def _could_be(word: str, other: str) -> bool:
    """Return whether a word may be meant for another: not zone-1 for zone-2, nor memory-xl for memory."""
    longer, shorter = sorted((word, other), key=len, reverse=True)
    return _letters(word) != _letters(other) and not longer.startswith(f"{shorter}-")


def _letters(word: str) -> str:
    return "".join(character for character in word if not character.isdigit())
