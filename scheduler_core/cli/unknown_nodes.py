"""What can be said about waiting pods where nodes may not be read: what the scheduler's own messages mean."""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.explain.messages.explain import explain_message
from scheduler_core.kubernetes.objects.pod import Pod

from .explained_message import message_lines
from .live import Live


def explain_without_nodes(live: Live, pods: Iterable[Pod]) -> int:
    """Print the scheduler's messages about pods that wait, in plain words; return 1 if there is one, else 0."""
    waiting: dict[str, list[str]] = {}
    for pod in pods:
        if not pod.node_name:
            waiting.setdefault(live.cluster.messages.get(pod.key, ""), []).append(pod.key)
    for message, names in waiting.items():
        print(f"{', '.join(names[:4])}{f' and {len(names) - 4} more' if len(names) > 4 else ''}")
        if message:
            print(*(f"  {line}".rstrip() for line in message_lines(explain_message(message))), sep="\n")
        else:
            print("  the scheduler has said nothing about it")
    if not waiting:
        print("no pod waits")
    return int(bool(waiting))
