"""Mirrors pkg/scheduler/framework/plugins/volumebinding @ v1.34.1."""

from __future__ import annotations

from scheduler_core.columns import IntArray
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import PreFilterResult, Rows
from scheduler_core.framework.status import SKIP, Status, Verdicts
from scheduler_core.objects.pod import Pod


class VolumeBinding:
    """Skips pods without volumes; volumes themselves are not looked at."""

    name = "VolumeBinding"

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        return PreFilterResult(SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        return Verdicts(len(self.handle.snapshot.pod_count[rows]))

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        """Scoring by storage capacity is an alpha feature that is off."""
        return SKIP

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        raise AssertionError("PreScore always says Skip")
