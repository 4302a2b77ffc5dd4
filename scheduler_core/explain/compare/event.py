"""Comparing a pasted message with a cycle, clause by clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scheduler_core.explain.view.contract import Clause as CycleClause
from scheduler_core.kubernetes.typeddict import TypedDict

from .event_text import Clause, Message, parse
from .wordings import (
    AFFINITY,
    AFFINITY_RULES,
    EXCLUDED_NODES,
    SPREAD,
    SPREAD_LABEL,
    UNNAMED_TAINTS,
    recognize,
)


class ReasonCounts(TypedDict):
    """The number of nodes for a reason, in the text (`theirs`) and in the run (`ours`)."""

    reason: str
    theirs: int
    ours: int
    agreed: bool


class ReasonHolders(TypedDict):
    plugin: str | None
    """The plugin that gives the reason in the run, None if none does."""
    given_by: str | None
    """The plugin that gives the reason in this or another version, None if none is known."""
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
    theirs = parse(text, nodes=nodes)
    rows = _rows(theirs, list(clauses))
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


def _rows(theirs: Message, ours: Sequence[CycleClause]) -> list[ComparedReason]:
    """Return a row per reason of either side: theirs in their order, then ours.

    A text that was cut may lack reasons of the run.
    """
    their_counts = _counts_by_reason(theirs.clauses)
    holders: dict[str, ReasonHolders] = {}
    for entry in ours:
        row = holders.setdefault(
            recognize(entry["reason"]).words,
            {"plugin": entry["plugin"], "given_by": entry["plugin"], "nodes": []},
        )
        row["nodes"] = [*row["nodes"], *entry["nodes"]]
    if not AFFINITY_RULES.isdisjoint(holders):
        holders.pop(AFFINITY, None)
    words = _common_words(their_counts, {reason: len(row["nodes"]) for reason, row in holders.items()})
    their_counts = _renamed_counts(their_counts, words)
    holders = _renamed_holders(holders, words)
    rows: list[ComparedReason] = []
    for reason in dict.fromkeys((*their_counts, *holders)):
        row = holders.get(reason, {"plugin": None, "given_by": recognize(reason).plugin, "nodes": []})
        count = their_counts.get(reason, 0)
        agreed = count == len(row["nodes"]) or (theirs.is_cut and reason not in their_counts)
        rows.append({"reason": reason, "theirs": count, "ours": len(row["nodes"]), "agreed": agreed, **row})
    return rows


def _common_words(theirs: Mapping[str, int], ours: Mapping[str, int]) -> dict[str, str]:
    """Return the words of the less precise side for reasons that versions tell apart or not, by the words of either."""
    reasons = {*theirs, *ours}
    words = {
        reason: imprecise
        for imprecise, beginning in _IMPRECISE.items()
        if imprecise in reasons
        for reason in reasons
        if reason.startswith(beginning)
    }
    # Up to 1.19 a node without the label was not told apart.
    spread = [side.get(SPREAD, 0) + side.get(SPREAD_LABEL, 0) for side in (theirs, ours)]
    if (SPREAD_LABEL in theirs) != (SPREAD_LABEL in ours) and spread[0] == spread[1]:
        words[SPREAD_LABEL] = SPREAD
    return words


_IMPRECISE = {
    UNNAMED_TAINTS: "node(s) had untolerated taint {",
    EXCLUDED_NODES: "node(s) didn't satisfy plugin(s) [",
}


def _renamed_counts(counts: Mapping[str, int], words: Mapping[str, str]) -> Counter[str]:
    renamed: Counter[str] = Counter()
    for reason, count in counts.items():
        renamed[words.get(reason, reason)] += count
    return renamed


def _renamed_holders(
    holders: Mapping[str, ReasonHolders], words: Mapping[str, str]
) -> dict[str, ReasonHolders]:
    renamed: dict[str, ReasonHolders] = {}
    for reason, row in holders.items():
        same = renamed.setdefault(words.get(reason, reason), {**row, "nodes": []})
        same["nodes"] = [*same["nodes"], *row["nodes"]]
    return renamed


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


def _counts_by_reason(clauses: Iterable[Clause]) -> Counter[str]:
    """Return the number of nodes by reason, without what older versions add to a rule of pod affinity."""
    counts: Counter[str] = Counter()
    for clause in clauses:
        counts[recognize(clause.reason).words] += clause.count
    if not AFFINITY_RULES.isdisjoint(counts):
        counts.pop(AFFINITY, None)
    return counts


def _is_message(message: str) -> bool:
    return "nodes are available" in message or "no nodes available" in message
