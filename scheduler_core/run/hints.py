"""Whether an event is worth another attempt.

Mirrors isPodWorthRequeuing of pkg/scheduler/backend/queue/scheduling_queue.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scheduler_core.framework.events import (
    ClusterEvent,
    EnqueueExtensions,
    EventKind,
    Hint,
    HintName,
)
from scheduler_core.framework.interfaces import implements
from scheduler_core.objects.pod import Pod


@dataclass(frozen=True, slots=True)
class Verdict:
    """`hints` by plugin that rejected the pod; None where the plugin is not interested in such events."""

    requeue: bool
    hints: dict[str, HintName | None] = field(default_factory=dict)


def worth_requeuing(
    pod: Pod, rejectors: Iterable[str], plugins: Iterable[object], event: ClusterEvent
) -> Verdict:
    """One of the plugins that rejected the pod must say Queue; a pod that no plugin rejected always moves."""
    wanted = set(rejectors)
    if not wanted or event.kind is EventKind.UnschedulableTimeout:
        return Verdict(requeue=True)
    hints: dict[str, HintName | None] = dict.fromkeys(sorted(wanted))
    for plugin in plugins:
        if implements(plugin, EnqueueExtensions) and plugin.name in wanted:
            hint = plugin.queueing_hint(pod, event)
            hints[plugin.name] = hint.label if hint else None
    return Verdict(Hint.Queue in hints.values(), hints)
