"""Mirrors pkg/scheduler/framework/plugins/defaultbinder/default_binder.go @ v1.34.1."""

from __future__ import annotations

from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.status import SUCCESS, Status
from scheduler_core.objects.pod import Pod


class DefaultBinder:
    """Binds the pod to its node; in a simulation the caller of the cycle does that."""

    name = "DefaultBinder"

    def bind(self, state: CycleState, pod: Pod, node: int) -> Status:
        return SUCCESS
