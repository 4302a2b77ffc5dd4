"""Durations as Go writes them (time.ParseDuration)."""

from __future__ import annotations

import re

from scheduler_core.kubernetes.objects.reading import ManifestField, quoted
from scheduler_core.sentences import worded

NEVER = "Never"

_UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_LONGEST = 2**63 / 1e9
_PART = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)")
_WHOLE = re.compile(rf"([+-]?)((?:{_PART.pattern})+)")


def parse_duration(text: str) -> float | None:
    """Return the seconds of a duration, None if it is not one that Go can hold."""
    if text in ("0", "+0", "-0"):
        return 0.0
    match = _WHOLE.fullmatch(text)
    if not match:
        return None
    total = sum(float(number) * _UNITS[unit] for number, unit in _PART.findall(match[2]))
    if total > _LONGEST:
        return None
    return -total if match[1] == "-" else total


def read_duration(at: ManifestField, key: str) -> float | None:
    """Return the seconds of a duration; None for Never, and if it is absent."""
    text = at.text(key)
    if not text or text == NEVER:
        return None
    duration = parse_duration(text)
    if duration is None:
        at.problem(key, worded("must be a duration such as 30s or 1h30m, got {value}", value=quoted(text)))
    return duration
