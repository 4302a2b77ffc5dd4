"""Mirrors pkg/scheduler/framework/plugins/nodelabel/node_label.go @ v1.20.15; gone since v1.23."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE, Locality, Rows
from scheduler_core.scheduler.framework.status import Verdicts, unresolvable

_REASON = unresolvable("node(s) didn't have the requested labels")


class LabelPresenceStep(TypedDict):
    """A label that nodes must have, or must not have, whatever its value."""

    kind: Literal["label_presence"]
    key: str
    present: bool
    """Whether the label must be present."""
    actual: str | None
    """The node's value, None if it has no such label."""
    ok: bool


class LabelPreferenceStep(TypedDict):
    """A label that nodes should have, or should not have; the raw score is the mean of all `points`."""

    kind: Literal["label_preference"]
    key: str
    present: bool
    actual: str | None
    points: int


@dataclass(frozen=True, slots=True)
class NodeLabelArgs:
    """NodeLabelArgs."""

    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    present_preference: tuple[str, ...] = ()
    absent_preference: tuple[str, ...] = ()

    @property
    def required(self) -> list[tuple[str, bool]]:
        return [*((key, True) for key in self.present), *((key, False) for key in self.absent)]

    @property
    def preferred(self) -> list[tuple[str, bool]]:
        keys = ((key, True) for key in self.present_preference)
        return [*keys, *((key, False) for key in self.absent_preference)]


class NodeLabel:
    """Requires or prefers nodes on which labels are present or absent."""

    name = "NodeLabel"
    filter_locality = Locality.NODE
    score_locality = Locality.NODE

    def __init__(self, handle: Handle, args: NodeLabelArgs) -> None:
        self.handle = handle
        self.args = args

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        verdicts = Verdicts(len(self.handle.snapshot.rows[rows]))
        for key, present in self.args.required:
            verdicts.reject(self._has(key)[rows] != present, _REASON)
        return verdicts

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """Return 100 for each fulfilled preference, divided by their number."""
        preferred = self.args.preferred
        fulfilled = np.zeros(len(feasible), dtype=np.int64)
        for key, present in preferred:
            fulfilled += self._has(key)[feasible] == present
        return fulfilled * MAX_NODE_SCORE // max(len(preferred), 1)

    def _has(self, key: str) -> BoolArray:
        present: BoolArray = self.handle.snapshot.columns.label(key).codes >= 0
        return present

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[LabelPresenceStep]:
        labels = self.handle.snapshot.nodes[node].labels
        return [
            {
                "kind": "label_presence",
                "key": key,
                "present": present,
                "actual": labels.get(key),
                "ok": (key in labels) == present,
            }
            for key, present in self.args.required
        ]

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[LabelPreferenceStep]:
        labels = self.handle.snapshot.nodes[node].labels
        return [
            {
                "kind": "label_preference",
                "key": key,
                "present": present,
                "actual": labels.get(key),
                "points": MAX_NODE_SCORE if (key in labels) == present else 0,
            }
            for key, present in self.args.preferred
        ]
