"""Mirrors pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go @ v1.34.1."""

from __future__ import annotations

from scheduler_core.framework.status import SUCCESS, Status, unresolvable
from scheduler_core.objects.pod import Pod


class SchedulingGates:
    """Keeps pods with scheduling gates out of the queue."""

    name = "SchedulingGates"

    def pre_enqueue(self, pod: Pod) -> Status:
        gates = pod.template.scheduling_gates
        if not gates:
            return SUCCESS
        return unresolvable(f"waiting for scheduling gates: [{' '.join(gates)}]")
