"""Which taints a pod does not tolerate.

Mirrors FindMatchingUntoleratedTaint of k8s.io/component-helpers/scheduling/corev1 @ v1.36, with comparison operators,
as Kueue v0.19.2 calls it.
"""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.pod import Toleration
from scheduler_core.kubernetes.objects.taints import tolerates

_HARD = ("NoSchedule", "NoExecute")


def untolerated_taint(taints: Iterable[Taint], tolerations: Iterable[Toleration]) -> Taint | None:
    """Return the first NoSchedule or NoExecute taint that no toleration covers."""
    tolerations = tuple(tolerations)
    hard = (taint for taint in taints if taint.effect in _HARD)
    return next((t for t in hard if not any(tolerates(toleration, t) for toleration in tolerations)), None)
