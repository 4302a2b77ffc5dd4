"""How preemption chose: each candidate with its values under each rule, and the nodes where it cannot help."""

from __future__ import annotations

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.cycle import CycleRecord, rejections
from scheduler_core.scheduler.framework.interfaces import Candidate
from scheduler_core.scheduler.framework.status import Code, Status
from scheduler_core.scheduler.plugins.defaultpreemption.choice import RULES, best_candidates
from scheduler_core.scheduler.plugins.defaultpreemption.victims import (
    by_importance,
    split_by_budget,
    start_time,
)

from .contract import NamedFact

MAX_NODES = 200


class PreemptionRule(TypedDict):
    """A rule of pickOneNodeForPreemption: the winning value, and how many candidates it leaves."""

    rule: str
    largest: bool
    """The largest value wins, not the smallest."""
    bound: int | str | None
    """None without candidates; a time for the last rule."""
    before: int
    after: int
    asked: bool
    decided: bool


class VictimFields(TypedDict):
    pod: str
    priority: int
    started: str
    violates_pdb: bool


class PreemptionCandidate(TypedDict):
    """A node on which preemption would make room."""

    node: str
    pdb_violations: int
    victims: list[VictimFields]
    """The most important first."""
    lower: int
    """Pods of a lower priority on the node."""
    values: list[int | str]
    """One for each rule."""
    best: bool
    """It is among those that tie under all rules."""


class ExaminedNode(TypedDict):
    """A node on which preemption was tried and does not help."""

    node: str
    reasons: list[str]
    pods: int
    lower: int
    """Pods of a lower priority."""


class HopelessNode(TypedDict):
    """A node that was not examined, as its rejection is unresolvable."""

    node: str
    plugin: str
    reasons: list[str]


class PreemptionFact(NamedFact):
    """How preemption chose. Of candidates and nodes the first 200 are listed."""

    priority: int
    policy: str
    chosen: str | None
    rules: list[PreemptionRule]
    candidates: list[PreemptionCandidate]
    candidates_total: int
    examined: list[ExaminedNode]
    examined_total: int
    hopeless: list[HopelessNode]
    hopeless_total: int


def preemption_fact(record: CycleRecord) -> PreemptionFact:
    """Return the candidates under pickOneNodeForPreemption's rules, in order; then nodes without a candidate."""
    result = record.post_filter
    if result is None:
        raise KeyError("preemption")
    snapshot = record.framework.handle.snapshot
    hopeless = [
        (node, status)
        for node, status in sorted(rejections(record).items())
        if status.code is Code.UnschedulableAndUnresolvable
    ]
    return {
        "priority": record.pod.template.priority,
        "policy": record.pod.template.preemption_policy,
        "chosen": result.nominated_node or None,
        "rules": _rules(result.candidates),
        "candidates": [_candidate(record, c, result.candidates) for c in result.candidates[:MAX_NODES]],
        "candidates_total": len(result.candidates),
        "examined": [_examined(record, n, s) for n, s in list(result.rejected.items())[:MAX_NODES]],
        "examined_total": len(result.rejected),
        "hopeless": [
            {"node": snapshot.nodes[n].name, "plugin": s.plugin, "reasons": sorted(s.reasons)}
            for n, s in hopeless[:MAX_NODES]
        ],
        "hopeless_total": len(hopeless),
    }


def _rules(candidates: list[Candidate]) -> list[PreemptionRule]:
    """Return per rule the winning value, and how many candidates it leaves."""
    rows: list[PreemptionRule] = []
    left = candidates
    for name, value, largest in RULES:
        bound = (max if largest else min)(map(value, left)) if left else None
        before, left = left, [c for c in left if value(c) == bound]
        has_choice = len(before) > 1
        rows.append(
            {
                "rule": name,
                "largest": largest,
                "bound": bound,
                "before": len(before),
                "after": len(left),
                "asked": has_choice,
                "decided": has_choice and len(left) < len(before),
            }
        )
    return rows


def _candidate(record: CycleRecord, candidate: Candidate, candidates: list[Candidate]) -> PreemptionCandidate:
    handle = record.framework.handle
    lower = [
        p
        for p in handle.snapshot.pods_on(candidate.node)
        if p.template.priority < record.pod.template.priority
    ]
    split = split_by_budget(by_importance(lower), handle.objects.budgets, handle.version)
    violating = {pod.key for pod in split[0]}
    return {
        "node": handle.snapshot.nodes[candidate.node].name,
        "pdb_violations": candidate.pdb_violations,
        "victims": [
            {
                "pod": v.key,
                "priority": v.template.priority,
                "started": start_time(v),
                "violates_pdb": v.key in violating,
            }
            for v in candidate.victims
        ],
        "lower": len(lower),
        "values": [value(candidate) for _, value, _ in RULES],
        "best": candidate in best_candidates(candidates),
    }


def _examined(record: CycleRecord, node: int, status: Status) -> ExaminedNode:
    snapshot = record.framework.handle.snapshot
    pods = snapshot.pods_on(node)
    return {
        "node": snapshot.nodes[node].name,
        "reasons": sorted(status.reasons),
        "pods": len(pods),
        "lower": sum(p.template.priority < record.pod.template.priority for p in pods),
    }
