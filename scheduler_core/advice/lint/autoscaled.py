"""Autoscalers of workloads in the texts: how many replicas they keep, and of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import object_name, value_at

_LEAST = {"HorizontalPodAutoscaler": ("minReplicas", 1), "ScaledObject": ("minReplicaCount", 0)}
_MOST = {"HorizontalPodAutoscaler": "maxReplicas", "ScaledObject": "maxReplicaCount"}


@dataclass(frozen=True, slots=True)
class Autoscaler:
    """A HorizontalPodAutoscaler, or a ScaledObject of KEDA; `most` is None if it is not said."""

    object: str
    namespace: str
    kind: str
    name: str
    least: int
    most: int | None
    most_field: str

    def scales(self, manifest: Manifest) -> bool:
        """Return whether a workload is its target."""
        return (kind_of(manifest), *_identity(manifest)) == (self.kind, self.namespace, self.name)


def autoscalers(manifests: Sequence[Any]) -> Iterator[Autoscaler]:
    """Yield the autoscalers among manifests that name a target."""
    for manifest in manifests:
        kind = kind_of(manifest)
        name = value_at(manifest, ("spec", "scaleTargetRef", "name")) if kind in _LEAST else None
        if not isinstance(name, str) or not isinstance(manifest, dict):
            continue
        least_field, default = _LEAST[kind]
        least, most = (value_at(manifest, ("spec", field)) for field in (least_field, _MOST[kind]))
        yield Autoscaler(
            object_name(manifest),
            _identity(manifest)[0],
            str(value_at(manifest, ("spec", "scaleTargetRef", "kind")) or "Deployment"),
            name,
            least if isinstance(least, int) else default,
            most if isinstance(most, int) else None,
            _MOST[kind],
        )


def at_their_least(manifests: Sequence[Any]) -> list[Any]:
    """Return the manifests, workloads with at least the replicas that their autoscaler keeps.

    A workload without spec.replicas starts with one, and an autoscaler raises that to its minimum at once.
    """
    scalers = [scaler for scaler in autoscalers(manifests) if scaler.least > 1]
    return [_raised(manifest, scalers) for manifest in manifests] if scalers else [*manifests]


def _raised(manifest: Any, scalers: Sequence[Autoscaler]) -> Any:
    scaler = next(
        (scaler for scaler in scalers if isinstance(manifest, dict) and scaler.scales(manifest)), None
    )
    if scaler is None:
        return manifest
    spec = manifest.get("spec")
    replicas = spec.get("replicas", 1) if isinstance(spec, dict) else None
    if not isinstance(replicas, int) or not 0 < replicas < scaler.least:  # 0 turns the autoscaler off
        return manifest
    return {**manifest, "spec": {**manifest["spec"], "replicas": scaler.least}}


def _identity(manifest: Manifest) -> tuple[str, str]:
    meta = manifest.get("metadata")
    meta = meta if isinstance(meta, dict) else {}
    return str(meta.get("namespace") or "default"), str(meta.get("name"))
