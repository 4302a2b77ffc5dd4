"""PodDisruptionBudget: the disruptions that a budget without a status allows.

Mirrors trySync of pkg/controller/disruption/disruption.go @ v1.34.1. A running pod without a Ready condition counts
as healthy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from scheduler_core.allowance import each
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.selectors import read_label_selector

from .policy import DISRUPTION
from .report import Cause
from .request import AdmissionRequest

_SCALED = ("Deployment", "ReplicaSet", "StatefulSet", "ReplicationController")


class UnknownScale(Exception):
    """A controller of the pods is not in the input, or has no scale; the controller then allows no disruption."""


@dataclass(frozen=True, slots=True)
class _CountedPod:
    """What budgets count of a pod; `controller` is its kind, namespace and name, () without one."""

    labels: Mapping[str, str]
    healthy: bool
    controller: tuple[str, str, str] | tuple[()]

    @classmethod
    def of(cls, pod: AdmissionRequest) -> _CountedPod:
        owner = pod.controller
        key = (str(owner.get("kind")), pod.namespace, str(owner.get("name"))) if owner else ()
        return cls(pod.labels, _is_healthy(pod), key)


class DisruptionController:
    """Computes budgets. `manifests` is the whole input, `pods` those of admission."""

    def __init__(self, manifests: Iterable[Any], pods: Iterable[AdmissionRequest]) -> None:
        self._pods: dict[str, list[_CountedPod]] = {}
        for pod in each(pods):
            if not pod.finished:
                self._pods.setdefault(pod.namespace, []).append(_CountedPod.of(pod))
        self._controllers: dict[tuple[str, str, str], Manifest] = {}
        for manifest in manifests:
            if isinstance(manifest, dict) and manifest.get("kind") in _SCALED:
                meta = mapping(manifest, "metadata")
                key = (str(manifest["kind"]), str(meta.get("namespace") or "default"), str(meta.get("name")))
                self._controllers[key] = manifest

    def set_status(self, budget: AdmissionRequest) -> None:
        """Set status.disruptionsAllowed if it is absent."""
        if budget.part("status").get("disruptionsAllowed") is not None:
            return
        selector = read_label_selector(ManifestField(budget.part("spec"), "", Problems()), "selector")
        pods = [pod for pod in self._pods.get(budget.namespace, ()) if selector.matches(pod.labels)]
        healthy = sum(pod.healthy for pod in pods)
        try:
            expected, desired = self._desired(budget.part("spec"), pods)
        except UnknownScale:
            expected, desired = 0, 0
        allowed = max(healthy - desired, 0) if expected > 0 else 0
        counts = f"{healthy} of {expected} healthy, and {desired} must be"
        cause = Cause(DISRUPTION, counts if expected or not pods else "no known controller scales the pods")
        budget.set(allowed, ("status", "disruptionsAllowed"), cause)

    def _desired(self, spec: Manifest, pods: list[_CountedPod]) -> tuple[int, int]:
        """Return the number of pods that should exist and of those that must be healthy."""
        unavailable, available = spec.get("maxUnavailable"), spec.get("minAvailable")
        if unavailable is not None:
            expected = self._scale(pods)
            return expected, max(expected - _scaled(unavailable, expected), 0)
        if isinstance(available, str):
            expected = self._scale(pods)
            return expected, _scaled(available, expected)
        return len(pods), available if isinstance(available, int) else 0

    def _scale(self, pods: list[_CountedPod]) -> int:
        """Return the replicas of the pods' controllers together (getExpectedScale); raise UnknownScale."""
        return sum(self._replicas(*key) for key in dict.fromkeys(p.controller for p in pods) if key)

    def _replicas(self, kind: str, namespace: str, name: str) -> int:
        controller = self._controllers.get((kind, namespace, name))
        if controller is None and kind == "ReplicaSet":  # made here of a Deployment, named after its template
            controller = self._controllers.get(("Deployment", namespace, name.rpartition("-")[0]))
        if controller is None:
            raise UnknownScale
        replicas = mapping(controller, "spec").get("replicas")
        return replicas if isinstance(replicas, int) else 1


def _is_healthy(pod: AdmissionRequest) -> bool:
    if pod.part("metadata").get("deletionTimestamp") is not None or not pod.running:
        return False
    statuses = [c.get("status") for c in pod.mappings("status", "conditions") if c.get("type") == "Ready"]
    return statuses[0] == "True" if statuses else True


def _scaled(value: Any, total: int) -> int:
    """Return an integer or a percentage of the total, rounded up (GetScaledValueFromIntOrPercent)."""
    if isinstance(value, int):
        return value
    digits = str(value).removesuffix("%")
    return ceil(Fraction(int(digits) * total, 100)) if digits.isdecimal() else 0
