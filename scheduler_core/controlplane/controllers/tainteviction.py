"""Taint eviction: when a pod on a node with NoExecute taints is deleted.

Mirrors processPodOnNode and getMinTolerationTime of pkg/controller/tainteviction/taint_eviction.go, and
GetMatchingTolerations of pkg/apis/core/v1/helper/helpers.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from scheduler_core.kubernetes.objects.node import Taint

NO_EXECUTE: Final = "NoExecute"


def eviction_delay(taints: Iterable[Taint], tolerations: Sequence[Mapping[str, Any]]) -> float | None:
    """Return the seconds after which a pod goes: 0 at once, None never.

    Each NoExecute taint has to be tolerated; the shortest tolerationSeconds of the tolerations that match counts.
    """
    used: list[Mapping[str, Any]] = []
    for taint in taints:
        if taint.effect != NO_EXECUTE:
            continue
        matching = [toleration for toleration in tolerations if tolerates(toleration, taint)]
        if not matching:
            return 0.0
        used += matching
    seconds = [
        max(float(value), 0.0)
        for toleration in used
        if isinstance(value := toleration.get("tolerationSeconds"), int)
    ]
    return min(seconds, default=None)


def tolerates(toleration: Mapping[str, Any], taint: Taint) -> bool:
    """Return whether a toleration, as in a manifest, matches a taint (ToleratesTaint)."""
    if toleration.get("effect") not in (None, "", taint.effect):
        return False
    key = toleration.get("key") or ""
    if key not in ("", taint.key):
        return False
    if toleration.get("operator") == "Exists":
        return True
    return bool(key) and (toleration.get("value") or "") == taint.value
