"""Answers that stay true from cycle to cycle.

What a plugin says about a node often depends on the pod's class and on that node alone. Such answers are kept per
class and asked again only for the nodes where pods came or left, so that a cycle costs what changed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from scheduler_core.columns import IntArray
from scheduler_core.objects.pod import Pod, PodTemplate
from scheduler_core.snapshot import Snapshot

from .cycle_state import CycleState
from .interfaces import ALL, FilterPlugin, Locality, Rows, ScorePlugin
from .status import Verdicts

# Vectors of a class are 12 bytes a node for a filter and 8 for a score; the least recently used ones go first.
_BUDGET_BYTES = 128 * 2**20

T = TypeVar("T")


@dataclass(slots=True)
class _Kept(Generic[T]):
    """`seen` is the length of the snapshot's list of changes when the answer was last true."""

    answer: T
    seen: int


class Memo:
    """The kept answers of one profile's plugins."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._verdicts: OrderedDict[tuple[str, PodTemplate], _Kept[Verdicts]] = OrderedDict()
        self._scores: OrderedDict[tuple[str, PodTemplate], _Kept[IntArray]] = OrderedDict()
        self._most = max(64, _BUDGET_BYTES // (20 * max(len(snapshot), 1)))

    def verdicts(self, plugin: FilterPlugin, state: CycleState, pod: Pod) -> Verdicts:
        """The plugin's verdicts on all nodes."""
        locality = getattr(plugin, "filter_locality", Locality.CLUSTER)
        if locality is Locality.CLUSTER:
            return plugin.filter(state, pod, ALL)

        def ask(rows: Rows) -> Verdicts:
            return plugin.filter(state, pod, rows)

        return self._answer(self._verdicts, (plugin.name, pod.template), locality, ask, Verdicts.updated)

    def scores(self, plugin: ScorePlugin, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """The plugin's raw points for the feasible nodes."""
        locality = getattr(plugin, "score_locality", Locality.CLUSTER)
        if locality is Locality.CLUSTER:
            return plugin.score(state, pod, feasible)

        def ask(rows: Rows) -> IntArray:
            return plugin.score(state, pod, self._snapshot.rows if isinstance(rows, slice) else rows)

        return self._answer(self._scores, (plugin.name, pod.template), locality, ask, _updated)[feasible]

    def _answer(
        self,
        kept: OrderedDict[tuple[str, PodTemplate], _Kept[T]],
        key: tuple[str, PodTemplate],
        locality: Locality,
        ask: Callable[[Rows], T],
        update: Callable[[T, IntArray, T], T],
    ) -> T:
        now = len(self._snapshot.changes)
        found = kept.get(key)
        if found is None:
            found = kept[key] = _Kept(ask(ALL), now)
            if len(kept) > self._most:
                kept.popitem(last=False)
            return found.answer
        kept.move_to_end(key)
        if locality is Locality.NODE_PODS and found.seen < now:
            rows = np.array(sorted(set(self._snapshot.changes[found.seen :])), dtype=np.int64)
            found.answer = update(found.answer, rows, ask(rows))
            found.seen = now
        return found.answer


def _updated(scores: IntArray, rows: IntArray, fresh: IntArray) -> IntArray:
    """Scores with new values at some nodes. In place: what was handed out before are copies of parts."""
    scores[rows] = fresh
    return scores
