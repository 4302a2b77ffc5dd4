"""What can be said about waiting pods where nodes may not be read: what the scheduler's own messages mean."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from scheduler_core.explain.messages.contract import ExplainedMessage
from scheduler_core.explain.messages.explain import explain_message
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.resources_read import NODES, PODS
from scheduler_core.kubernetes.typeddict import TypedDict

from .explained_message import message_lines
from .kubectl.cluster import Unread
from .live import Live, print_value, unread_lines
from .terminal import Terminal


class ExplainedMessages(TypedDict):
    """The scheduler's messages about pods that wait, where nothing can be computed."""

    context: str
    unread: list[Unread]
    explained: list[ExplainedPods]


class ExplainedPods(TypedDict):
    """Pods with the same message."""

    pods: list[str]
    message: str
    """Empty if the scheduler has said nothing."""
    explanation: ExplainedMessage | None


def explain_without_nodes(live: Live, pods: Iterable[Pod], output: str | None) -> int:
    """Print the scheduler's messages about pods that wait, in plain words; return 1 if there is one, else 0."""
    waiting: dict[str, list[str]] = {}
    for pod in pods:
        if not pod.node_name:
            waiting.setdefault(live.cluster.messages.get(pod.key, ""), []).append(pod.key)
    explained: list[ExplainedPods] = [
        {"pods": names, "message": message, "explanation": explain_message(message) if message else None}
        for message, names in waiting.items()
    ]
    if output in ("json", "yaml"):
        context, unread = live.cluster.context, live.cluster.unread
        answer: ExplainedMessages = {"context": context, "unread": unread, "explained": explained}
        print_value(answer, output)
    else:
        print(*_lines(explained), sep="\n")
    decisive = [unread for unread in live.cluster.unread if unread["resource"] in (NODES, PODS)]
    print(*unread_lines(decisive, Terminal.of_stdout()), sep="\n", file=sys.stderr)
    return int(bool(waiting))


def _lines(explained: list[ExplainedPods]) -> Iterator[str]:
    for group in explained:
        names = group["pods"]
        yield ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        if group["explanation"] is not None:
            yield from (f"  {line}".rstrip() for line in message_lines(group["explanation"]))
        else:
            yield "  the scheduler has said nothing about it"
    if not explained:
        yield "no pod is pending"
