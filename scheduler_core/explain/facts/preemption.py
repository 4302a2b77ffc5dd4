"""How preemption chose: each candidate with its values under each rule, and the nodes where it cannot help."""

from __future__ import annotations

from scheduler_core.cycle.cycle import CycleRecord, rejections
from scheduler_core.explain.trace import Json
from scheduler_core.framework.interfaces import Candidate
from scheduler_core.framework.status import Code, Status
from scheduler_core.plugins.defaultpreemption.choice import RULES, best_candidates
from scheduler_core.plugins.defaultpreemption.victims import importance, split_by_budget, start_time

MAX_NODES = 200


def preemption_fact(record: CycleRecord) -> Json:
    """The candidates under pickOneNodeForPreemption's rules, in order; then nodes without a candidate."""
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


def _rules(candidates: list[Candidate]) -> list[Json]:
    """Per rule the value that stays in, and how many candidates it leaves."""
    rows: list[Json] = []
    left = candidates
    for name, value, largest in RULES:
        bound = (max if largest else min)(map(value, left)) if left else None
        before, left = left, [c for c in left if value(c) == bound]
        asked = len(before) > 1
        rows.append(
            {
                "rule": name,
                "largest": largest,
                "bound": bound,
                "before": len(before),
                "after": len(left),
                "asked": asked,
                "decided": asked and len(left) < len(before),
            }
        )
    return rows


def _candidate(record: CycleRecord, candidate: Candidate, candidates: list[Candidate]) -> Json:
    handle = record.framework.handle
    lower = [
        p
        for p in handle.snapshot.pods_on(candidate.node)
        if p.template.priority < record.pod.template.priority
    ]
    violating = {p.key for p in split_by_budget(sorted(lower, key=importance), handle.objects.budgets)[0]}
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


def _examined(record: CycleRecord, node: int, status: Status) -> Json:
    snapshot = record.framework.handle.snapshot
    pods = snapshot.pods_on(node)
    return {
        "node": snapshot.nodes[node].name,
        "reasons": sorted(status.reasons),
        "pods": len(pods),
        "lower": sum(p.template.priority < record.pod.template.priority for p in pods),
    }
