"""What a pod asks of the node itself, as a value that questions are remembered by."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.objects.pod import Toleration
from scheduler_core.kubernetes.objects.selectors import NodeSelector, PreferredTerm, pairs
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.flavor import ResourceFlavor
from scheduler_core.queueing.objects.pod_spec import PodSpec


@dataclass(frozen=True, slots=True)
class PodRequirements:
    """Tolerations (the flavor's among them), nodeSelector and node affinity (PodRequirements)."""

    tolerations: tuple[Toleration, ...]
    node_selector: tuple[tuple[str, str], ...]
    required: NodeSelector | None
    preferred: tuple[PreferredTerm, ...]


def requirements_of(spec: PodSpec, flavor: ResourceFlavor, gates: Gates) -> PodRequirements:
    """Return what the pods of a pod set ask of nodes; preferred terms count with TASRespectNodeAffinityPreferred."""
    return PodRequirements(
        spec.tolerations + flavor.tolerations,
        pairs(spec.node_selector),
        spec.affinity.required,
        spec.affinity.preferred if gates.tas_respect_node_affinity_preferred else (),
    )
