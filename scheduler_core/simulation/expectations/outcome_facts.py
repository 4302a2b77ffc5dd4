"""Facts about the outcome: of a pod, under other versions of Kubernetes, and of a workload at Kueue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.sentences import Sentence, listed, verbatim, worded

from .finding import NOT_ATTEMPTED, PENDING, Finding, Where, because, not_met, step_of
from .finished_run import FinishedRun, NoRun

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


@dataclass(frozen=True, slots=True)
class Admitted:
    """Kueue admits the workload; or, if not `admitted`, it does not, with this text in its message."""

    workload: str
    admitted: bool = True
    reason: str = ""

    @property
    def sentence(self) -> Sentence:
        if self.admitted:
            return worded("{workload} admitted", workload=self.workload)
        return because(worded("{workload} not admitted", workload=self.workload), self.reason)

    def check(self, run: FinishedRun) -> Finding:
        admission = run.admission(self.workload)
        if admission is None:
            return not_met(worded("no such workload"))
        admitted, message = admission
        actual = worded("admitted") if admitted else worded("not admitted: {message}", message=message)
        return Finding(admitted == self.admitted and (admitted or self.reason in message), actual)


MAX_LISTED = 5


@dataclass(frozen=True, slots=True)
class SamePlacement:
    """The pods, or one of them, end alike under two versions. Without `before` that is the version of the run."""

    after: str
    before: str = ""
    pod: str = ""

    @property
    def sentence(self) -> Sentence:
        pod = self.pod or worded("every pod")
        if self.before:
            return worded(
                "{pod} stays from {before} to {after}", pod=pod, before=self.before, after=self.after
            )
        return worded("{pod} stays on {version}", pod=pod, version=self.after)

    def check(self, run: FinishedRun) -> Finding:
        pod = run.key(self.pod) if self.pod else ""
        try:
            shifts = [shift for shift in run.shifts(self.before, self.after) if pod in ("", shift.pod)]
        except NoRun as error:
            return not_met(error.sentence)
        if not shifts:
            return Finding(holds=True, actual=worded("nothing moves"))
        moved = ", ".join(f"{s.pod} {s.before} -> {s.after} ({s.cause})" for s in shifts[:MAX_LISTED])
        actual = worded("{n} moved: {pods}", n=len(shifts), pods=moved)
        if more := len(shifts[MAX_LISTED:]):
            actual = worded("{moved}, and {n} more", moved=actual, n=more)
        return Finding(holds=False, actual=actual)
