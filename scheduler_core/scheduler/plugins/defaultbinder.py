"""Mirrors pkg/scheduler/framework/plugins/defaultbinder/default_binder.go @ v1.34.1."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.status import SUCCESS, Status


class DefaultBinder:
    """Binds the pod to its node; in a simulation the caller of the cycle does that."""

    name = "DefaultBinder"

    def bind(self, state: CycleState, pod: Pod, node: int) -> Status:
        return SUCCESS
