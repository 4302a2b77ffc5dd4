"""Which taints a pod does not tolerate.

Mirrors FindMatchingUntoleratedTaint of k8s.io/component-helpers/scheduling/corev1 @ v1.36, with comparison operators,
as Kueue v0.19.2 calls it.
"""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.kubernetes.objects.labels import parse_int64
from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.pod import Toleration

_HARD = ("NoSchedule", "NoExecute")


def untolerated_taint(taints: Iterable[Taint], tolerations: Iterable[Toleration]) -> Taint | None:
    """Return the first NoSchedule or NoExecute taint that no toleration covers."""
    tolerations = tuple(tolerations)
    hard = (taint for taint in taints if taint.effect in _HARD)
    return next((t for t in hard if not any(_tolerates(toleration, t) for toleration in tolerations)), None)


def _tolerates(toleration: Toleration, taint: Taint) -> bool:
    if toleration.effect and toleration.effect != taint.effect:
        return False
    if toleration.key and toleration.key != taint.key:
        return False
    match toleration.operator:
        case "Exists":
            return True
        case "Gt" | "Lt":
            return _compares(toleration, taint)
        case _:
            return toleration.value == taint.value


def _compares(toleration: Toleration, taint: Taint) -> bool:
    bound, value = parse_int64(toleration.value), parse_int64(taint.value)
    if bound is None or value is None:
        return False
    return value > bound if toleration.operator == "Gt" else value < bound
