"""A pasted message against the cycle that it is about, clause by clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from scheduler_core.explain.contract import Clause as CycleClause
from scheduler_core.typeddict import TypedDict

from .event_text import Clause, Message, current, parse


class ReasonCounts(TypedDict):
    """So many nodes for a reason, in the text and in the run."""

    reason: str
    theirs: int
    ours: int
    agreed: bool


class ReasonHolders(TypedDict):
    plugin: str | None
    """The plugin that gives the reason in the run; None: none does."""
    nodes: list[str]
    """The nodes that have it in the run."""


class ComparedReason(ReasonCounts, ReasonHolders):
    """A reason of the filters."""


class NodeCounts(TypedDict):
    """The size of both clusters."""

    theirs: int
    ours: int


class EventComparison(TypedDict):
    """A pasted message beside a cycle, reason by reason."""

    agreed: bool
    pod: str
    """The pod that the text names; empty when it names none."""
    nodes: NodeCounts
    placed_on: str | None
    """The run found a node."""
    clauses: list[ComparedReason]
    preemption: list[ReasonCounts]


def compare_event(
    text: str, *, clauses: Iterable[CycleClause], message: str | None, node: str | None, nodes: int
) -> EventComparison:
    """What both say; raises InvalidInput for a text without a message.

    `clauses` are the cycle's, each with its reason, plugin and nodes; `message` is its event text, `node` where the
    pod went, `nodes` how many there are.
    """
    theirs = parse(text)
    rows = _rows(theirs.clauses, list(clauses))
    preemption = _preemption(theirs, parse(message) if message and _is_message(message) else None)
    same = theirs.nodes == nodes and all(row["agreed"] for row in (*rows, *preemption))
    return {
        "agreed": same and node is None,
        "pod": theirs.pod,
        "nodes": {"theirs": theirs.nodes, "ours": nodes},
        "placed_on": node,
        "clauses": rows,
        "preemption": preemption,
    }


def _rows(theirs: Sequence[Clause], ours: Sequence[CycleClause]) -> list[ComparedReason]:
    """A row for each reason that one of both gives: theirs in their order, then ours."""
    written = [clause.reason for clause in theirs] + [each["reason"] for each in ours]
    words = _TAINTS if _TAINTS in written else ""
    said: Counter[str] = Counter()
    for clause in theirs:
        said[_key(clause.reason, words)] += clause.count
    here: dict[str, ReasonHolders] = {}
    for each in ours:
        row = here.setdefault(_key(each["reason"], words), {"plugin": each["plugin"], "nodes": []})
        row["nodes"] = [*row["nodes"], *each["nodes"]]
    return [
        {
            "reason": reason,
            "theirs": said[reason],
            "ours": len(here.get(reason, _NOBODY)["nodes"]),
            "agreed": said[reason] == len(here.get(reason, _NOBODY)["nodes"]),
            **here.get(reason, _NOBODY),
        }
        for reason in dict.fromkeys((*said, *here))
    ]


_NOBODY: ReasonHolders = {"plugin": None, "nodes": []}
_TAINTS = "node(s) had untolerated taint(s)"


def _key(reason: str, taints: str) -> str:
    """The reason in one version's words; from v1.35 on taints are not named, and then on neither side."""
    words = current(reason)
    return taints if taints and words.startswith("node(s) had untolerated taint ") else words


def _preemption(theirs: Message, ours: Message | None) -> list[ReasonCounts]:
    """The same for preemption. A text without that part says nothing of it."""
    if not theirs.preemption or ours is None:
        return []
    said, here = _counts(theirs.preemption), _counts(ours.preemption)
    return [
        {
            "reason": reason,
            "theirs": said.get(reason, 0),
            "ours": here.get(reason, 0),
            "agreed": said.get(reason) == here.get(reason),
        }
        for reason in dict.fromkeys((*said, *here))
    ]


def _counts(clauses: Iterable[Clause]) -> dict[str, int]:
    return {clause.reason: clause.count for clause in clauses}


def _is_message(message: str) -> bool:
    return "nodes are available" in message or "no nodes available" in message
