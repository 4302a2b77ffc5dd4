"""Comparing, merging and naming tolerations.

Mirrors pkg/util/tolerations/tolerations.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scheduler_core.kubernetes.objects.parsing import Manifest


def merged(first: Sequence[Manifest], second: Iterable[Manifest]) -> list[Manifest]:
    """Return those of `second` that no toleration of `first` includes."""
    return [t for t in second if not any(is_superset(other, t) for other in first)]


def is_superset(wide: Manifest, narrow: Manifest) -> bool:
    """Return whether `wide` tolerates all that `narrow` tolerates (isSuperset)."""
    if _is_same(wide, narrow):
        return True
    key = wide.get("key") or ""
    if key != (narrow.get("key") or "") and (key or _operator(wide) != "Exists"):
        return False
    if wide.get("effect") and wide.get("effect") != narrow.get("effect"):
        return False
    if wide.get("effect") == "NoExecute" and not _lasts_as_long(wide, narrow):
        return False
    if _operator(wide) == "Exists":
        return True
    return _operator(narrow) == "Equal" and (wide.get("value") or "") == (narrow.get("value") or "")


def toleration_text(toleration: Manifest) -> str:
    """Return a toleration in a line: "key=value:effect", "key:effect for 300s", "everything"."""
    key, effect = toleration.get("key") or "", toleration.get("effect") or ""
    value = f"={toleration.get('value') or ''}" if _operator(toleration) == "Equal" else ""
    seconds = toleration.get("tolerationSeconds")
    text = f"{key}{value}" + (f":{effect}" if effect else "") if key else effect or "everything"
    return text if seconds is None else f"{text} for {seconds}s"


def _operator(toleration: Manifest) -> str:
    return str(toleration.get("operator") or "Equal")


def _is_same(one: Manifest, other: Manifest) -> bool:
    return _operator(one) == _operator(other) and all(
        (one.get(key) or "") == (other.get(key) or "")
        for key in ("key", "value", "effect", "tolerationSeconds")
    )


def _lasts_as_long(wide: Manifest, narrow: Manifest) -> bool:
    seconds, needed = wide.get("tolerationSeconds"), narrow.get("tolerationSeconds")
    if seconds is None:
        return True
    return isinstance(seconds, int) and isinstance(needed, int) and seconds >= needed
