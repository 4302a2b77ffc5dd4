"""Mirrors pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go @ v1.34.1."""

from __future__ import annotations

from typing import Literal

import numpy as np

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.pod import Pod, Toleration
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, Rows
from scheduler_core.scheduler.framework.status import SUCCESS, Status, Verdicts, unresolvable

from .helper import DO_NOT_SCHEDULE, default_normalize_score, first_untolerated, tolerates

_PREFER = "PreferNoSchedule"


class TaintFields(TypedDict):
    key: str
    value: str
    effect: str


class ComparedToleration(TypedDict):
    """A toleration of the pod, and whether it tolerates the step's taint."""

    key: str
    operator: str
    value: str
    effect: str
    matches: bool


class TaintStep(TypedDict):
    """A NoSchedule or NoExecute taint, compared with every toleration of the pod."""

    kind: Literal["taint"]
    taint: TaintFields
    tolerations: list[ComparedToleration]
    ok: bool


class TaintOnNodes(TaintStep):
    """A NoSchedule or NoExecute taint of the cluster, and the nodes that have it."""

    nodes: IntArray


class TolerationOperands(TypedDict):
    """The taints of all nodes, those of most nodes first, each compared with the pod's tolerations."""

    kind: Literal["tolerations"]
    taints: list[TaintOnNodes]


class TaintPreferStep(TypedDict):
    """A PreferNoSchedule taint, which counts if it is not tolerated."""

    kind: Literal["taint_prefer"]
    taint: TaintFields
    tolerated: bool


class TaintToleration:
    """Rejects nodes with taints that the pod does not tolerate; scores by the number of PreferNoSchedule taints."""

    name = "TaintToleration"
    missing_pre_score = 'failed to read "PreScoreTaintToleration" from cycleState: not found'
    filter_locality = Locality.NODE
    pre_score_locality = score_locality = Locality.NODE
    signed_fields = ("tolerations",)
    normalize_formula = "max_reverse"

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        taints = self.handle.snapshot.columns.taints
        codes = taints.codes[rows]
        verdicts = Verdicts(len(codes))
        for code, taint in enumerate(first_untolerated(taints, pod.template.tolerations)):
            if taint is not None:
                verdicts.reject(codes == code, self._status(taint))
        return verdicts

    def _status(self, taint: Taint) -> Status:
        return unresolvable(self.handle.version.taint_reason.format(key=taint.key, value=taint.value))

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        return SUCCESS

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """Return per node the number of PreferNoSchedule taints that are not tolerated."""
        taints = self.handle.snapshot.columns.taints
        tolerations = _prefer_no_schedule_tolerations(pod)
        counts = [sum(_is_avoided(t, tolerations) for t in listed) for listed in each(taints.values)]
        result: IntArray = np.array(counts, dtype=np.int64)[taints.codes[feasible]]
        return result

    def normalize_score(self, state: CycleState, pod: Pod, scores: IntArray) -> IntArray:
        return default_normalize_score(scores, reverse=True)

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[TaintStep]:
        taints = self.handle.snapshot.nodes[node].taints
        return [_taint_step(t, pod.template.tolerations) for t in taints if t.effect in DO_NOT_SCHEDULE]

    def filter_operands(self, state: CycleState, pod: Pod) -> TolerationOperands:
        column = self.handle.snapshot.columns.taints
        distinct = dict.fromkeys(t for listed in column.values for t in listed if t.effect in DO_NOT_SCHEDULE)
        taints: list[TaintOnNodes] = []
        for taint in each(distinct):
            has_it = np.array([taint in listed for listed in column.values], dtype=bool)
            nodes = np.flatnonzero(has_it[column.codes])
            taints.append({**_taint_step(taint, pod.template.tolerations), "nodes": nodes})
        return {"kind": "tolerations", "taints": sorted(taints, key=lambda t: -len(t["nodes"]))}

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[TaintPreferStep]:
        taints = self.handle.snapshot.nodes[node].taints
        tolerations = _prefer_no_schedule_tolerations(pod)
        return [
            {"kind": "taint_prefer", "taint": _taint_json(t), "tolerated": not _is_avoided(t, tolerations)}
            for t in taints
            if t.effect == _PREFER
        ]


def _prefer_no_schedule_tolerations(pod: Pod) -> tuple[Toleration, ...]:
    """Return the tolerations that apply to PreferNoSchedule taints (getAllTolerationPreferNoSchedule)."""
    return tuple(t for t in pod.template.tolerations if t.effect in ("", _PREFER))


def _is_avoided(taint: Taint, tolerations: tuple[Toleration, ...]) -> bool:
    return taint.effect == _PREFER and not any(tolerates(t, taint) for t in tolerations)


def _taint_json(taint: Taint) -> TaintFields:
    return {"key": taint.key, "value": taint.value, "effect": taint.effect}


def _taint_step(taint: Taint, tolerations: tuple[Toleration, ...]) -> TaintStep:
    comparisons: list[ComparedToleration] = [
        {
            "key": t.key,
            "operator": t.operator,
            "value": t.value,
            "effect": t.effect,
            "matches": tolerates(t, taint),
        }
        for t in tolerations
    ]
    return {
        "kind": "taint",
        "taint": _taint_json(taint),
        "tolerations": comparisons,
        "ok": any(c["matches"] for c in comparisons),
    }
