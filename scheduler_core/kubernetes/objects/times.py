"""Times of Kubernetes' objects as numbers that can be compared."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from scheduler_core.sentences import worded

from .reading import ManifestField

NOT_A_TIME = worded("must be a time such as 2026-01-31T12:00:00Z")


def is_time(value: object) -> bool:
    """Return whether a value is a time as Kubernetes writes it (RFC 3339)."""
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


@lru_cache(maxsize=65536)
def seconds(time: str) -> float:
    """Return a time (RFC 3339) in seconds since 1970, -infinity for "", which is before all others."""
    return datetime.fromisoformat(time).timestamp() if time else float("-inf")


def read_time(at: ManifestField, key: str) -> str:
    """Return a time as text, "" if there is none."""
    text = at.text(key)
    if text and not is_time(text):
        at.problem(key, NOT_A_TIME)
        return ""
    return text
