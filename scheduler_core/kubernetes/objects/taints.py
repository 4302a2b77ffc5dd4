"""Which taints a toleration covers, with comparison operators.

Mirrors ToleratesTaint of k8s.io/api/core/v1/toleration.go @ v1.36. kube-scheduler's plugins, where these operators are
off, have their own.
"""

from __future__ import annotations

from .labels import parse_int64
from .node import Taint
from .pod import Toleration


def tolerates(toleration: Toleration, taint: Taint) -> bool:
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
