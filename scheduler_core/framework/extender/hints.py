"""What an extender that rejected a pod waits for: anything (defaultEnqueueExtension @ v1.34.1)."""

from __future__ import annotations

from scheduler_core.framework.events import ClusterEvent, Hint
from scheduler_core.objects.pod import Pod

from .chain import EXTENDER


class ExtenderHints:
    """Extenders can't say which events matter to them."""

    name = EXTENDER

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        return Hint.Queue
