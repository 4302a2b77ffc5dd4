"""What the filters and scores of a class of pods say of single nodes, asked once for a node with its pods."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interfaces import (
    FilterPlugin,
    Locality,
    NormalizeScore,
    ScorePlugin,
    implements,
)
from scheduler_core.scheduler.framework.memo import CachedScores, CachedVerdicts, ClassMemo
from scheduler_core.scheduler.framework.profile import Profile

_MOST_STATES: Final = 500_000
_FEW_NODES: Final = 64
_UNKNOWN: Final = -1


class NodeStates:
    """A number for each node with the pods that came to it since the beginning of the run, the same in all runs.

    `touched` are the rows that changed in this run, in order of time. The number is -1 once a pod has left.
    """

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._classes: dict[PodTemplate, int] = {}
        self._next: dict[tuple[int, int], int] = {}
        self.of_row = list(range(nodes))
        self.touched: list[int] = []

    def pod_added(self, row: int, template: PodTemplate) -> None:
        """Note that a pod of a class was added to the node at a row."""
        state = self.of_row[row]
        if state != _UNKNOWN:
            number = self._classes.setdefault(template, len(self._classes))
            self.of_row[row] = self._next.setdefault((state, number), self._nodes + len(self._next))
        self.touched.append(row)

    def pod_removed(self, row: int) -> None:
        """Note that a pod was removed from the node at a row."""
        self.of_row[row] = _UNKNOWN
        self.touched.append(row)

    def rewind(self) -> None:
        """Return to the beginning of a run."""
        for row in self.touched:
            self.of_row[row] = row
        self.touched.clear()

    def cache_key(self, start_index: int) -> Hashable | None:
        """Return a key; equal keys decide equally. None in a large cluster, or once a pod was removed."""
        if self._nodes > _FEW_NODES or _UNKNOWN in self.of_row:
            return None
        return (start_index, *self.of_row)

    @property
    def full(self) -> bool:
        """Whether there are so many states that they should be forgotten."""
        return len(self._next) > _MOST_STATES


class Filters:
    """The filters of a class by what their answers depend on.

    `fixed` is the answer of those that look at nothing but the node, by row; `local` look at a node with its pods, and
    `wide` at other nodes too.
    """

    def __init__(self, profile: Profile, cached: CachedVerdicts, nodes: int) -> None:
        verdicts = cached.verdicts
        self.wide = [plugin for plugin in profile.filter if plugin.name not in verdicts]
        self.local: list[FilterPlugin] = []
        self.fixed = np.ones(nodes, dtype=bool)
        for plugin, depends_on in cached.plugins:
            if plugin.name not in verdicts:
                continue
            if depends_on is Locality.NODE:
                self.fixed &= verdicts[plugin.name].passed
            else:
                self.local.append(plugin)


class Scores:
    """The scores of a class, each with its weight, by what they depend on.

    `fixed` is the sum of those that look at nothing but the node, by row. `summed` look at a node with its pods and are
    added as they are; `normalized` are put in relation to those of the other feasible nodes, and `rescored` are those
    of them that look at a node with its pods. `wide` look at other nodes.
    """

    def __init__(self, profile: Profile, cached: CachedScores) -> None:
        points = cached.points
        local = [(plugin, weight, on) for plugin, weight, on in cached.plugins if plugin.name in points]
        changing = [(plugin, weight) for plugin, weight, on in local if on is not Locality.NODE]
        self.wide = [(plugin, weight) for plugin, weight in profile.score if plugin.name not in points]
        self.summed = [(plugin, weight) for plugin, weight in changing if not _normalizes(plugin)]
        self.rescored = [plugin for plugin, _ in changing if _normalizes(plugin)]
        self.normalized = [(plugin, w) for plugin, w, _ in local if points[plugin.name].normalized is None]
        self.fixed = np.array(cached.static_total)


class _NodeAnswer(NamedTuple):
    """What filters and scores say of a node with its pods: whether it passes, the sum of points, those to normalize."""

    passes: bool
    total: int
    raw: tuple[int, ...]


class NodeAnswers:
    """What the filters and scores of a class that look at single nodes say of all nodes.

    They are asked once for a node with its pods, over all runs. `passing`, `total` and `raw` (by plugin) are by row.
    """

    def __init__(self, memo: ClassMemo, filters: Filters, scores: Scores, states: NodeStates) -> None:
        self._filters, self._scores, self._states = filters, scores, states
        self._first_passing = memo.verdicts.passing.mask.copy()
        self._first_total = np.array(memo.scores.total)
        points = memo.scores.points
        self._first_raw = {plugin.name: np.array(points[plugin.name].raw) for plugin, _ in scores.normalized}
        self.passing = self._first_passing.copy()
        self.total = self._first_total.copy()
        self.raw = {name: raw.copy() for name, raw in self._first_raw.items()}
        self._answers: dict[int, _NodeAnswer | None] = {}
        self._cursor = 0

    def rewind(self) -> None:
        """Return to the beginning of a run."""
        self._cursor = 0
        np.copyto(self.passing, self._first_passing)
        np.copyto(self.total, self._first_total)
        for name, raw in self._first_raw.items():
            np.copyto(self.raw[name], raw)

    def refresh(self, state: CycleState, pod: Pod) -> bool:
        """Bring the nodes up to date that changed since the last decision; return False if a plugin fails."""
        touched = self._states.touched
        for row in touched[self._cursor :]:
            number = self._states.of_row[row]
            if number == _UNKNOWN:
                answer = self._ask(state, pod, row)
            elif number in self._answers:
                answer = self._answers[number]
            else:
                answer = self._answers[number] = self._ask(state, pod, row)
            if answer is None:
                return False
            self.passing[row], self.total[row] = answer.passes, answer.total
            for plugin, raw in zip(self._scores.rescored, answer.raw, strict=True):
                self.raw[plugin.name][row] = raw
        self._cursor = len(touched)
        return True

    def _ask(self, state: CycleState, pod: Pod, row: int) -> _NodeAnswer | None:
        """Return the answer for a node; None after an error."""
        rows = np.array([row])
        passes = bool(self._filters.fixed[row])
        for plugin in self._filters.local:
            verdicts = plugin.filter(state, pod, rows)
            if verdicts.has_errors:
                return None
            passes = passes and bool(verdicts.passed[0])
        total = int(self._scores.fixed[row])
        for scorer, weight in self._scores.summed:
            total += int(scorer.score(state, pod, rows)[0]) * weight
        raw = (int(scorer.score(state, pod, rows)[0]) for scorer in self._scores.rescored)
        return _NodeAnswer(passes, total, tuple(raw))


def _normalizes(plugin: ScorePlugin) -> bool:
    return implements(plugin, NormalizeScore)
