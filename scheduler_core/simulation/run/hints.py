"""Whether an event makes another attempt worthwhile.

Mirrors isPodWorthRequeuing of pkg/scheduler/backend/queue/scheduling_queue.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.events import (
    ClusterEvent,
    EnqueueExtensions,
    EventKind,
    Hint,
    HintName,
)
from scheduler_core.scheduler.framework.interfaces import Plugin, implements


@dataclass(frozen=True, slots=True)
class RequeueDecision:
    """Whether to requeue a pod. `hints` by plugin that rejected it; None if the plugin ignores such events."""

    requeue: bool
    hints: dict[str, HintName | None] = field(default_factory=dict)


def worth_requeuing(
    pod: Pod, rejectors: Iterable[str], plugins: Iterable[Plugin], event: ClusterEvent
) -> RequeueDecision:
    """Decide whether to requeue: a plugin that rejected the pod must say Queue, or no plugin rejected it."""
    names = set(rejectors)
    if not names or event.kind is EventKind.UnschedulableTimeout:
        return RequeueDecision(requeue=True)
    hints: dict[str, HintName | None] = dict.fromkeys(sorted(names))
    for plugin in plugins:
        if plugin.name in names and implements(plugin, EnqueueExtensions):
            hint = plugin.queueing_hint(pod, event)
            hints[plugin.name] = hint.label if hint else None
    return RequeueDecision(Hint.Queue in hints.values(), hints)
