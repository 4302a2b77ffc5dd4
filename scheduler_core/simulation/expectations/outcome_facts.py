"""Facts about the outcome of a pod."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.sentences import Sentence, listed, verbatim, worded

from .finding import NOT_ATTEMPTED, PENDING, Finding, Where, because, not_met, step_of
from .finished_run import FinishedRun

ZONE = "topology.kubernetes.io/zone"


@dataclass(frozen=True, slots=True)
class OnNode:
    """The pod is placed on this node."""

    pod: str
    node: str
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        return worded("{pod} on {node}", pod=_named(self), node=self.node)

    def check(self, run: FinishedRun) -> Finding:
        node, where = _node(run, self.pod, self.attempt)
        return Finding(
            node == self.node, verbatim(node) if node else _unplaced(run, self.pod, self.attempt), where
        )


@dataclass(frozen=True, slots=True)
class InDomain:
    """The pod is placed on a node whose label has this value."""

    pod: str
    key: str
    value: str
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        return worded("{pod} in {label}", pod=_named(self), label=f"{self.key}={self.value}")

    def check(self, run: FinishedRun) -> Finding:
        node, where = _node(run, self.pod, self.attempt)
        if node is None:
            return not_met(_unplaced(run, self.pod, self.attempt), where)
        value = run.label_of(node, self.key)
        if value is None:
            return not_met(worded("{node}, which has no {key}", node=node, key=self.key), where)
        actual = verbatim(f"{node}, {self.key}={value}")
        return Finding(value == self.value, actual, where)


@dataclass(frozen=True, slots=True)
class Pending:
    """The attempt does not place the pod, with this text in its message; or, if not `pending`, it places the pod."""

    pod: str
    pending: bool = True
    reason: str = ""
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        if not self.pending:
            return worded("{pod} placed", pod=_named(self))
        return because(Sentence("{pod} {state}", {"pod": _named(self), "state": PENDING}), self.reason)

    def check(self, run: FinishedRun) -> Finding:
        node, where = _node(run, self.pod, self.attempt)
        if node is not None:
            return Finding(not self.pending, verbatim(node), where)
        event = run.require_attempt(self.pod, self.attempt)
        message = event["message"] or event["skipped"] or ""
        return Finding(self.pending and self.reason in message, because(verbatim(PENDING), message), where)


@dataclass(frozen=True, slots=True)
class Victims:
    """Preemption deletes exactly these pods, in any order, and nominates this node."""

    pod: str
    victims: tuple[str, ...]
    nominated_node: str = ""
    attempt: int | None = None

    @property
    def sentence(self) -> Sentence:
        evicts = _evicts(self.victims, self.nominated_node)
        return Sentence("{pod} {evicts}", {"pod": _named(self), "evicts": evicts})

    def check(self, run: FinishedRun) -> Finding:
        event = run.require_attempt(self.pod, self.attempt)
        node = event["nominated_node"] or ""
        holds = set(map(run.key, self.victims)) == set(event["victims"])
        holds &= self.nominated_node in ("", node)
        return Finding(holds, _evicts(event["victims"], node), step_of(event, "Result"))


def _evicts(pods: Sequence[str], node: str) -> Sentence:
    if not pods:
        return worded("evicts nothing on {node}", node=node) if node else worded("evicts nothing")
    if node:
        return worded("evicts {pods} on {node}", pods=listed(pods), node=node)
    return worded("evicts {pods}", pods=listed(pods))


def _named(fact: OnNode | InDomain | Pending | Victims) -> Sentence:
    if fact.attempt is None:
        return verbatim(fact.pod)
    return worded("{pod} (attempt {number})", pod=fact.pod, number=fact.attempt)


def _node(run: FinishedRun, pod: str, attempt: int | None) -> tuple[str | None, Where | None]:
    """Return the node of the attempt, or the node that the pod runs on if there was no attempt."""
    event = run.attempt(pod, attempt)
    if event is None:
        return (run.node_of(pod) if attempt is None else None), None
    return event["node"], step_of(event, "Result")


def _unplaced(run: FinishedRun, pod: str, attempt: int | None) -> Sentence:
    return NOT_ATTEMPTED if run.attempt(pod, attempt) is None else verbatim(PENDING)
