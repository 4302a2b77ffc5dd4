"""Comparing a pasted message with a cycle, clause by clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from scheduler_core.explain.contract import Clause as CycleClause
from scheduler_core.typeddict import TypedDict

from .event_text import Clause, Message, as_current_version, parse


class ReasonCounts(TypedDict):
    """The number of nodes for a reason, in the text (`theirs`) and in the run (`ours`)."""

    reason: str
    theirs: int
    ours: int
    agreed: bool


class ReasonHolders(TypedDict):
    plugin: str | None
    """The plugin that gives the reason in the run, None if none does."""
    nodes: list[str]
    """The nodes with this reason in the run."""


class ComparedReason(ReasonCounts, ReasonHolders):
    """A reason of the filters."""


class NodeCounts(TypedDict):
    """The size of both clusters."""

    theirs: int
    ours: int


class EventComparison(TypedDict):
    """A pasted message compared with a cycle, reason by reason."""

    agreed: bool
    pod: str
    """The pod that the text names, "" if it names none."""
    nodes: NodeCounts
    placed_on: str | None
    """The node that the run placed the pod on."""
    clauses: list[ComparedReason]
    preemption: list[ReasonCounts]


def compare_event(
    text: str, *, clauses: Iterable[CycleClause], message: str | None, node: str | None, nodes: int
) -> EventComparison:
    """Compare a text with a cycle; raise InvalidInput for a text without a message.

    `clauses` are those of the cycle, each with its reason, plugin and nodes; `message` is its message, `node` the node
    of the pod, `nodes` the number of nodes.
    """
    theirs = parse(text)
    rows = _rows(theirs.clauses, list(clauses))
    preemption = _preemption(theirs, parse(message) if message and _is_message(message) else None)
    equal = theirs.nodes == nodes and all(row["agreed"] for row in (*rows, *preemption))
    return {
        "agreed": equal and node is None,
        "pod": theirs.pod,
        "nodes": {"theirs": theirs.nodes, "ours": nodes},
        "placed_on": node,
        "clauses": rows,
        "preemption": preemption,
    }


def _rows(theirs: Sequence[Clause], ours: Sequence[CycleClause]) -> list[ComparedReason]:
    """Return a row per reason of either side: theirs in their order, then ours."""
    reasons = [clause.reason for clause in theirs] + [each["reason"] for each in ours]
    taints = _FIXED_TAINT_REASON if _FIXED_TAINT_REASON in reasons else ""
    theirs_by_reason: Counter[str] = Counter()
    for clause in theirs:
        theirs_by_reason[_comparable(clause.reason, taints)] += clause.count
    ours_by_reason: dict[str, ReasonHolders] = {}
    for each in ours:
        row = ours_by_reason.setdefault(
            _comparable(each["reason"], taints), {"plugin": each["plugin"], "nodes": []}
        )
        row["nodes"] = [*row["nodes"], *each["nodes"]]
    return [
        {
            "reason": reason,
            "theirs": theirs_by_reason[reason],
            "ours": len(ours_by_reason.get(reason, _NO_HOLDERS)["nodes"]),
            "agreed": theirs_by_reason[reason] == len(ours_by_reason.get(reason, _NO_HOLDERS)["nodes"]),
            **ours_by_reason.get(reason, _NO_HOLDERS),
        }
        for reason in dict.fromkeys((*theirs_by_reason, *ours_by_reason))
    ]


_NO_HOLDERS: ReasonHolders = {"plugin": None, "nodes": []}
_FIXED_TAINT_REASON = "node(s) had untolerated taint(s)"


def _comparable(reason: str, taints: str) -> str:
    """Return the reason in the wording of one version; if one side does not name taints (since v1.35), neither does."""
    reason_now = as_current_version(reason)
    return taints if taints and reason_now.startswith("node(s) had untolerated taint ") else reason_now


def _preemption(theirs: Message, ours: Message | None) -> list[ReasonCounts]:
    """Return a row per reason of preemption, none if the text has no such part."""
    if not theirs.preemption or ours is None:
        return []
    theirs_by_reason, ours_by_reason = (
        _counts_by_reason(theirs.preemption),
        _counts_by_reason(ours.preemption),
    )
    return [
        {
            "reason": reason,
            "theirs": theirs_by_reason.get(reason, 0),
            "ours": ours_by_reason.get(reason, 0),
            "agreed": theirs_by_reason.get(reason) == ours_by_reason.get(reason),
        }
        for reason in dict.fromkeys((*theirs_by_reason, *ours_by_reason))
    ]


def _counts_by_reason(clauses: Iterable[Clause]) -> dict[str, int]:
    return {clause.reason: clause.count for clause in clauses}


def _is_message(message: str) -> bool:
    return "nodes are available" in message or "no nodes available" in message
