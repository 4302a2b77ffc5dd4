"""Mirrors pkg/scheduler/framework/plugins/gangscheduling/gangscheduling.go @ v1.36.2."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unresolvable

WAITS_FOR_GROUP = 'waiting for pods\'s pod group "{name}" to appear in scheduling queue'
WAITS_FOR_PODS = "waiting for minCount pods from a gang to appear in scheduling queue"
WAITS_FOR_MEMBERS = "waiting for minCount pods from a gang to be scheduled"


class GangScheduling:
    """Holds the pods of a gang back until minCount of them exist, and from binding until as many have a node."""

    name = "GangScheduling"

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_enqueue(self, pod: Pod) -> Status:
        """Hold the pod back without its group, or if fewer than minCount pods of it exist, gated ones included."""
        if not pod.template.pod_group:
            return SUCCESS
        group = self.handle.pod_groups.of(pod)
        if group is None:
            return unresolvable(WAITS_FOR_GROUP.format(name=pod.template.pod_group))
        if group.min_count is None:
            return SUCCESS
        enough = self.handle.pod_groups.all_pods_count(group.key) >= group.min_count
        return SUCCESS if enough else unresolvable(WAITS_FOR_PODS)

    def permit(self, state: CycleState, pod: Pod, node: int) -> Status:
        """Wait until minCount pods of the gang are bound or assumed, this one included."""
        group = self.handle.pod_groups.of(pod) if pod.template.pod_group else None
        if group is None or group.min_count is None:
            return SUCCESS
        enough = self.handle.pod_groups.scheduled_count(group.key) >= group.min_count
        return SUCCESS if enough else Status(Code.Wait, (WAITS_FOR_MEMBERS,))
