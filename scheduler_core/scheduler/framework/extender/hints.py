"""The queueing hint of extenders: any event may help (defaultEnqueueExtension @ v1.34.1)."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.events import ClusterEvent, Hint

from .chain import EXTENDER


class ExtenderHints:
    """The hints of all extenders, which can't tell which events matter to them."""

    name = EXTENDER

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        return Hint.Queue
