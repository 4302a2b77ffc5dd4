"""A pod without what the API server and the controllers have filled in: the template that it was probably made from."""

from __future__ import annotations

from typing import Any

from scheduler_core.controlplane.admission.tolerationseconds import FILLED_IN
from scheduler_core.controlplane.workloads.daemonset import controller_tolerations
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import value_at

_BY_PRIORITY = ("priority", "preemptionPolicy")
_MERGED = (("matchLabelKeys", "In"), ("mismatchLabelKeys", "NotIn"))


def as_template(pod: Manifest) -> Manifest:
    """Return the manifest of a pod as its template may have had it."""
    spec = {key: value for key, value in as_written(pod["spec"]).items() if key not in _BY_PRIORITY}
    filled_in = [*FILLED_IN, *(controller_tolerations(spec) if _is_of_daemon(pod) else ())]
    tolerations = [t for t in spec.pop("tolerations", None) or () if t not in filled_in]
    return {**pod, "spec": {**spec, "tolerations": tolerations} if tolerations else spec}


def _is_of_daemon(pod: Manifest) -> bool:
    return any(
        owner.get("kind") == "DaemonSet" for owner in value_at(pod, ("metadata", "ownerReferences")) or ()
    )


def as_written(value: Any) -> Any:
    """Return a part of a pod with selectors as they were before the API server merged the values of their keys."""
    if isinstance(value, list):
        return [as_written(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    written = {key: as_written(entry) for key, entry in value.items()}
    merged = [(key, operator) for keys, operator in _MERGED for key in value.get(keys) or ()]
    selector = written.get("labelSelector")
    if merged and selector:
        expressions = selector.pop("matchExpressions", None) or ()
        own = [clause for clause in expressions if (clause["key"], clause["operator"]) not in merged]
        written["labelSelector"] = {**selector, "matchExpressions": own} if own else selector
    return written
