"""Mirrors pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go @ v1.34.1."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable


class SchedulingGates:
    """Keeps pods with scheduling gates out of the queue."""

    name = "SchedulingGates"

    def pre_enqueue(self, pod: Pod) -> Status:
        gates = pod.template.scheduling_gates
        if not gates:
            return SUCCESS
        return unresolvable(f"waiting for scheduling gates: [{' '.join(gates)}]")
