"""Which nodes a message is about: groups of equal nodes whose reasons add up to its counts.

Only counts are calculated with, so that the work depends on the number of clauses, never on that of nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Literal

from scheduler_core.explain.compare.event_text import Clause, Message
from scheduler_core.explain.compare.wordings import AFFINITY, AFFINITY_RULES, NO_VICTIMS, recognize

from .reasons import NOT_HELPFUL, TOO_MANY_PODS, helps, is_resource

Reasons = tuple[str, ...]

MOST_RESOURCES = 32  # of a message: a node may lack any of them together


Obstacle = Literal["counts", "words", "unknown", "cut", "many"]


class NoCluster(Exception):
    """No cluster can be made up for a message: `value` is the reason that is unknown."""

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

    @property
    def helped(self) -> bool:
        """Whether removing pods could help, so that preemption looks for victims there."""
        return any(map(helps, self.reasons)) and not self.too_small


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
    groups = list(_single_reason_groups(filters, after))
    rest = message.nodes - _size(groups)
    fit = Counter({reason: filters[reason] for reason in sorted(filters, key=_place) if is_resource(reason)})
    helped = [group for group in groups if group.helped]
    closed = _size(groups) - _size(helped)
    too_small = unhelpful - closed if has_preemption else 0
    if rest < 0 or too_small < 0 or too_small > rest:
        raise NoCluster("counts")
    quiet = _size(group for group in helped if not group.left)
    busy = rest - too_small - (without_victims - quiet) if has_preemption else 0
    if rest:
        groups += _resource_groups(fit, after, rest, too_small, busy)
    else:
        groups = list(_with_left(groups, after))
        if fit:
            raise NoCluster("counts")
    return _merged(groups)


def _place(reason: str) -> bool:
    """Sort so that the last nodes, which are too small, lack what is measured: a limit of pods is never too small."""
    return reason != TOO_MANY_PODS


def _size(groups: Iterable[Group]) -> int:
    return sum(group.size for group in groups)


def _merged(groups: list[Group]) -> list[Group]:
    """Return the groups without empty ones, equal ones as one."""
    sizes: Counter[Group] = Counter()
    for group in groups:
        if group.size:
            sizes[replace(group, size=0)] += group.size
    return [replace(group, size=size) for group, size in sizes.items()]


def _with_left(groups: list[Group], after: Counter[str]) -> Iterator[Group]:
    """Yield the groups, with what `after` has left on nodes that have no pods of lower priority."""
    left = list((+after).items())
    for group in groups:
        size = group.size
        while left and size and group.helped and not group.left:
            reason, count = left.pop()
            taken = min(size, count)
            yield replace(group, size=taken, left=(reason,))
            size -= taken
            if taken < count:
                left.append((reason, count - taken))
        yield replace(group, size=size)
    if left:
        raise NoCluster("counts")


def _counts(clauses: Sequence[Clause]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for clause in clauses:
        counts[recognize(clause.reason).words] += clause.count
    return counts


def _single_reason_groups(filters: Counter[str], after: Counter[str]) -> Iterator[Group]:
    """Yield the nodes of plugins that give one reason; take from `after` what stays on these nodes."""
    for reason, count in filters.items():
        if is_resource(reason):
            continue
        stays = min(count, after[reason]) if helps(reason) else 0
        after[reason] -= stays
        if stays:
            yield Group((reason,), stays, (reason,))
        if stays < count:
            yield Group((reason,), count - stays)


@dataclass(frozen=True, slots=True)
class _Run:
    """Equal nodes that stand side by side: what stays there, and what they lack, which that is a part of."""

    size: int
    left: Reasons = ()
    too_small: bool = False
    lacking: frozenset[str] = frozenset()


def _resource_groups(
    fit: Counter[str], after: Counter[str], rest: int, too_small: int, busy: int
) -> Iterator[Group]:
    """Yield nodes short of resources: `fit` has the counts by resource, `after` what removing pods leaves.

    A node may lack several resources, so that the counts may add up to more than the nodes. `busy` nodes have pods of
    lower priority; they come first, and those that are too small last.
    """
    if max(len(fit), len(+after)) > MOST_RESOURCES:
        raise NoCluster("many")
    if any(count > rest for count in fit.values()) or fit.total() < rest:
        raise NoCluster("counts")
    runs = list(_left(fit, after, busy))
    quiet = rest - too_small - sum(run.size for run in runs)
    if quiet < 0:
        raise NoCluster("counts")
    for run in _spread_out(fit, [*runs, _Run(quiet), _Run(too_small, too_small=True)]):
        yield Group(tuple(sorted(run.lacking)), run.size, run.left, run.too_small)


def _spread_out(fit: Counter[str], runs: list[_Run]) -> list[_Run]:
    """Return the runs with what their nodes lack: what stays there, something everywhere, each resource on its count.

    What is lacking the most often goes first to nodes that lack nothing yet. The remainder goes to the last nodes that
    do not lack it: rather to those that are too small than to those with pods to evict, which lack what stays.
    """
    runs = [replace(run, lacking=frozenset(reason for reason in run.left if reason in fit)) for run in runs]
    spare = Counter(fit)
    for run in runs:
        spare.subtract(dict.fromkeys(run.lacking, run.size))
    if any(count < 0 for count in spare.values()):
        raise NoCluster("counts")
    first = _levelled(spare, sum(run.size for run in runs if not run.lacking))
    spare.subtract(first)
    for reason, count in first.items():
        runs = list(_given(runs, reason, count, to_blank=True))
    for reason, count in spare.items():
        runs = list(_given(reversed(runs), reason, count, to_blank=False))[::-1]
    return runs


def _given(runs: Iterable[_Run], reason: str, count: int, *, to_blank: bool) -> Iterator[_Run]:
    """Yield the runs with `count` more nodes that lack a reason: the first that lack nothing, or not that yet."""
    for run in runs:
        takes = not run.lacking if to_blank else reason not in run.lacking
        taken = min(run.size, count) if takes else 0
        if not taken:
            yield run
            continue
        yield replace(run, size=taken, lacking=run.lacking | {reason})
        count -= taken
        if taken < run.size:
            yield replace(run, size=run.size - taken)


def _levelled(spare: Counter[str], nodes: int) -> dict[str, int]:
    """Return how often each reason is taken, always one that is left the most often, until `nodes` are taken."""
    if spare.total() < nodes:
        raise NoCluster("counts")
    low, high = 0, max(spare.values(), default=0)
    while low < high:  # the highest level above which there are at least `nodes`
        level = (low + high + 1) // 2
        if sum(max(0, count - level) for count in spare.values()) >= nodes:
            low = level
        else:
            high = level - 1
    taken = {reason: count - low for reason, count in spare.items() if count > low}
    surplus = sum(taken.values()) - nodes
    for reason in [*taken][len(taken) - surplus :]:
        taken[reason] -= 1
    return taken


def _left(fit: Counter[str], after: Counter[str], busy: int) -> Iterator[_Run]:
    """Yield the `busy` nodes with pods of lower priority by the reasons that stay there.

    Resources may stay side by side: each stays on the nodes next to those of the one before, and the first node
    follows the last one.
    """
    others = {reason: count for reason, count in after.items() if reason not in fit and count}
    resources = {reason: count for reason, count in after.items() if reason in fit and count}
    nodes = busy - sum(others.values())
    if nodes < 0 or any(count > nodes for count in resources.values()) or sum(resources.values()) < nodes:
        raise NoCluster("counts")
    starts = dict(zip(resources, accumulate(resources.values(), initial=0), strict=False))
    cuts = {0, nodes}
    for reason, count in resources.items():
        cuts |= {starts[reason] % nodes, (starts[reason] + count) % nodes}
    for begin, end in pairwise(sorted(cuts)):
        stay = [reason for reason, count in resources.items() if (begin - starts[reason]) % nodes < count]
        yield _Run(end - begin, tuple(sorted(stay)))
    for reason, count in others.items():
        yield _Run(count, (reason,))
