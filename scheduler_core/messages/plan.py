"""Which nodes a message is about: groups of equal nodes whose reasons add up to its counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scheduler_core.compare.event_text import Clause, Message
from scheduler_core.compare.wordings import AFFINITY, AFFINITY_RULES, NO_VICTIMS, recognize

from .reasons import NOT_HELPFUL, helps, is_resource

Reasons = tuple[str, ...]


Obstacle = Literal["counts", "words", "unknown", "cut", "many"]


class NoCluster(Exception):
    """No cluster can be made up for a message: `value` is the reason that is unknown, or the most nodes."""

    def __init__(self, obstacle: Obstacle, value: str = "") -> None:
        super().__init__(obstacle, value)
        self.obstacle, self.value = obstacle, value


@dataclass(frozen=True, slots=True)
class Group:
    """Equal nodes: why Filter rejects them, and how preemption fares there.

    `left` are the reasons that stay when the pods of lower priority are removed; without any, the nodes have no such
    pods. `too_small`: not even an empty node would do.
    """

    reasons: Reasons
    size: int
    left: Reasons = ()
    too_small: bool = False


@dataclass(frozen=True, slots=True)
class _Node:
    reasons: Reasons
    left: Reasons = ()
    too_small: bool = False


def groups_of(message: Message) -> list[Group]:
    """Return groups of nodes that give the counts of a message; raise NoCluster if they do not add up."""
    filters = _counts(message.clauses)
    if not AFFINITY_RULES.isdisjoint(filters):
        filters.pop(AFFINITY, None)  # up to 1.22 beside the rule
    after = _counts(message.preemption)
    unhelpful, without_victims = after.pop(NOT_HELPFUL, 0), after.pop(NO_VICTIMS, 0)
    if any(reason.startswith("not eligible") for reason in after):
        after, unhelpful, without_victims = Counter(), 0, 0
    has_preemption = bool(after or unhelpful or without_victims)
    nodes = list(_single_reason_nodes(filters, after))
    rest = message.nodes - len(nodes)
    fit = Counter({reason: count for reason, count in filters.items() if is_resource(reason)})
    closed = sum(not helps(node.reasons[0]) for node in nodes)
    too_small = unhelpful - closed if has_preemption else 0
    if rest < 0 or too_small < 0 or too_small > rest:
        raise NoCluster("counts")
    quiet = sum(helps(node.reasons[0]) and not node.left for node in nodes)
    busy = rest - too_small - (without_victims - quiet) if has_preemption else 0
    if not rest:
        nodes = _with_left(nodes, after)
    nodes += _resource_nodes(fit, after, rest, too_small, busy)
    return [Group(node.reasons, size, node.left, node.too_small) for node, size in Counter(nodes).items()]


def _with_left(nodes: list[_Node], after: Counter[str]) -> list[_Node]:
    """Move what is left in `after` to nodes that have no pods of lower priority, and return all nodes."""
    left = [reason for reason, count in after.items() for _ in range(count)]
    after.clear()
    changed = []
    for node in nodes:
        takes = left and not node.left and helps(node.reasons[0])
        changed.append(_Node(node.reasons, (left.pop(),)) if takes else node)
    if left:
        raise NoCluster("counts")
    return changed


def _counts(clauses: Sequence[Clause]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for clause in clauses:
        counts[recognize(clause.reason).words] += clause.count
    return counts


def _single_reason_nodes(filters: Counter[str], after: Counter[str]) -> Iterator[_Node]:
    """Yield the nodes of plugins that give one reason; take from `after` what stays on these nodes."""
    for reason, count in filters.items():
        if is_resource(reason):
            continue
        stays = min(count, after[reason]) if helps(reason) else 0
        after[reason] -= stays
        yield from [_Node((reason,), (reason,))] * stays
        yield from [_Node((reason,))] * (count - stays)


def _resource_nodes(
    fit: Counter[str], after: Counter[str], rest: int, too_small: int, busy: int
) -> Iterator[_Node]:
    """Yield nodes short of resources: `fit` has the counts by resource, `after` what removing pods leaves.

    A node may lack several resources, so that the counts may add up to more than the nodes. `busy` nodes have pods of
    lower priority.
    """
    if not rest:
        if fit or +after:
            raise NoCluster("counts")
        return
    if any(count > rest for count in fit.values()) or fit.total() < rest:
        raise NoCluster("counts")
    left = _left(fit, after, busy)
    if len(left) > rest - too_small:
        raise NoCluster("counts")
    lacking = _spread_out(fit, left, rest)
    for number, reasons in enumerate(lacking):
        stays = left[number] if number < len(left) else ()
        yield _Node(tuple(sorted(reasons)), stays, number >= rest - too_small)


def _spread_out(fit: Counter[str], left: list[Reasons], rest: int) -> list[set[str]]:
    """Return what each node lacks: what stays there, something everywhere, and each resource on its count."""
    lacking = [{each for each in reasons if each in fit} for reasons in left]
    lacking += [set() for _ in range(rest - len(left))]
    spare = fit - Counter(reason for reasons in lacking for reason in reasons)
    for reasons in lacking:
        if not reasons:
            reason = _most(spare)
            reasons.add(reason)
            spare[reason] -= 1
    for reason, count in spare.items():
        without = [reasons for reasons in reversed(lacking) if reason not in reasons]
        for reasons in without[:count]:
            reasons.add(reason)
    return lacking


def _most(spare: Counter[str]) -> str:
    [(reason, count)] = spare.most_common(1) or [("", 0)]
    if count <= 0:
        raise NoCluster("counts")
    return reason


def _left(fit: Counter[str], after: Counter[str], busy: int) -> list[Reasons]:
    """Return the reasons that stay, node by node, for the `busy` nodes with pods of lower priority."""
    others = [(reason,) for reason, count in after.items() if reason not in fit for _ in range(count)]
    resources = Counter({reason: count for reason, count in after.items() if reason in fit and count})
    nodes: list[set[str]] = [set() for _ in range(busy - len(others))]
    if any(count > len(nodes) for count in resources.values()) or resources.total() < len(nodes):
        raise NoCluster("counts")
    place = 0
    for reason, count in resources.items():
        for number in range(count):
            nodes[(place + number) % len(nodes)].add(reason)
        place += count
    return [tuple(sorted(reasons)) for reasons in nodes] + others
