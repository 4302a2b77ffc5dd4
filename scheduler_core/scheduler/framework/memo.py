"""A cache of plugin answers, per class of pods, that lasts from cycle to cycle.

Most answers of plugins follow from the pod's class, or from the class and one node with its pods; plugins declare this
by their localities. Such answers are computed once, and again only for nodes where pods came or left, so that a cycle
costs what changed. Cached arrays are never written to: a change makes a new array, and records stay valid.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.cluster.snapshot import Snapshot

from .cycle_state import CycleState
from .interfaces import (
    ALL,
    FilterPlugin,
    Locality,
    NormalizeScore,
    PreFilterResult,
    Rows,
    ScorePlugin,
    implements,
)
from .status import Status, Verdicts

# Memory for cached answers. The least recently scheduled class is evicted first.
_BUDGET_BYTES = 256 * 2**20
_BYTES_OF_A_CLASS = 8 * 2**10

A = TypeVar("A")


@dataclass(slots=True)
class Question(Generic[A]):
    """A call to a plugin once per cycle, for one class of pods.

    An answer that `lasts` is the same in every cycle of the class. It is cached, with the state that the plugin wrote.
    """

    name: str
    ask: Callable[..., A]
    lasts: bool
    cached_answer: A | None = None
    """The lasting answer if the plugin wrote no state with it, so that `answer` need not be called."""
    _lasting_answer: A | None = None
    _plugin_state: CycleState = field(default_factory=CycleState)

    def answer(self, state: CycleState, *about: Any) -> A:
        """Return the plugin's answer and write its state to `state`."""
        if not self.lasts:
            return self.ask(state, *about)
        if self._lasting_answer is None:
            self._lasting_answer = self.ask(self._plugin_state, *about)
            self.cached_answer = self._lasting_answer if self._plugin_state.empty else None
        state.take_over(self._plugin_state)
        return self._lasting_answer


class Passing:
    """The rows that passed, as a mask over the filtered rows and as positions among them. Both are read-only."""

    def __init__(self, mask: BoolArray, all_positions: IntArray | None = None) -> None:
        self.mask = mask
        self._all_positions = all_positions

    @cached_property
    def positions(self) -> IntArray:
        if self._all_positions is not None and self.mask.all():
            return self._all_positions
        return np.flatnonzero(self.mask)

    def narrowed(self, verdicts: list[Verdicts]) -> Passing:
        """Return the rows that passed these filters too; itself if none of them rejected a row."""
        masks = [v.passed for v in verdicts if not v.none_rejected]
        return Passing(np.logical_and.reduce([self.mask, *masks]), self._all_positions) if masks else self

    def with_one(self, i: int, *, passed: bool) -> Passing:
        mask = self.mask.copy()
        mask[i] = passed
        return Passing(mask, self._all_positions)


class ChangeCursor:
    """A position in the snapshot's log of changes, up to which answers are current."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._changes = snapshot.changes
        self._mark: int | None = None

    def stale_rows(self) -> Rows:
        """Return the rows that changed since the last call: ALL the first time and after very many changes."""
        mark, self._mark = self._mark, self._changes.mark
        if mark == self._mark:
            return NO_ROWS
        changed = None if mark is None else self._changes.since(mark)
        return ALL if changed is None else changed


NO_ROWS: IntArray = np.zeros(0, dtype=np.int64)


class CachedVerdicts:
    """The verdicts on all nodes of filters that depend only on a node and its pods. `passing`: nodes that pass all."""

    def __init__(self, snapshot: Snapshot, plugins: list[tuple[FilterPlugin, Locality]]) -> None:
        self.verdicts: dict[str, Verdicts] = {}
        self.plugins = plugins
        self._all_rows = snapshot.rows
        self._cursor = ChangeCursor(snapshot)
        self.passing = self._passing()

    def refresh(self, state: CycleState, pod: Pod) -> None:
        """Recompute the verdicts of changed nodes. Requires that PreFilter has run."""
        rows = self._cursor.stale_rows()
        if isinstance(rows, slice):
            active = [p for p, _ in self.plugins if p.name not in state.skip_filter]
            self.verdicts = {p.name: p.filter(state, pod, ALL) for p in active}
            self.passing = self._passing()
        elif len(rows):
            self._refresh_rows(state, pod, rows)

    def _refresh_rows(self, state: CycleState, pod: Pod, rows: IntArray) -> None:
        before = self.verdicts
        for plugin, depends_on in self.plugins:
            if depends_on is Locality.NODE_PODS and (verdicts := self.verdicts.get(plugin.name)) is not None:
                updated = verdicts.updated(rows, plugin.filter(state, pod, rows))
                if updated is not verdicts:
                    self.verdicts = {**self.verdicts, plugin.name: updated}
        if self.verdicts is not before:
            self.passing = self._passing()

    def _passing(self) -> Passing:
        all_nodes = Passing(np.ones(len(self._all_rows), dtype=bool), self._all_rows)
        return all_nodes.narrowed(list(self.verdicts.values()))

    @property
    def nbytes(self) -> int:
        arrays = [self.passing.mask, *(a for v in self.verdicts.values() for a in (v.codes, v.reasons))]
        return sum(map(_bytes, arrays))


@dataclass(frozen=True, slots=True)
class Points:
    """A plugin's raw and `normalized` points; None if normalization depends on which nodes are feasible."""

    raw: IntArray
    normalized: IntArray | None


class CachedScores:
    """The points for all nodes of plugins that depend only on a node and its pods.

    `total` is the weighted sum of all points whose normalized value is cached, `static_total` the part of it that
    never changes. Shapes (nodes,).
    """

    def __init__(self, snapshot: Snapshot, plugins: list[tuple[ScorePlugin, int, Locality]]) -> None:
        self.points: dict[str, Points] = {}
        self.total = self.static_total = np.zeros(len(snapshot), dtype=np.int64)
        self.plugins = plugins
        self._dynamic: list[tuple[ScorePlugin, int]] = []
        self._all_rows = snapshot.rows
        self._cursor = ChangeCursor(snapshot)

    def refresh(self, state: CycleState, pod: Pod) -> None:
        """Recompute the points of changed nodes. Requires that PreScore has run."""
        rows = self._cursor.stale_rows()
        if isinstance(rows, slice):
            self._refresh_all(state, pod)
        elif len(rows):
            self._refresh_rows(state, pod, rows)

    def _refresh_all(self, state: CycleState, pod: Pod) -> None:
        active = [p for p in self.plugins if p[0].name not in state.skip_score]
        self._dynamic = [(p, weight) for p, weight, locality in active if locality is Locality.NODE_PODS]
        static = [(p, weight) for p, weight, locality in active if locality is Locality.NODE]
        self.points = {p.name: self._static_points(p, state, pod) for p, _ in static}
        self.static_total = _compact(self._sum(static))
        self.points |= {
            p.name: _dynamic_points(p, p.score(state, pod, self._all_rows)) for p, _ in self._dynamic
        }
        self.total = self.static_total + self._sum(self._dynamic)

    def _refresh_rows(self, state: CycleState, pod: Pod, rows: IntArray) -> None:
        self.points, total, here = dict(self.points), self.total.copy(), self.static_total[rows]
        for plugin, weight in self._dynamic:
            fresh, raw = plugin.score(state, pod, rows), self.points[plugin.name].raw.copy()
            raw[rows] = fresh
            points = self.points[plugin.name] = _dynamic_points(plugin, raw)
            if points.normalized is not None:
                here = here + fresh * weight
        total[rows] = here
        self.total = total

    def _static_points(self, plugin: ScorePlugin, state: CycleState, pod: Pod) -> Points:
        # Equal points stay equal after normalization, whichever nodes are feasible.
        raw = _compact(plugin.score(state, pod, self._all_rows))
        if not implements(plugin, NormalizeScore):
            return Points(raw, raw)
        uniform = not _bytes(raw)
        return Points(raw, _compact(plugin.normalize_score(state, pod, raw)) if uniform else None)

    def _sum(self, plugins: list[tuple[ScorePlugin, int]]) -> IntArray:
        total = np.zeros(len(self._all_rows), dtype=np.int64)
        for plugin, weight in plugins:
            points = self.points[plugin.name].normalized
            if points is not None:
                total += points * weight
        return total

    @property
    def nbytes(self) -> int:
        return sum(map(_bytes, (self.total, self.static_total, *(p.raw for p in self.points.values()))))


def _dynamic_points(plugin: ScorePlugin, raw: IntArray) -> Points:
    return Points(raw, None if implements(plugin, NormalizeScore) else raw)


def _compact(points: IntArray) -> IntArray:
    """Return the same points, in an array without memory of its own if all are equal."""
    return np.broadcast_to(points[:1].copy(), points.shape) if (points == points[0]).all() else points


def _bytes(array: NDArray[Any]) -> int:
    """Return the memory of an array; none for one that repeats a single value (`_compact`)."""
    return array.nbytes if array.strides != (0,) else 0


@dataclass(slots=True)
class ClassMemo:
    """The cached answers for one class of pods."""

    pre_filter: list[Question[PreFilterResult]]
    pre_score: list[Question[Status]]
    verdicts: CachedVerdicts
    scores: CachedScores
    counted_bytes: int = 0

    @property
    def nbytes(self) -> int:
        return _BYTES_OF_A_CLASS + self.verdicts.nbytes + self.scores.nbytes


class Memo:
    """The cached answers of one profile, by class, within a budget of bytes."""

    def __init__(self, make: Callable[[PodTemplate], ClassMemo]) -> None:
        self.budget = min(_BUDGET_BYTES, allowance.most_cached())
        self._make = make
        self._classes: OrderedDict[PodTemplate, ClassMemo] = OrderedDict()
        self._newest: ClassMemo | None = None
        self._bytes = 0

    def of(self, template: PodTemplate) -> ClassMemo:
        memo = self._classes.get(template)
        if memo is None:
            self._make_room()
            memo = self._newest = self._classes[template] = self._make(template)
        else:
            self._classes.move_to_end(template)
        return memo

    def _make_room(self) -> None:
        """Count the newest class, whose arrays exist by now, and evict classes until the budget is met."""
        if self._newest is not None:
            self._newest.counted_bytes = self._newest.nbytes
            self._bytes += self._newest.counted_bytes
        while self._bytes > self.budget:
            _, oldest = self._classes.popitem(last=False)
            self._bytes -= oldest.counted_bytes
