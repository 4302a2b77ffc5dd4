"""DefaultTolerationSeconds: pods stay for five minutes on nodes that are not ready or unreachable.

Mirrors plugin/pkg/admission/defaulttolerationseconds/admission.go @ v1.34.1.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.parsing import Manifest

from .policy import DEFAULT_TOLERATIONS
from .report import Cause
from .request import AdmissionRequest
from .tolerations import toleration_text

_KEYS = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
_SECONDS = 300


def add_default_tolerations(pod: AdmissionRequest) -> None:
    """Give the pod a toleration of each of the two taints, unless it has one."""
    own = pod.mappings("spec", "tolerations")
    added = [_toleration(key) for key in _KEYS if not any(_covers(t, key) for t in own)]
    pod.extend(((t, toleration_text(t)) for t in added), ("spec", "tolerations"), Cause(DEFAULT_TOLERATIONS))


def _covers(toleration: Manifest, key: str) -> bool:
    own_key, effect = toleration.get("key") or "", toleration.get("effect") or ""
    return own_key in (key, "") and effect in ("NoExecute", "")


def _toleration(key: str) -> Manifest:
    return {"key": key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": _SECONDS}
