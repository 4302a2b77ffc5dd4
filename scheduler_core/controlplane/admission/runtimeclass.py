"""RuntimeClass: the overhead, node selector and tolerations of a pod's runtime.

Mirrors plugin/pkg/admission/runtimeclass/admission.go @ v1.34.1.
"""

from __future__ import annotations

from typing import Any

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .inventory import Inventory
from .policy import RUNTIME_CLASS
from .report import Cause
from .request import AdmissionRequest
from .tolerations import merged, toleration_text
from .usage import read_quantities


class RuntimeClassAdmission:
    """The runtime classes of the input by name."""

    def __init__(self, inventory: Inventory) -> None:
        self._classes: dict[str, Manifest] = {}
        for at in inventory.of_kind("RuntimeClass"):
            at.child("overhead").quantities("podFixed")
            at.child("scheduling").string_map("nodeSelector")
            self._classes[at.child("metadata").name("name")] = at.value

    def admit(self, pod: AdmissionRequest) -> None:
        """Apply the pod's runtime class; raise Refused if there is none or if it contradicts the pod."""
        name = pod.part("spec").get("runtimeClassName")
        if name is None:
            return
        cause = Cause(RUNTIME_CLASS, f"RuntimeClass {name}")
        runtime_class = self._classes.get(str(name))
        if runtime_class is None:
            raise pod.forbidden(f'pod rejected: RuntimeClass "{name}" not found', Cause(RUNTIME_CLASS))
        _set_overhead(pod, mapping(runtime_class, "overhead", "podFixed"), cause)
        _set_node_selector(pod, mapping(runtime_class, "scheduling", "nodeSelector"), cause)
        _add_tolerations(pod, mapping(runtime_class, "scheduling").get("tolerations"), cause)

    def validate(self, pod: AdmissionRequest) -> None:
        """Raise Refused for an overhead that no runtime class has."""
        name = pod.part("spec").get("runtimeClassName")
        runtime_class = self._classes.get(str(name), {})
        if pod.part("spec", "overhead") and not mapping(runtime_class, "overhead", "podFixed"):
            reason = "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead"
            raise pod.forbidden(reason, Cause(RUNTIME_CLASS))


def _set_overhead(pod: AdmissionRequest, overhead: Manifest, cause: Cause) -> None:
    written = pod.part("spec", "overhead")
    if not overhead:
        return
    if written:
        amounts, expected = read_quantities(written), read_quantities(overhead)
        if {k: q.amount for k, q in amounts.items()} != {k: q.amount for k, q in expected.items()}:
            raise pod.forbidden(
                "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead", cause
            )
        return
    for name, value in overhead.items():
        pod.set(value, ("spec", "overhead", name), cause)


def _set_node_selector(pod: AdmissionRequest, node_selector: Manifest, cause: Cause) -> None:
    for key, value in node_selector.items():
        own = pod.part("spec", "nodeSelector").get(key)
        if own is None:
            pod.set(value, ("spec", "nodeSelector", key), cause)
        elif own != value:
            raise pod.forbidden(
                f"conflict: runtimeClass.scheduling.nodeSelector[{key}] = {value}; "
                f"pod.spec.nodeSelector[{key}] = {own}",
                cause,
            )


def _add_tolerations(pod: AdmissionRequest, tolerations: Any, cause: Cause) -> None:
    listed = [t for t in tolerations if isinstance(t, dict)] if isinstance(tolerations, list) else []
    added = merged(pod.mappings("spec", "tolerations"), listed)
    pod.extend(((t, toleration_text(t)) for t in added), ("spec", "tolerations"), cause)
