"""The pending pods of a running cluster by cause, and what changed just before a cause came up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from scheduler_core.explain.view.causes.contract import CauseClause, PodGroup, Reason
from scheduler_core.explain.view.causes.figures import in_order
from scheduler_core.explain.view.causes.headings import clauses
from scheduler_core.explain.view.causes.reasons import refusals
from scheduler_core.explain.view.causes.titles import title
from scheduler_core.explain.view.causes.workload import pod_groups
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.outcome import Skipped

from .contract import LiveCause, LiveSentence

_MOST_CAUSES: Final = 50
_MOST_WORKLOADS: Final = 20


@dataclass(slots=True)
class _Cause:
    reasons: list[Reason]
    clauses: list[CauseClause]
    title: str
    since: float
    before: list[LiveSentence] = field(default_factory=list)
    decision: int | None = None
    pods: dict[str, float] = field(default_factory=dict)
    """Since when each waits."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A cause that came up with a pod, or went."""

    cause: str
    at: float
    pod: str
    appeared: bool


@dataclass(slots=True)
class Pending:
    """Which pods wait for which cause. `turns` are causes that came up or went since somebody last took them."""

    causes: dict[str, _Cause] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    _cause_of: dict[str, str] = field(default_factory=dict)
    _pods: dict[str, Pod] = field(default_factory=dict)

    def clear(self) -> None:
        """Forget all pods; their causes are not said to have gone."""
        self.causes.clear()
        self.turns.clear()
        self._cause_of.clear()
        self._pods.clear()

    def cause_of(self, pod: str) -> str | None:
        """Return the key of the cause for which a pod waits."""
        return self._cause_of.get(pod)

    def waits(self, pod: Pod) -> None:
        """Note a pod that waits."""
        self._pods[pod.key] = pod

    def remove(self, pod: str, at: float) -> None:
        """Forget a pod: it has a node, or is gone."""
        self._pods.pop(pod, None)
        self._leave(pod, at)

    def fails(
        self, pod: Pod, at: float, result: CycleRecord | Skipped | None, message: str, *, since: float
    ) -> str:
        """Note the cause of a failed attempt, of our cycle or in the scheduler's words; return its key."""
        reasons = _reasons(result, message)
        text = repr(sorted((r["plugin"], r["kind"], r["operand"]) for r in reasons))
        key = sha256(text.encode()).hexdigest()[:16]
        if self._cause_of.get(pod.key) != key:
            self._leave(pod.key, at)
        if key not in self.causes:
            self.causes[key] = _Cause(reasons, clauses(reasons), title(reasons), at)
            self.turns.append(Turn(key, at, pod.key, appeared=True))
        self.causes[key].pods[pod.key] = since
        self._cause_of[pod.key] = key
        self._pods[pod.key] = pod
        return key

    def _leave(self, pod: str, at: float) -> None:
        key = self._cause_of.pop(pod, None)
        if key is None:
            return
        cause = self.causes[key]
        cause.pods.pop(pod, None)
        if not cause.pods:
            self.turns.append(Turn(key, at, "", appeared=False))

    def decided(self, key: str, decision: int) -> None:
        """Note the entry of the last failed attempt for a cause."""
        if key in self.causes:
            self.causes[key].decision = decision

    def settle(self) -> None:
        """Drop causes without pending pods."""
        self.causes = {key: cause for key, cause in self.causes.items() if cause.pods}

    def counts(self) -> dict[str, int]:
        """Return how many pods wait for each cause."""
        return {key: len(cause.pods) for key, cause in self.causes.items() if cause.pods}

    def listed(self) -> list[LiveCause]:
        """Return the causes, those with most pods first."""
        ordered = sorted(self.causes.items(), key=lambda item: -len(item[1].pods))
        return [self.cause(key) for key, cause in ordered[:_MOST_CAUSES] if cause.pods]

    def cause(self, key: str) -> LiveCause:
        """Return a cause; raise KeyError."""
        cause = self.causes[key]
        found: LiveCause = {
            "key": key,
            "clauses": cause.clauses,
            "title": cause.title,
            "pod_count": len(cause.pods),
            "workloads": self._workloads(cause.pods),
            "since": _time(cause.since),
            "oldest": _time(min(cause.pods.values(), default=cause.since)),
            "before": cause.before,
            "decision": cause.decision,
        }
        if short := [reason["operand"] for reason in cause.reasons if reason["kind"] == "resource"]:
            requests = [pod.template.requests for pod in self._those(cause.pods)]
            found["requested"] = {name: sum(each.get(name, 0) for each in requests) for name in short}
        return found

    def _workloads(self, names: Iterable[str]) -> list[PodGroup]:
        return pod_groups(self._those(names))[:_MOST_WORKLOADS]

    def _those(self, names: Iterable[str]) -> list[Pod]:
        return [self._pods[name] for name in names if name in self._pods]


def _reasons(result: CycleRecord | Skipped | None, message: str) -> list[Reason]:
    if result is not None:
        reasons = [reason.as_json() for reason in in_order(refusals(result).reasons)]
        if reasons:
            return reasons
    words = message.partition(":")[2].strip() or message
    return [{"plugin": "", "kind": "message", "operand": words, "message": words}]


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()
