"""Facts about the outcome of a pod."""

from __future__ import annotations

from dataclasses import dataclass

from .finding import NOT_ATTEMPTED, PENDING, Finding, Where, not_met, step_of
from .finished_run import FinishedRun

ZONE = "topology.kubernetes.io/zone"


@dataclass(frozen=True, slots=True)
class OnNode:
    """The pod is placed on this node."""

    pod: str
    node: str
    attempt: int | None = None

    def __str__(self) -> str:
        return f"{_named(self)} on {self.node}"

    def check(self, run: FinishedRun) -> Finding:
        node, where = _node(run, self.pod, self.attempt)
        return Finding(node == self.node, node or _unplaced(run, self.pod, self.attempt), where)


@dataclass(frozen=True, slots=True)
class InDomain:
    """The pod is placed on a node whose label has this value."""

    pod: str
    key: str
    value: str
    attempt: int | None = None

    def __str__(self) -> str:
        return f"{_named(self)} in {self.key}={self.value}"

    def check(self, run: FinishedRun) -> Finding:
        node, where = _node(run, self.pod, self.attempt)
        if node is None:
            return not_met(_unplaced(run, self.pod, self.attempt), where)
        value = run.label_of(node, self.key)
        actual = f"{node}, {self.key}={value}" if value is not None else f"{node}, which has no {self.key}"
        return Finding(value == self.value, actual, where)


@dataclass(frozen=True, slots=True)
class Pending:
    """The attempt does not place the pod, with this text in its message; or, if not `pending`, it places the pod."""

    pod: str
    pending: bool = True
    reason: str = ""
    attempt: int | None = None

    def __str__(self) -> str:
        if not self.pending:
            return f"{_named(self)} placed"
        return f"{_named(self)} {PENDING}" + (f": {self.reason}" if self.reason else "")

    def check(self, run: FinishedRun) -> Finding:
        node, where = _node(run, self.pod, self.attempt)
        if node is not None:
            return Finding(not self.pending, node, where)
        event = run.require_attempt(self.pod, self.attempt)
        message = event["message"] or event["skipped"] or ""
        return Finding(self.pending and self.reason in message, f"{PENDING}: {message}", where)


@dataclass(frozen=True, slots=True)
class Victims:
    """Preemption deletes exactly these pods, in any order, and nominates this node."""

    pod: str
    victims: tuple[str, ...]
    nominated_node: str = ""
    attempt: int | None = None

    def __str__(self) -> str:
        node = f" on {self.nominated_node}" if self.nominated_node else ""
        return f"{_named(self)} evicts {', '.join(self.victims) or 'nothing'}{node}"

    def check(self, run: FinishedRun) -> Finding:
        event = run.require_attempt(self.pod, self.attempt)
        node = event["nominated_node"] or ""
        holds = set(map(run.key, self.victims)) == set(event["victims"])
        holds &= self.nominated_node in ("", node)
        evicted = ", ".join(event["victims"]) or "nothing"
        return Finding(holds, f"evicts {evicted}" + (f" on {node}" if node else ""), step_of(event, "Result"))


def _named(fact: OnNode | InDomain | Pending | Victims) -> str:
    return fact.pod if fact.attempt is None else f"{fact.pod} (attempt {fact.attempt})"


def _node(run: FinishedRun, pod: str, attempt: int | None) -> tuple[str | None, Where | None]:
    """Return the node of the attempt, or the node that the pod runs on if there was no attempt."""
    event = run.attempt(pod, attempt)
    if event is None:
        return (run.node_of(pod) if attempt is None else None), None
    return event["node"], step_of(event, "Result")


def _unplaced(run: FinishedRun, pod: str, attempt: int | None) -> str:
    return NOT_ATTEMPTED if run.attempt(pod, attempt) is None else PENDING
