"""Words that commands share."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `1 pod`, `2 pods`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
