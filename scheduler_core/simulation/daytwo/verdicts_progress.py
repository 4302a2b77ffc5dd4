"""Whether workloads become what they are to be, and what those wait for that do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .contract import (
    PlayConstraint,
    PlayMoment,
    PlayStay,
    PlayWorkload,
    ProgressVerdict,
    SeriesPoint,
    Timeline,
    Why,
    WorkloadBounds,
)
from .moments import Span, index_at
from .recording import why
from .verdicts_skew import SpreadOverTime, Spreads, domain_of

_KINDS = ("Deployment", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet")


def progress_verdicts(timeline: Timeline, span: Span, spreads: Spreads) -> Iterator[ProgressVerdict]:
    """Yield the verdict for each workload that an action touches, if nothing more happens at its end."""
    if not span.action["settled"]:
        return
    for workload in timeline["workloads"]:
        moments = [point["moment"] for point in workload["series"]]
        is_touched = span.touches(moments) or _refusal(timeline, span, workload) is not None
        if workload["kind"] in _KINDS and is_touched:
            yield progress_of(timeline, span, workload, spreads)


def progress_of(timeline: Timeline, span: Span, workload: PlayWorkload, spreads: Spreads) -> ProgressVerdict:
    """Return the verdict for a workload at the end of an action."""
    outcome, action = _Outcome(timeline, span, workload, spreads), span.action
    moments = [point["moment"] for point in workload["series"]]
    refusal = _refusal(timeline, span, workload)
    changed = max((m for m in moments if action["first"] <= m <= action["last"]), default=action["last"])
    finishes = refusal is None and outcome.is_complete
    cause = refusal["why"] if refusal else why("complete") if finishes else outcome.impasse()
    return {
        "workload": workload["workload"],
        "verdict": "finishes" if finishes else "stuck",
        "seconds": round(span.at(changed) - action["at"], 3),
        "pending": outcome.counts["pending"],
        "why": cause,
    }


def _refusal(timeline: Timeline, span: Span, workload: PlayWorkload) -> PlayMoment | None:
    """Return the last refused eviction of a pod that is still where it was at the end of an action."""
    last = span.action["last"]
    leaving = {
        stay["pod"]
        for stay in timeline["stays"]
        if (stay["deleting"] or stay["gone"]) is not None and _is_over(stay, last)
    }
    for moment in reversed(timeline["moments"][span.action["first"] : last + 1]):
        is_refusal = moment["kind"] == "eviction-refused" and moment.get("workload") == workload["workload"]
        if is_refusal and moment.get("pod") not in leaving:
            return moment
    return None


def _is_over(stay: PlayStay, moment: int) -> bool:
    """Return whether a stay has ended, or ends, at a moment."""
    return any(end is not None and end <= moment for end in (stay["deleting"], stay["gone"]))


@dataclass(frozen=True)
class _Outcome:
    """A workload at the end of an action."""

    timeline: Timeline
    span: Span
    workload: PlayWorkload
    spreads: Spreads

    @property
    def last(self) -> int:
        return self.span.action["last"]

    @property
    def counts(self) -> SeriesPoint:
        series = self.workload["series"]
        return series[max(index_at([point["moment"] for point in series], self.last), 0)]

    @property
    def bounds(self) -> WorkloadBounds:
        bounds = self.workload["bounds"]
        return bounds[max(index_at([bound["moment"] for bound in bounds], self.last), 0)]

    @property
    def is_complete(self) -> bool:
        counts, replicas = self.counts, self.bounds["replicas"]
        return counts["pending"] == 0 and counts["in_all"] == replicas == counts["available"]

    def impasse(self) -> Why:
        """Return what the workload waits for, with the operands of the deadlock if it is one."""
        waiting = self._waiting()
        if not waiting:
            return self._held_back()
        message = self._message(waiting)
        required = [
            (constraint, self.spreads[self.workload["workload"], number])
            for number, constraint in enumerate(self.workload["constraints"])
            if constraint["required"]
        ]
        return (
            self._surge_deadlock(required, message)
            or self._exclusion(required, message)
            or self._closed_domains(required, message)
            or why("scheduler rejected", message=message)
        )

    def _stays(self) -> Iterator[PlayStay]:
        """Yield the pods that there are, those that are being deleted among them."""
        for stay in self.timeline["stays"]:
            is_gone = stay["gone"] is not None and stay["gone"] <= self.last
            if stay["workload"] == self.workload["workload"] and stay["created"] <= self.last and not is_gone:
                yield stay

    def _waiting(self) -> list[str]:
        return [
            stay["pod"]
            for stay in self._stays()
            if (stay["placed"] is None or stay["placed"] > self.last) and not _is_over(stay, self.last)
        ]

    def _message(self, pods: list[str]) -> str:
        """Return the scheduler's last message for one of the pods."""
        for moment in reversed(self.timeline["moments"][: self.last + 1]):
            if moment["kind"] == "pod-pending" and moment.get("pod") in pods:
                return str(moment["why"]["operands"].get("message", ""))
        return ""

    def _held_back(self) -> Why:
        """Return why pods are missing though none waits: some can neither run nor be replaced on silent nodes."""
        lost = {
            node["name"]
            for node in self.timeline["nodes"]
            for index in [index_at([state["moment"] for state in node["states"]], self.last)]
            if index >= 0 and node["states"][index]["lost"]
        }
        held = [stay for stay in self._stays() if stay["node"] in lost]
        nodes = sorted({stay["node"] or "" for stay in held})
        if not held:
            return why("pods missing", available=self.counts["available"], replicas=self.bounds["replicas"])
        return why("held by lost nodes", pods=[stay["pod"] for stay in held], nodes=nodes)

    def _surge_deadlock(
        self, required: list[tuple[PlayConstraint, SpreadOverTime]], message: str
    ) -> Why | None:
        """Return the deadlock of a rollout: new pods need a domain, and old ones keep all until one is available.

        Without pods of an older revision there is no rollout, and nothing that a smaller surge would let go.
        """
        if not self._has_old_pods():
            return None
        surge = self.bounds["in_all_at_most"] - self.bounds["replicas"]
        for constraint, spread in required:
            domains = spread.counts(self.last)
            is_full = bool(domains) and all(domains.values())
            keeps = self.counts["available"] <= self.bounds["available_at_least"]
            if constraint["kind"] == "anti-affinity" and is_full and surge > 0 and keeps:
                return why(
                    "surge deadlock",
                    replicas=self.bounds["replicas"],
                    key=constraint["topology_key"],
                    domains=len(domains),
                    surge=surge,
                    available_at_least=self.bounds["available_at_least"],
                    message=message,
                )
        return None

    def _has_old_pods(self) -> bool:
        """Return whether pods of an older revision than the newest one hold nodes."""
        stays = [*self._stays()]
        revisions = [
            revision
            for revision in self.workload["revisions"]
            if any(s["revision"] == revision for s in stays)
        ]
        return any(
            stay["revision"] in revisions[:-1] and stay["placed"] is not None and stay["placed"] <= self.last
            for stay in stays
        )

    def _exclusion(self, required: list[tuple[PlayConstraint, SpreadOverTime]], message: str) -> Why | None:
        """Return the deadlock of constraints that leave nodes each, and none together."""
        open_nodes = [self._open_nodes(constraint, spread) for constraint, spread in required]
        if len(required) < 2 or not all(open_nodes) or frozenset.intersection(*open_nodes):
            return None
        return why(
            "constraints exclude each other",
            keys=[constraint["topology_key"] for constraint, _ in required],
            open_domains=[
                f"{constraint['topology_key']}={value}"
                for constraint, spread in required
                for value in self._open_domains(constraint, spread)
            ],
            message=message,
        )

    def _closed_domains(
        self, required: list[tuple[PlayConstraint, SpreadOverTime]], message: str
    ) -> Why | None:
        """Return the constraint that leaves some domains only, none of whose nodes takes the pod."""
        for constraint, spread in required:
            counts, is_open = spread.counts(self.last), self._open_domains(constraint, spread)
            if len(is_open) < len(counts):
                return why(
                    "open domains full" if is_open else "no open domain",
                    key=constraint["topology_key"],
                    max_skew=constraint["max_skew"],
                    counts=[f"{value} {count}" for value, count in counts.items()],
                    open_domains=is_open,
                    message=message,
                )
        return None

    def _open_domains(self, constraint: PlayConstraint, spread: SpreadOverTime) -> list[str]:
        """Return the domains in which one more pod would not exceed the constraint."""
        counts = spread.counts(self.last)
        if constraint["kind"] == "anti-affinity":
            return [value for value, count in counts.items() if not count]
        is_short = len(counts) < (constraint["min_domains"] or 0)
        least = 0 if is_short else min(counts.values(), default=0)
        return [value for value, count in counts.items() if count + 1 - least <= constraint["max_skew"]]

    def _open_nodes(self, constraint: PlayConstraint, spread: SpreadOverTime) -> frozenset[str]:
        values, key = self._open_domains(constraint, spread), constraint["topology_key"]
        return frozenset(
            node["name"] for node in self.timeline["nodes"] if domain_of(node, key, self.last) in values
        )
