"""The moments at which a decision may have been made, the likeliest first.

The scheduler decides one pod after another and binds them side by side, so that bindings are heard of in another order
than that of the decisions, and each a while after it was decided. Its queue gives the order: a higher priority first,
then who waits longer. So a decision was made after the pod had entered the queue, after the decision before it, and
before its binding was heard of: it is looked at from both ends of that time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from scheduler_core.kubernetes.objects.pod import Pod

from .changes import Applied
from .cluster import MovingCluster
from .contract import LiveImagined
from .ranks import Rank, Ranked

WINDOW: Final = 5.0
"""Seconds before and after a decision in which changes count as under way."""


@dataclass(frozen=True, slots=True)
class Said:
    """The condition PodScheduled of a pod, while it is False; `digest` tells messages apart that are not shown."""

    reason: str
    message: str
    digest: str = ""


@dataclass(slots=True)
class Heard:
    """A change as it was heard of: its number, when, the object as `MovingCluster.heard` returns it."""

    position: int
    at: float
    key: str
    value: Any
    said: Said | None = None


@dataclass(slots=True)
class Waiting:
    """A pod that waits.

    `since` is when it was heard of first, `entered` and `place` when it entered the queue last and with which change,
    `said` what was last said of it.
    """

    since: float
    entered: float
    place: int
    said: Said | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """What is known around a decision: the cluster before it, what was heard after it, and what happened before.

    `binding` are the bindings of waiting pods among what was heard after it, `bound` those that happened before. `lag`
    is how many changes lay between the last decisions and their bindings, where that is known.
    """

    cluster: MovingCluster
    ahead: deque[Heard]
    behind: deque[Applied]
    waiting: Mapping[str, Waiting]
    binding: Ranked[Heard]
    bound: Ranked[Applied]
    lag: tuple[int, ...] = ()

    def rank(self, pod: Pod) -> Rank:
        """Return the place of a waiting pod in the scheduler's queue."""
        waiting = self.waiting.get(pod.key)
        return -pod.template.priority, waiting.place if waiting else 0


def nothing_imagined() -> LiveImagined:
    """Return that the scheduler knew its bindings as they were heard of."""
    return {"bound": {}, "unbound": []}


@dataclass(slots=True)
class Moment:
    """A moment at which a decision may have been made: what to imagine, by name, and how it differs from the history.

    `kind` is "" if it follows from the orders alone, else how the changes `moved` are moved.
    """

    position: int
    kind: Literal["", "in_flight", "seen_early"] = ""
    values: dict[str, object] = field(default_factory=dict)
    moved: list[Applied] = field(default_factory=list)
    imagined: LiveImagined = field(default_factory=nothing_imagined)

    @property
    def name(self) -> frozenset[tuple[str, int]]:
        """What makes two moments the same."""
        return frozenset((key, id(value)) for key, value in self.values.items())


def moments(heard: Heard, pod: Pod, window: Window) -> Iterator[Moment]:
    """Yield the moments at which the decision about a pod, which waited until then, may have been made."""
    waiting = window.waiting.get(pod.key)
    turn = waiting.place + 1 if waiting else 0
    others = [c for c in reversed(window.behind) if c.key != heard.key and c.at > heard.at - WINDOW]
    begins = [heard.position, *(max(heard.position - lag, turn) for lag in window.lag), turn]
    lates = [[change for change in others if change.position >= begin] for begin in begins]
    for late in lates:
        yield _moment(heard, pod, window, late, in_order=True)
    if waiting is not None and waiting.said is not None:
        for late in lates:
            yield _moment(heard, pod, window, late, in_order=True, after_backoff=True)
    yield Moment(heard.position)
    mattering = [change for change in others if change.matters and not _is_before(change, pod, window)]
    for count in _counts(len(mattering)):
        last = mattering[count - 1].position
        undone = [change for change in others if change.position >= last]
        for in_order in (True, False):
            moment = _moment(heard, pod, window, undone, in_order=in_order)
            moment.kind, moment.moved = "in_flight", mattering[:count]
            yield moment
    yield from _seen_early(heard, pod, window)


def _moment(
    heard: Heard,
    pod: Pod,
    window: Window,
    undone: list[Applied],
    *,
    in_order: bool,
    after_backoff: bool = False,
) -> Moment:
    """Return the moment before the changes that are undone, the latest first, with bindings in the queue's order."""
    moment = Moment(min((change.position for change in undone), default=heard.position))
    for change in undone:
        if not _is_before(change, pod, window):
            moment.values[change.key] = change.before
    if in_order:
        _order(moment, heard, pod, window, after_backoff=after_backoff)
    return moment


def _order(moment: Moment, heard: Heard, pod: Pod, window: Window, *, after_backoff: bool) -> None:
    """Let pods be bound that the queue puts before this one, and those not be that it puts after it.

    While a pod is in backoff, the queue goes on with those that have not been tried yet: after it, their bindings are
    taken as they were heard of.
    """
    rank, since = window.rank(pod), heard.at - WINDOW
    waits = window.waiting.get(pod.key)
    entered = waits.place if waits else 0  # what was bound by then was decided before
    for change in reversed(window.behind):
        if change.position < moment.position or change.at <= since:
            break
        if change.is_binding and change.rank < rank:
            moment.imagined["bound"][change.after.key] = change.after.node_name
    for change in window.bound.since(rank):
        is_after = entered < change.position < moment.position and change.at > since
        if after_backoff and not change.retried:
            continue
        if is_after and change.key != heard.key and change.key not in moment.values:
            moment.values[change.key] = change.before
            moment.imagined["unbound"].append(change.after.key)
    for ahead in window.binding.before(rank):
        if ahead.at <= heard.at + WINDOW and ahead.key != heard.key:
            moment.values[ahead.key] = ahead.value
            moment.imagined["bound"][ahead.value.key] = ahead.value.node_name


def _seen_early(heard: Heard, pod: Pod, window: Window) -> Iterator[Moment]:
    """Yield the moments after changes that were heard of later."""
    ahead = [h for h in window.ahead if h.key != heard.key and h.at <= heard.at + WINDOW]
    changes = [Applied(h.at, h.key, window.cluster.get(h.key), h.value, h.position) for h in ahead]
    mattering = [change for change in changes if change.matters]
    for count in _counts(len(mattering)):
        last = mattering[count - 1].position
        seen = {change.key: change.after for change in changes if change.position <= last}
        unbound = [pod.key]
        yield Moment(last + 1, "seen_early", seen, mattering[:count], {"bound": {}, "unbound": unbound})


def _is_before(change: Applied, pod: Pod, window: Window) -> bool:
    """Return whether a change is the binding of a pod that the queue puts before this one."""
    return change.is_binding and change.rank < window.rank(pod)


def _counts(most: int) -> Iterator[int]:
    """Yield all numbers up to 64, then ever fewer, and the most."""
    count = 1
    while count < most:
        yield count
        count += max(count // 32, 1)
    if most:
        yield most
