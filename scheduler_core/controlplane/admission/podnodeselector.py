"""PodNodeSelector: the node selector of a namespace.

Mirrors plugin/pkg/admission/podnodeselector/admission.go @ v1.34.1.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.sentences import worded

from .inventory import Inventory
from .policy import POD_NODE_SELECTOR
from .report import Cause
from .request import AdmissionRequest

_ANNOTATION = "scheduler.alpha.kubernetes.io/node-selector"


class PodNodeSelector:
    """The node selectors of the namespaces that have the annotation."""

    def __init__(self, inventory: Inventory) -> None:
        self._selectors: dict[str, dict[str, str]] = {}
        for at in inventory.of_kind("Namespace"):
            meta = at.child("metadata")
            if meta.child("annotations").has(_ANNOTATION):
                self._selectors[meta.name("name")] = _labels(meta.child("annotations"))

    def admit(self, pod: AdmissionRequest) -> None:
        """Add the namespace's labels to spec.nodeSelector; raise Refused if the pod asks for other values."""
        cause = Cause(POD_NODE_SELECTOR, f"Namespace {pod.namespace}")
        own = pod.part("spec", "nodeSelector")
        selector = self._selectors.get(pod.namespace, {})
        if any(own.get(key, value) != value for key, value in selector.items()):
            raise pod.forbidden(
                "pod node label selector conflicts with its namespace node label selector", cause
            )
        for key, value in selector.items():
            if key not in own:
                pod.set(value, ("spec", "nodeSelector", key), cause)


def _labels(annotations: ManifestField) -> dict[str, str]:
    """Return the labels of a selector such as "env=test,disk=ssd" (ConvertSelectorToLabelsMap)."""
    pairs = [pair.partition("=") for pair in annotations.text(_ANNOTATION).split(",") if pair.strip()]
    if not all(separator for _, separator, _ in pairs):
        annotations.problem(_ANNOTATION, worded('must be labels, such as "env=test,disk=ssd"'))
    return {key.strip(): value.strip() for key, _, value in pairs}
