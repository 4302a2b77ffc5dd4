"""Taints that pods must tolerate, whatever their effect (pkg/scheduling/taints.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.pod import Toleration
from scheduler_core.kubernetes.objects.taints import tolerates

from .labels import GROUP
from .texts import detailed

DISRUPTED = Taint(f"{GROUP}/disrupted", "", "NoSchedule")

# Taints that a node has only until it is initialized; a taint is known by its key and effect.
_EPHEMERAL = {
    ("node.kubernetes.io/not-ready", "NoSchedule"),
    ("node.kubernetes.io/not-ready", "NoExecute"),
    ("node.kubernetes.io/unreachable", "NoSchedule"),
    ("node.cloudprovider.kubernetes.io/uninitialized", "NoSchedule"),
    (f"{GROUP}/unregistered", "NoExecute"),
}
_EPHEMERAL_PREFIX = "readiness.k8s.io/"


@dataclass(frozen=True, slots=True)
class Untolerated:
    """Taints that a pod does not tolerate."""

    taints: tuple[Taint, ...]

    def __str__(self) -> str:
        return "; ".join(detailed("did not tolerate taint", taint=taint) for taint in self.taints)


def untolerated(taints: Iterable[Taint], tolerations: Iterable[Toleration]) -> Untolerated | None:
    """Return the taints that none of the tolerations covers, None if all are tolerated (Tolerates)."""
    remaining = tuple(t for t in taints if not any(tolerates(toleration, t) for toleration in tolerations))
    return Untolerated(remaining) if remaining else None


def is_ephemeral(taint: Taint) -> bool:
    """Return whether the taint goes when the node is initialized (IsKnownEphemeralTaint)."""
    return (taint.key, taint.effect) in _EPHEMERAL or taint.key.startswith(_EPHEMERAL_PREFIX)
