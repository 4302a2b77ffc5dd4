"""Keys of matchLabelKeys that the labelSelector names too.

Mirrors what the API server does @ v1.36.2: applyMatchLabelKeysAndMismatchLabelKeys of pkg/registry/core/pod/strategy.go
adds a requirement for each key that the pod carries, then validateMatchLabelKeysAndMismatchLabelKeys of
pkg/apis/core/validation/validation.go refuses a key that the selector names twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest

from .request import AdmissionRequest

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


def affinity_key_errors(pod: AdmissionRequest) -> Iterator[str]:
    """Yield what is wrong with the keys of terms of pod affinity and anti-affinity."""
    for kind in ("podAffinity", "podAntiAffinity"):
        at = ("spec", "affinity", kind)
        path = ".".join(at)
        for i, term in enumerate(pod.mappings(*at, _REQUIRED)):
            yield from _key_errors(f"{path}.{_REQUIRED}[{i}]", term, pod.labels)
        for i, preferred in enumerate(pod.mappings(*at, _PREFERRED)):
            term = mapping(preferred, "podAffinityTerm")
            yield from _key_errors(f"{path}.{_PREFERRED}[{i}].podAffinityTerm", term, pod.labels)


def spread_key_errors(pod: AdmissionRequest) -> Iterator[str]:
    """Yield what is wrong with the keys of topology spread constraints."""
    for i, constraint in enumerate(pod.mappings("spec", "topologySpreadConstraints")):
        yield from _key_errors(f"spec.topologySpreadConstraints[{i}]", constraint, pod.labels)


def _key_errors(path: str, owner: Manifest, labels: dict[str, str]) -> Iterator[str]:
    keys = [str(key) for key in _listed(owner, "matchLabelKeys")]
    selector = mapping(owner, "labelSelector")
    expressions = [e for e in _listed(selector, "matchExpressions") if isinstance(e, dict)]
    merged = [{"key": k, "operator": "In", "values": [labels[k]]} for k in keys if k in labels]
    named = set(mapping(selector, "matchLabels"))
    # Stored pods, as dumps have them, have the requirement already.
    for key in [str(e.get("key")) for e in (*expressions, *(m for m in merged if m not in expressions))]:
        if key in keys and key in named:
            yield f'{path}[{keys.index(key)}]: Invalid value: "{key}": exists in both matchLabelKeys and labelSelector'
        named.add(key)


def _listed(manifest: Manifest, key: str) -> list[Any]:
    value = manifest.get(key)
    return value if isinstance(value, list) else []
