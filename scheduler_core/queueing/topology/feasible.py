"""Which nodes a pod may use by its tolerations, nodeSelector and node affinity.

Mirrors defaultChecker of pkg/cache/scheduler/scheduling_simulator_default.go @ v0.19.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scheduler_core.kubernetes.objects.pod import Toleration
from scheduler_core.kubernetes.objects.selectors import NodeSelector, NodeSelectorTerm, PreferredTerm, pairs
from scheduler_core.queueing.gates import Gates
from scheduler_core.queueing.objects.flavor import ResourceFlavor
from scheduler_core.queueing.objects.nodes import QueueingNode
from scheduler_core.queueing.objects.pod_spec import PodSpec
from scheduler_core.queueing.objects.taints import untolerated_taint


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


@dataclass(frozen=True, slots=True, eq=False)
class Feasibility:
    """Per leaf whether the pod may use it and the weight of the preferred terms it matches; the others by reason."""

    allowed: NDArray[np.bool_]
    scores: NDArray[np.int64]
    excluded: Mapping[str, int]


def feasible_leaves(nodes: Sequence[QueueingNode], requirements: PodRequirements) -> Feasibility:
    """Return which nodes the pod may use, one a leaf (FindFeasibleNodes)."""
    reasons = [_exclusion(node, requirements) for node in nodes]
    scores = [
        0 if reason else _score(node, requirements) for node, reason in zip(nodes, reasons, strict=True)
    ]
    return Feasibility(
        np.array([not reason for reason in reasons], dtype=bool),
        np.array(scores, dtype=np.int64),
        Counter(filter(None, reasons)),
    )


def all_leaves(count: int) -> Feasibility:
    """Return that the pod may use all leaves: above the host level, nodes are not checked."""
    return Feasibility(np.ones(count, dtype=bool), np.zeros(count, dtype=np.int64), {})


def _exclusion(node: QueueingNode, requirements: PodRequirements) -> str:
    """Return why the pod may not use a node, as messages call it; "" if it may."""
    if taint := untolerated_taint(node.taints, requirements.tolerations):
        return f'taint "{taint}"'
    if any(node.labels.get(key) != value for key, value in requirements.node_selector):
        return "nodeSelector"
    required = requirements.required
    if required is not None and not any(_matches(node, term) for term in required.terms):
        return "affinity"
    return ""


def _score(node: QueueingNode, requirements: PodRequirements) -> int:
    return sum(preferred.weight for preferred in requirements.preferred if _matches(node, preferred.term))


def _matches(node: QueueingNode, term: NodeSelectorTerm) -> bool:
    return (
        not term.empty
        and all(requirement.matches(node.labels) for requirement in term.expressions)
        and all(requirement.accepts(node.name) for requirement in term.fields)
    )
