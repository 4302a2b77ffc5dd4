"""Mirrors pkg/scheduler/framework/plugins/nodevolumelimits @ v1.34.1."""

from __future__ import annotations

from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import PreFilterResult, Rows
from scheduler_core.framework.status import SKIP, Verdicts
from scheduler_core.objects.pod import Pod


class NodeVolumeLimits:
    """Skips pods without volumes; volumes themselves are not looked at."""

    name = "NodeVolumeLimits"

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        return PreFilterResult(SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        return Verdicts(len(self.handle.snapshot.pod_count[rows]))
