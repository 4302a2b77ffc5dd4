"""DefaultTolerationSeconds: pods stay for five minutes on nodes that are not ready or unreachable.

Mirrors plugin/pkg/admission/defaulttolerationseconds/admission.go @ v1.34.1.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.parsing import Manifest

from .policy import DEFAULT_TOLERATIONS
from .report import Cause
from .request import AdmissionRequest
from .tolerations import toleration_text

_SECONDS = 300
FILLED_IN: tuple[Manifest, ...] = tuple(
    {"key": key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": _SECONDS}
    for key in ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
)


def add_default_tolerations(pod: AdmissionRequest) -> None:
    """Give the pod a toleration of each of the two taints, unless it has one."""
    own = pod.mappings("spec", "tolerations")
    added = [t for t in FILLED_IN if not any(_covers(other, t["key"]) for other in own)]
    pod.extend(((t, toleration_text(t)) for t in added), ("spec", "tolerations"), Cause(DEFAULT_TOLERATIONS))


def _covers(toleration: Manifest, key: str) -> bool:
    own_key, effect = toleration.get("key") or "", toleration.get("effect") or ""
    return own_key in (key, "") and effect in ("NoExecute", "")
