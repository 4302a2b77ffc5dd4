"""PodDisruptionBudgets (pkg/utils/pdb/pdb.go @ v1.13.0)."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.objects.labels import Selector
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.selectors import read_label_selector


@dataclass(frozen=True, slots=True)
class PodBudget:
    """A PodDisruptionBudget; `blocks_fully` if it never allows an eviction."""

    namespace: str
    name: str
    selector: Selector
    disruptions_allowed: int
    blocks_fully: bool
    frees_unhealthy: bool

    @property
    def key(self) -> str:
        return f"{self.namespace}/{self.name}"


def read_pod_budget(at: ManifestField) -> PodBudget:
    meta, spec = at.child("metadata"), at.child("spec")
    return PodBudget(
        meta.text("namespace"),
        meta.name("name"),
        read_label_selector(spec, "selector"),
        at.child("status").integer("disruptionsAllowed", 0),
        spec.raw("maxUnavailable") in (0, "0%") or spec.raw("minAvailable") == "100%",
        spec.text("unhealthyPodEvictionPolicy") == "AlwaysAllow",
    )
