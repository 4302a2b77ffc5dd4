"""Functions shared by several plugins.

Mirrors pkg/scheduler/framework/plugins/helper and component-helpers/scheduling/corev1 @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.labels import LabelRequirement
from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.pod import PodTemplate, Toleration
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray, Column, IntArray, NodeColumns
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE

DO_NOT_SCHEDULE = ("NoSchedule", "NoExecute")


class ComparedExpression(LabelRequirement):
    """A requirement of a node selector, compared with a node."""

    actual: str | None
    """The node's label, or its name for a `field`; None if it has no such label."""
    field: bool
    """Whether the requirement is one of matchFields."""
    ok: bool


class ComparedTerm(TypedDict):
    """A term of a node selector, compared with a node: all requirements must hold; an empty term never matches."""

    expressions: list[ComparedExpression]
    ok: bool


def default_normalize_score(scores: IntArray, *, reverse: bool) -> IntArray:
    """Return 100·score/max in integers, reversed if fewer points are better (DefaultNormalizeScore)."""
    largest = int(scores.max(initial=0))
    if largest == 0:
        return np.full_like(scores, MAX_NODE_SCORE) if reverse else scores
    points: IntArray = scores * MAX_NODE_SCORE // largest
    return MAX_NODE_SCORE - points if reverse else points


def tolerates(toleration: Toleration, taint: Taint) -> bool:
    """Return whether a toleration tolerates a taint (Toleration.ToleratesTaint)."""
    if toleration.effect and toleration.effect != taint.effect:
        return False
    if toleration.key and toleration.key != taint.key:
        return False
    if toleration.operator == "Equal":
        return toleration.value == taint.value
    return toleration.operator == "Exists"


def untolerated(
    taints: Iterable[Taint], tolerations: tuple[Toleration, ...], effects: tuple[str, ...]
) -> Taint | None:
    """Return the first taint with one of these effects that is not tolerated (FindMatchingUntoleratedTaint)."""
    for taint in taints:
        if taint.effect in effects and not any(tolerates(t, taint) for t in tolerations):
            return taint
    return None


def first_untolerated(
    columns: Column[tuple[Taint, ...]], tolerations: tuple[Toleration, ...]
) -> list[Taint | None]:
    """Return for each distinct list of taints the first NoSchedule or NoExecute one that is not tolerated."""
    return [untolerated(taints, tolerations, DO_NOT_SCHEDULE) for taints in each(columns.values)]


def tolerated_nodes(columns: NodeColumns, tolerations: tuple[Toleration, ...]) -> BoolArray:
    """Return per node whether the pod tolerates all its NoSchedule and NoExecute taints."""
    taints = first_untolerated(columns.taints, tolerations)
    return np.array([taint is None for taint in taints], dtype=bool)[columns.taints.codes]


def required_node_affinity(columns: NodeColumns, template: PodTemplate) -> BoolArray:
    """Return per node whether nodeSelector and required node affinity match (RequiredNodeAffinity.Match)."""
    result = np.ones(len(columns.nodes), dtype=bool)
    for key, value in template.node_selector.items():
        result &= columns.label(key).accepted(lambda v, expected=value: v == expected)  # type: ignore[misc]
    required = template.affinity.node.required
    if required is not None:
        result &= columns.matching_selector(required)
    return result
