"""Since when nodes are closed: cordoned, or with a taint that keeps pods away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from scheduler_core.kubernetes.objects.node import Node

from .contract import LiveClosed, LiveNode

HARD: Final = ("NoSchedule", "NoExecute")
_CORDON: Final = "node.kubernetes.io/unschedulable"


@dataclass(slots=True)
class Closed:
    """What closes each node, and since when it does by what was heard; None if it did before."""

    _since: dict[str, dict[str, str | None]] = field(default_factory=dict)

    def begin(self, nodes: Iterable[Node], known: Iterable[LiveNode] = ()) -> None:
        """Begin with nodes as they are listed; `known` is what was known of them before."""
        before = {node["name"]: {c["what"]: c["since"] for c in node.get("closed", ())} for node in known}
        self._since = {
            node.name: {what: before.get(node.name, {}).get(what) for what in closed}
            for node in nodes
            if (closed := list(closed_by(node)))
        }

    def note(self, name: str, before: Node | None, after: Node | None, at: float) -> None:
        """Take a node as it is from a time on, None: gone."""
        closed = list(closed_by(after)) if after is not None else []
        if not closed:
            self._since.pop(name, None)
            return
        known, time = self._since.get(name, {}), datetime.fromtimestamp(at, UTC).isoformat()
        former = set(closed_by(before)) if before is not None else set()
        self._since[name] = {what: known.get(what) if what in former else time for what in closed}

    def of(self, name: str) -> list[LiveClosed]:
        """Return what closes a node."""
        return [{"what": what, "since": since} for what, since in self._since.get(name, {}).items()]


def closed_by(node: Node) -> Iterator[str]:
    """Yield what closes a node: "" if it is cordoned, and its taints; the taint of a cordon is not named again."""
    if node.unschedulable:
        yield ""
    for taint in node.taints:
        if taint.effect in HARD and not (node.unschedulable and taint.key == _CORDON):
            yield str(taint)
