"""PodTolerationRestriction: the default and the allowed tolerations of a namespace.

Mirrors plugin/pkg/admission/podtolerationrestriction/admission.go @ v1.34.1.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.sentences import worded

from .inventory import Inventory
from .policy import POD_TOLERATION_RESTRICTION
from .report import Cause
from .request import AdmissionRequest
from .tolerations import is_superset, merged, toleration_text
from .usage import CONTAINER_LISTS

_DEFAULT = "scheduler.alpha.kubernetes.io/defaultTolerations"
_ALLOWED = "scheduler.alpha.kubernetes.io/tolerationsWhitelist"
_MEMORY_PRESSURE: Manifest = {
    "key": "node.kubernetes.io/memory-pressure",
    "operator": "Exists",
    "effect": "NoSchedule",
}


@dataclass(frozen=True, slots=True)
class Restriction:
    """The annotations of a namespace."""

    default: list[Manifest]
    allowed: list[Manifest]


class PodTolerationRestriction:
    """The restrictions by namespace; the plugin leaves other namespaces alone."""

    def __init__(self, inventory: Inventory) -> None:
        self._restrictions: dict[str, Restriction] = {}
        for at in inventory.of_kind("Namespace"):
            meta = at.child("metadata")
            annotations = meta.child("annotations")
            if annotations.has(_DEFAULT) or annotations.has(_ALLOWED):
                restriction = Restriction(
                    _tolerations(annotations, _DEFAULT), _tolerations(annotations, _ALLOWED)
                )
                self._restrictions[meta.name("name")] = restriction

    def admit(self, pod: AdmissionRequest) -> None:
        """Add the namespace's default tolerations; raise Refused if one of the pod's is not allowed."""
        restriction = self._restrictions.get(pod.namespace)
        if restriction is None:
            return
        cause = Cause(POD_TOLERATION_RESTRICTION, f"Namespace {pod.namespace}")
        own = pod.mappings("spec", "tolerations")
        extra = [] if _is_best_effort(pod) else [_MEMORY_PRESSURE]
        added = merged(own, [*restriction.default, *extra])
        pod.extend(((t, toleration_text(t)) for t in added), ("spec", "tolerations"), cause)
        everything = [*own, *added]
        if restriction.allowed and not all(_is_allowed(t, restriction) for t in everything):
            raise pod.forbidden(
                "pod tolerations (possibly merged with namespace default tolerations) conflict with its "
                "namespace whitelist",
                cause,
            )


def _is_allowed(toleration: Manifest, restriction: Restriction) -> bool:
    return any(is_superset(allowed, toleration) for allowed in restriction.allowed)


def _tolerations(annotations: ManifestField, key: str) -> list[Manifest]:
    text = annotations.text(key)
    try:
        listed = json.loads(text) if text else []
    except ValueError:
        listed = None
    if isinstance(listed, list) and all(isinstance(t, dict) for t in listed):
        return listed
    annotations.problem(key, worded("must be a JSON list of tolerations"))
    return []


def _is_best_effort(pod: AdmissionRequest) -> bool:
    containers = [c for key in CONTAINER_LISTS for c in pod.mappings("spec", key)]
    return not any(mapping(c, "resources", key) for c in containers for key in ("requests", "limits"))
