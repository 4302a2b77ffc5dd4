"""Mirrors pkg/scheduler/framework/plugins/selectorspread/selector_spread.go @ v1.20.15; gone since v1.28."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scheduler_core.kubernetes.golang import truncate
from scheduler_core.kubernetes.objects.labels import Selector
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE
from scheduler_core.scheduler.framework.status import SUCCESS, Status

from .defaultselector import default_selector

_ZONE_WEIGHTING = 2.0 / 3.0


class MatchingPodsStep(TypedDict):
    """The pods on the node that belong together with the incoming one; the raw score is their number."""

    kind: Literal["matching_pods"]
    selector: str
    """The selector that counts them; `<everything>` counts none."""
    count: int


class SelectorSpread:
    """Spreads the pods of Services and controllers over nodes and zones."""

    name = "SelectorSpread"
    normalize_formula = "selector_spread"

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        state.write(_Feasible(feasible))
        return SUCCESS

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """Return per node the number of pods of the same Services and controllers."""
        if pod.template.spread:
            return np.zeros(len(feasible), dtype=np.int64)
        return self._counts(pod)[feasible]

    def normalize_score(self, state: CycleState, pod: Pod, scores: IntArray) -> IntArray:
        """Return 100·(max − s)/max, for nodes with a zone a third of it and two thirds of the same for the zone."""
        if pod.template.spread:
            return scores
        points = _fewest_first(scores.astype(np.float64))
        zones = self._zones(state.read(_Feasible).nodes)
        zoned = zones >= 0
        if zoned.any():
            by_zone = np.bincount(zones[zoned], weights=scores[zoned]).astype(np.float64)
            of_zone = _fewest_first(by_zone)[zones[zoned]]
            points[zoned] = points[zoned] * (1.0 - _ZONE_WEIGHTING) + _ZONE_WEIGHTING * of_zone
        return truncate(points)

    def _zones(self, nodes: IntArray) -> IntArray:
        """Return per node the number of its zone, -1 without one (GetZoneKey)."""
        numbers: dict[tuple[str, str], int] = {}
        keys = [self.handle.snapshot.nodes[node].zone_key for node in nodes.tolist()]
        return np.array(
            [numbers.setdefault(key, len(numbers)) if any(key) else -1 for key in keys], dtype=np.int64
        )

    def _counts(self, pod: Pod) -> IntArray:
        return matching_pods_by_node(self.handle, pod.namespace, default_selector(self.handle, pod.template))

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[MatchingPodsStep]:
        if pod.template.spread:
            return []
        selector = default_selector(self.handle, pod.template)
        return [{"kind": "matching_pods", "selector": str(selector), "count": int(self._counts(pod)[node])}]


class _Feasible:
    """The nodes that are scored, which normalization needs."""

    def __init__(self, nodes: IntArray) -> None:
        self.nodes = nodes

    def clone(self) -> _Feasible:
        return self


def _fewest_first(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    largest = counts.max(initial=0.0)
    if largest == 0:
        return np.full(len(counts), float(MAX_NODE_SCORE))
    points: NDArray[np.float64] = float(MAX_NODE_SCORE) * ((largest - counts) / largest)
    return points


def matching_pods_by_node(handle: Handle, namespace: str, selector: Selector) -> IntArray:
    """Return per node the pods of a namespace that a selector matches, without terminating ones; none if empty."""

    def is_counted(template: PodTemplate) -> bool:
        return (
            bool(selector.requirements)
            and not template.terminating
            and template.namespace == namespace
            and selector.matches(template.labels)
        )

    return handle.snapshot.counter(("matching pods", namespace, selector), is_counted).by_node
