"""Mirrors pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go @ v1.20.15; gone since v1.23."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np

from scheduler_core.kubernetes.golang import truncate
from scheduler_core.kubernetes.objects.labels import NOTHING, Selector, equals
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE, Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SUCCESS, Verdicts, unschedulable

from .defaultselector import services_of
from .selectorspread import MatchingPodsStep, matching_pods_by_node

_REASON = unschedulable("node(s) didn't match service affinity")


class ServiceAffinityStep(TypedDict):
    """A label whose value all pods of a Service share, compared with the node's."""

    kind: Literal["service_affinity"]
    key: str
    required: str
    pod: str | None
    """The pod from whose node the value is; None if it is from the nodeSelector."""
    actual: str | None
    ok: bool


@dataclass(frozen=True, slots=True)
class ServiceAffinityArgs:
    """ServiceAffinityArgs."""

    affinity_labels: tuple[str, ...] = ()
    anti_affinity_labels_preference: tuple[str, ...] = ()


@dataclass(slots=True)
class _Matching:
    """The pods of the namespace with all labels of the incoming pod, each with its node, in nodeOrder."""

    pods: list[tuple[Pod, int]]

    def clone(self) -> Self:
        return type(self)(list(self.pods))


@dataclass(frozen=True, slots=True)
class _Feasible:
    """The nodes that are scored, which normalization needs."""

    nodes: IntArray

    def clone(self) -> Self:
        return self


class ServiceAffinity:
    """Keeps the pods of a Service on nodes with equal labels; spreads them over the values of other labels."""

    name = "ServiceAffinity"
    normalize_formula = "service_affinity"

    def __init__(self, handle: Handle, args: ServiceAffinityArgs) -> None:
        self.handle = handle
        self.args = args

    def pre_filter_locality(self, template: PodTemplate) -> Locality:
        return Locality.CLUSTER if self.args.affinity_labels else Locality.NODE

    filter_locality = pre_filter_locality

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        if self.args.affinity_labels:
            listed = (
                (other, node)
                for node in range(len(self.handle.snapshot))
                for other in self.handle.snapshot.pods_on(node)
            )
            state.write(_Matching([(other, node) for other, node in listed if _alike(pod, other)]))
        return PreFilterResult(SUCCESS)

    def add_pod(self, state: CycleState, pod: Pod, added: Pod, node: int) -> None:
        matching = state.get(_Matching)
        if matching is not None and _alike(pod, added):
            matching.pods.append((added, node))

    def remove_pod(self, state: CycleState, pod: Pod, removed: Pod, node: int) -> None:
        matching = state.get(_Matching)
        if matching is not None:
            matching.pods = [(other, where) for other, where in matching.pods if other.key != removed.key]

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        verdicts = Verdicts(len(self.handle.snapshot.rows[rows]))
        for key, (value, _) in self._required(state, pod).items():
            has = self.handle.snapshot.columns.label(key).accepted(lambda v, expected=value: v == expected)  # type: ignore[misc]
            verdicts.reject(~has[rows], _REASON)
        return verdicts

    def _required(self, state: CycleState, pod: Pod) -> dict[str, tuple[str, str | None]]:
        """Return by label the value that the node must have, with the pod from whose node it is."""
        keys, matching = self.args.affinity_labels, state.get(_Matching)
        selected = pod.template.node_selector
        required: dict[str, tuple[str, str | None]] = {
            key: (selected[key], None) for key in keys if key in selected
        }
        if matching is None or not matching.pods or not services_of(self.handle, pod.template):
            return required
        other, node = matching.pods[0]
        labels = self.handle.snapshot.nodes[node].labels
        return {key: (labels[key], other.key) for key in keys if key in labels} | required

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """Return per node the number of pods of the first Service that selects the pod."""
        state.write(_Feasible(feasible))
        return matching_pods_by_node(self.handle, pod.namespace, self._selector(pod))[feasible]

    def _selector(self, pod: Pod) -> Selector:
        services = services_of(self.handle, pod.template)
        return equals(services[0].selector) if services else NOTHING

    def normalize_score(self, state: CycleState, pod: Pod, scores: IntArray) -> IntArray:
        """Return the mean over the labels of 100·(n − count of the node's value)/n; 0 for nodes without the label."""
        nodes, total = state.read(_Feasible).nodes, int(scores.sum())
        keys = self.args.anti_affinity_labels_preference
        points = np.zeros(len(scores))
        for key in keys:
            column = self.handle.snapshot.columns.label(key)
            codes = column.codes[nodes]
            labelled = codes >= 0
            counts = np.bincount(codes[labelled], weights=scores[labelled], minlength=len(column.values))
            share = (total - counts) / total if total else np.ones(len(column.values))
            points[labelled] += float(MAX_NODE_SCORE) * share[codes[labelled]] / len(keys)
        return truncate(points)

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[ServiceAffinityStep]:
        labels = self.handle.snapshot.nodes[node].labels
        return [
            {
                "kind": "service_affinity",
                "key": key,
                "required": value,
                "pod": other,
                "actual": labels.get(key),
                "ok": labels.get(key) == value,
            }
            for key, (value, other) in self._required(state, pod).items()
        ]

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[MatchingPodsStep]:
        selector = self._selector(pod)
        count = matching_pods_by_node(self.handle, pod.namespace, selector)[node]
        return [{"kind": "matching_pods", "selector": str(selector), "count": int(count)}]


def _alike(pod: Pod, other: Pod) -> bool:
    """Return whether a pod of the same namespace has all labels of the incoming one."""
    return other.namespace == pod.namespace and equals(pod.template.labels).matches(other.template.labels)
