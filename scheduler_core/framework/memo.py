"""Answers that stay true from cycle to cycle, kept per class of pods.

Most of what plugins say follows from the pod's class, or from it and one node with its pods; they declare that by
their localities. Such answers are asked for once, and again only for the nodes where pods came or left, so that a
cycle costs what changed. A kept array is never written to: a change makes a new one, and records stay what they were.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from scheduler_core.cluster.columns import BoolArray, IntArray
from scheduler_core.cluster.snapshot import Snapshot
from scheduler_core.objects.pod import Pod, PodTemplate

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

# What the kept answers may take; the class that was scheduled longest ago goes first.
_BUDGET_BYTES = 256 * 2**20
_BYTES_OF_A_CLASS = 8 * 2**10

A = TypeVar("A")


@dataclass(slots=True)
class Question(Generic[A]):
    """How a plugin is asked once a cycle.

    An answer that lasts is the same in every cycle of a class: it is kept, with what the plugin wrote into the state.
    """

    name: str
    ask: Callable[..., A]
    lasts: bool
    known: A | None = None
    """The lasting answer, once it is there and nothing has to be written with it: nobody need be asked."""
    _answer: A | None = None
    _written: CycleState = field(default_factory=CycleState)

    def put(self, state: CycleState, *about: Any) -> A:
        if not self.lasts:
            return self.ask(state, *about)
        if self._answer is None:
            self._answer = self.ask(self._written, *about)
            self.known = self._answer if self._written.empty else None
        state.take_over(self._written)
        return self._answer


class Passing:
    """The nodes that passed, as a mask over those asked and as positions among them, which may not be written to."""

    def __init__(self, mask: BoolArray, all_positions: IntArray | None = None) -> None:
        self.mask = mask
        self._all_positions = all_positions

    @cached_property
    def positions(self) -> IntArray:
        if self._all_positions is not None and self.mask.all():
            return self._all_positions
        return np.flatnonzero(self.mask)

    def narrowed(self, verdicts: list[Verdicts]) -> Passing:
        """Those that passed these filters too; itself when none of them rejected a node."""
        masks = [v.passed for v in verdicts if not v.none_rejected]
        return Passing(np.logical_and.reduce([self.mask, *masks]), self._all_positions) if masks else self

    def with_one(self, i: int, *, passed: bool) -> Passing:
        mask = self.mask.copy()
        mask[i] = passed
        return Passing(mask, self._all_positions)


class _Looked:
    """Until when the changes of the snapshot have been taken into account."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._changes = snapshot.changes
        self._mark: int | None = None

    def again(self) -> Rows:
        """The nodes that have to be asked again: ALL the first time, and after very many changes."""
        mark, self._mark = self._mark, self._changes.now
        if mark == self._mark:
            return _NOBODY
        changed = None if mark is None else self._changes.since(mark)
        return ALL if changed is None else changed


_NOBODY: IntArray = np.zeros(0, dtype=np.int64)


class KeptVerdicts:
    """What the filters that look at a node and its pods alone say about all nodes: by plugin, and who passes all."""

    def __init__(self, snapshot: Snapshot, plugins: list[tuple[FilterPlugin, Locality]]) -> None:
        self.verdicts: dict[str, Verdicts] = {}
        self._plugins = plugins
        self._everyone = snapshot.rows
        self._looked = _Looked(snapshot)
        self.passing = self._passing()

    def refresh(self, state: CycleState, pod: Pod) -> None:
        """Asks where pods came or left; PreFilter has run."""
        rows = self._looked.again()
        if isinstance(rows, slice):
            active = [p for p, _ in self._plugins if p.name not in state.skip_filter]
            self.verdicts = {p.name: p.filter(state, pod, ALL) for p in active}
            self.passing = self._passing()
        elif len(rows):
            self._ask_again(state, pod, rows)

    def _ask_again(self, state: CycleState, pod: Pod, rows: IntArray) -> None:
        before = self.verdicts
        for plugin, depends_on in self._plugins:
            if depends_on is Locality.NODE_PODS and (known := self.verdicts.get(plugin.name)) is not None:
                updated = known.updated(rows, plugin.filter(state, pod, rows))
                if updated is not known:
                    self.verdicts = {**self.verdicts, plugin.name: updated}
        if self.verdicts is not before:
            self.passing = self._passing()

    def _passing(self) -> Passing:
        everybody = Passing(np.ones(len(self._everyone), dtype=bool), self._everyone)
        return everybody.narrowed(list(self.verdicts.values()))

    @property
    def nbytes(self) -> int:
        arrays = [self.passing.mask, *(a for v in self.verdicts.values() for a in (v.codes, v.reasons))]
        return sum(map(_bytes, arrays))


@dataclass(frozen=True, slots=True)
class Points:
    """A plugin's raw points, and `normalized` ones; None where these depend on which nodes are feasible."""

    raw: IntArray
    normalized: IntArray | None


class KeptScores:
    """What the plugins that look at a node and its pods alone give to all nodes.

    `total` is the weighted sum of the normalized points that are known, `_steady` the part of it that never changes.
    """

    def __init__(self, snapshot: Snapshot, plugins: list[tuple[ScorePlugin, int, Locality]]) -> None:
        self.points: dict[str, Points] = {}
        self.total = self._steady = np.zeros(len(snapshot), dtype=np.int64)
        self._plugins = plugins
        self._changing: list[tuple[ScorePlugin, int]] = []
        self._everyone = snapshot.rows
        self._looked = _Looked(snapshot)

    def refresh(self, state: CycleState, pod: Pod) -> None:
        """Asks where pods came or left; PreScore has run."""
        rows = self._looked.again()
        if isinstance(rows, slice):
            self._ask_all(state, pod)
        elif len(rows):
            self._ask_again(state, pod, rows)

    def _ask_all(self, state: CycleState, pod: Pod) -> None:
        active = [p for p in self._plugins if p[0].name not in state.skip_score]
        self._changing = [(p, weight) for p, weight, locality in active if locality is Locality.NODE_PODS]
        steady = [(p, weight) for p, weight, locality in active if locality is Locality.NODE]
        self.points = {p.name: self._steady_points(p, state, pod) for p, _ in steady}
        self._steady = _compact(self._sum(steady))
        self.points |= {
            p.name: _changing_points(p, p.score(state, pod, self._everyone)) for p, _ in self._changing
        }
        self.total = self._steady + self._sum(self._changing)

    def _ask_again(self, state: CycleState, pod: Pod, rows: IntArray) -> None:
        self.points, total, here = dict(self.points), self.total.copy(), self._steady[rows]
        for plugin, weight in self._changing:
            fresh, raw = plugin.score(state, pod, rows), self.points[plugin.name].raw.copy()
            raw[rows] = fresh
            points = self.points[plugin.name] = _changing_points(plugin, raw)
            if points.normalized is not None:
                here = here + fresh * weight
        total[rows] = here
        self.total = total

    def _steady_points(self, plugin: ScorePlugin, state: CycleState, pod: Pod) -> Points:
        """Points that are alike stay so after they have been normalized, whichever nodes are feasible."""
        raw = _compact(plugin.score(state, pod, self._everyone))
        if not implements(plugin, NormalizeScore):
            return Points(raw, raw)
        alike = not _bytes(raw)
        return Points(raw, _compact(plugin.normalize_score(state, pod, raw)) if alike else None)

    def _sum(self, plugins: list[tuple[ScorePlugin, int]]) -> IntArray:
        total = np.zeros(len(self._everyone), dtype=np.int64)
        for plugin, weight in plugins:
            points = self.points[plugin.name].normalized
            if points is not None:
                total += points * weight
        return total

    @property
    def nbytes(self) -> int:
        return sum(map(_bytes, (self.total, self._steady, *(p.raw for p in self.points.values()))))


def _changing_points(plugin: ScorePlugin, raw: IntArray) -> Points:
    return Points(raw, None if implements(plugin, NormalizeScore) else raw)


def _compact(points: IntArray) -> IntArray:
    """The same points, without memory when all are alike."""
    return np.broadcast_to(points[:1], points.shape) if (points == points[0]).all() else points


def _bytes(array: NDArray[Any]) -> int:
    """An array of one value for all nodes takes none."""
    return array.nbytes if array.strides != (0,) else 0


@dataclass(slots=True)
class ClassMemo:
    """What is kept for a class of pods: how PreFilter and PreScore are asked, verdicts and scores."""

    pre_filter: list[Question[PreFilterResult]]
    pre_score: list[Question[Status]]
    verdicts: KeptVerdicts
    scores: KeptScores
    counted: int = 0

    @property
    def nbytes(self) -> int:
        return _BYTES_OF_A_CLASS + self.verdicts.nbytes + self.scores.nbytes


class Memo:
    """The kept answers of one profile, by class."""

    def __init__(self, make: Callable[[PodTemplate], ClassMemo]) -> None:
        self._make = make
        self._classes: OrderedDict[PodTemplate, ClassMemo] = OrderedDict()
        self._newest: ClassMemo | None = None
        self._bytes = 0

    def of(self, template: PodTemplate) -> ClassMemo:
        found = self._classes.get(template)
        if found is None:
            self._make_room()
            found = self._newest = self._classes[template] = self._make(template)
        else:
            self._classes.move_to_end(template)
        return found

    def _make_room(self) -> None:
        """A class is counted when the next one comes: by then its arrays are there."""
        if self._newest is not None:
            self._newest.counted = self._newest.nbytes
            self._bytes += self._newest.counted
        while self._bytes > _BUDGET_BYTES:
            _, oldest = self._classes.popitem(last=False)
            self._bytes -= oldest.counted
