"""A message of a large cluster as a small one would have it: the same reasons in about the same proportions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scheduler_core.explain.compare.event_text import Clause, Message
from scheduler_core.explain.compare.wordings import AFFINITY, AFFINITY_RULES, NO_VICTIMS, recognize

from .plan import Group, NoCluster
from .reasons import NOT_HELPFUL

MOST_OBJECTS = 300  # nodes of a made-up cluster, each with a pod for each of its reasons


def scaled(groups: Sequence[Group]) -> list[Group]:
    """Return the groups, each smaller in proportion where they would need more than MOST_OBJECTS.

    Raises NoCluster if even one node of each is too many.
    """
    objects = sum(group.size * _weight(group) for group in groups)
    if objects <= MOST_OBJECTS:
        return list(groups)
    least = sum(map(_weight, groups))
    if least > MOST_OBJECTS:
        raise NoCluster("many")
    share, of = MOST_OBJECTS - least, objects - least
    return [replace(group, size=1 + (group.size - 1) * share // of) for group in groups]


def _weight(group: Group) -> int:
    return 1 + len(group.reasons)


def of_groups(text: str, message: Message, groups: Sequence[Group]) -> str:
    """Return the text of a message with the counts of other sizes of its groups, in the scheduler's order."""
    pieces = _pieces(text, message)
    nodes = sum(group.size for group in groups)
    pieces[1] = _counted(
        pieces[1], message.clauses, [_rejected(clause, groups) for clause in message.clauses]
    )
    pieces[3] = _counted(
        pieces[3], message.preemption, [_left(clause, groups) for clause in message.preemption]
    )
    for place in (0, 2):
        pieces[place] = _of_nodes(pieces[place], message, str(nodes))
    return "".join(pieces)


def frame(text: str, message: Message) -> str:
    """Return the text of a message without what differs between clusters of different sizes."""
    before, _, between, _, after = _pieces(text, message)
    lists = ["\0" if clauses else "" for clauses in (message.clauses, message.preemption)]
    return "".join(
        (
            _of_nodes(before, message, "\0"),
            lists[0],
            _of_nodes(between, message, "\0"),
            lists[1],
            after,
        )
    )


def _of_nodes(piece: str, message: Message, nodes: str) -> str:
    return piece.replace(f"0/{message.nodes} nodes", f"0/{nodes} nodes")


def _pieces(text: str, message: Message) -> list[str]:
    """Return the clauses of Filter and of preemption as they are written, and what stands around them."""
    pieces = []
    for clauses in (message.clauses, message.preemption):
        before = listed = ""
        if clauses:
            written = _written(clauses, [clause.count for clause in clauses])
            if written not in text:  # of PreFilter, without a count; or no version writes the clauses so
                written = clauses[0].reason
            before, listed, text = text.partition(written) if written else (text, "", "")
        pieces += [before, listed]
    return [*pieces, text]


def _counted(listed: str, clauses: Sequence[Clause], counts: Sequence[int]) -> str:
    """Return clauses as written with other counts; as they are if they have none."""
    if listed != _written(clauses, [clause.count for clause in clauses]):
        return listed
    return _written(clauses, counts)


def _written(clauses: Sequence[Clause], counts: Sequence[int]) -> str:
    """Return clauses in the order of the scheduler, which sorts them as text (FitError.Error)."""
    return ", ".join(sorted(f"{n} {clause.reason}" for n, clause in zip(counts, clauses, strict=True)))


def _rejected(clause: Clause, groups: Sequence[Group]) -> int:
    """Return the number of nodes that Filter rejects for a clause's reason."""
    reason = recognize(clause.reason).words
    reasons = {reason, *(AFFINITY_RULES if reason == AFFINITY else ())}
    return sum(group.size for group in groups if not reasons.isdisjoint(group.reasons))


def _left(clause: Clause, groups: Sequence[Group]) -> int:
    """Return the number of nodes of which preemption says a clause's reason."""
    reason = recognize(clause.reason).words
    return sum(
        group.size
        for group in groups
        if reason in (group.left or (NO_VICTIMS if group.helped else NOT_HELPFUL,))
    )
