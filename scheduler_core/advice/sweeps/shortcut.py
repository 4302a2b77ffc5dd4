"""Decisions of a cycle without its record, for classes of pods that many runs schedule in the same cluster.

A run after another meets the same nodes with the same few pods again and again. What the filters and scores of a class
say of a node with its pods is asked once and kept by the pods that came, over all runs. Everything that looks at other
nodes is asked in every cycle, by the same calls; in a small cluster whole decisions are kept, by the pods on all nodes.
Where anything but the choice of a node happens, there is no shortcut.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.cycle.search import num_feasible_nodes_to_find, search
from scheduler_core.scheduler.cycle.ties import heap_root, other_nodes
from scheduler_core.scheduler.framework.batch import Batch, signature
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interfaces import (
    ALL,
    NormalizeScore,
    PreFilterResult,
    ScorePlugin,
    implements,
)
from scheduler_core.scheduler.framework.memo import Question
from scheduler_core.scheduler.framework.status import Code, Status
from scheduler_core.simulation.run.simulation import Simulation

from .nodeanswers import Filters, NodeAnswers, NodeStates, Scores

# They do nothing for pods without volumes and claims.
_QUEUEING: Final = frozenset({"SchedulingGates", "DynamicResources"})
_BINDING: Final = frozenset({"VolumeBinding", "DynamicResources", "DefaultBinder"})
_MOST_CHOICES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Scored:
    """The nodes that a decision scored, from which the next pod may take one (opportunistic batching)."""

    signature: Hashable
    chosen: int
    feasible: IntArray
    total: IntArray
    of_heap: bool

    @property
    def has_others(self) -> bool:
        return len(self.feasible) > 1

    def batch(self) -> Batch:
        """Return what the next whole cycle is given."""
        others = partial(other_nodes, self.feasible, self.total, self.chosen, of_heap=self.of_heap)
        return Batch(self.signature, self.chosen, others)


@dataclass(frozen=True, slots=True)
class Decision:
    """The node of a pod by its row, among how many equally good ones, and where the next search starts.

    `scored` is what it leaves to the next cycle; None if that takes no nodes from it.
    """

    row: int
    ties: int
    next_start_index: int
    scored: Scored | None = None


@dataclass(frozen=True, slots=True)
class _Choice:
    """The best nodes for a pod, in nodeOrder, among those that were scored; `likely` is taken where none is drawn."""

    best: IntArray
    likely: int | None
    next_start_index: int
    feasible: IntArray
    total: IntArray


class Shortcut:
    """The decisions for the pods of one class, in the cluster of a simulation that is at its beginning."""

    def __init__(self, simulation: Simulation, pod: Pod, states: NodeStates) -> None:
        framework = simulation.frameworks[pod.template.scheduler_name]
        snapshot, profile = framework.handle.snapshot, framework.profile
        memo = framework.memo.of(pod.template)
        self._states, self._rows = states, snapshot.rows
        percentage = simulation.config.percentage if profile.percentage is None else profile.percentage
        self._needed = num_feasible_nodes_to_find(percentage, len(snapshot))
        self._ties_are_drawn = framework.handle.version.ties_are_drawn
        batches = framework.handle.version.batches
        self._signature = signature(profile, pod.template) if batches else None
        self._fixed = CycleState()
        self._pre_filters = [q for q in memo.pre_filter if not _last_filter(q, self._fixed, pod)]
        self._pre_scores = [q for q in memo.pre_score if not _last_score(q, self._fixed, pod, self._rows)]
        self._filters = Filters(profile, memo.verdicts, len(snapshot))
        self._scores = Scores(profile, memo.scores)
        self._nodes = NodeAnswers(memo, self._filters, self._scores, states)
        self._choices: dict[Hashable, _Choice] = {}

    def rewind(self) -> None:
        """Return to the beginning of a run."""
        self._nodes.rewind()

    def decide(
        self, pod: Pod, start_index: int, rng: Random, seed: str, before: Scored | Batch | None = None
    ) -> Decision | None:
        """Return the decision of the pod's cycle; None where a whole cycle has to tell.

        `rng` is seeded with `seed` if there is a choice to be made. `before` is what the cycle just before left.
        """
        key = self._states.cache_key(start_index) if self._signature is None else None
        choice = self._choices.get(key) if key is not None else None
        if choice is None:
            choice = self._choose(pod, start_index, before)
            if choice is None:
                return None
            if key is not None and len(self._choices) < _MOST_CHOICES:
                self._choices[key] = choice
        ties = len(choice.best)
        if choice.likely is not None:
            row = choice.likely
        elif ties > 1:
            rng.seed(seed)
            row = int(choice.best[rng.choice(range(ties))])
        else:
            row = int(choice.best[0])
        return Decision(row, ties, choice.next_start_index, self._scored(row, choice))

    def _choose(self, pod: Pod, start_index: int, before: Scored | Batch | None) -> _Choice | None:
        state = self._fixed.fork()
        goes_on = all(_goes_on(q.answer(state, pod), q.name, state) for q in self._pre_filters)
        passing = self._passing_now(state, pod) if goes_on else None
        if passing is None or self._takes_next_best(before, passing):
            return None
        positions = self._rows if passing.all() else np.flatnonzero(passing)
        if not len(positions):
            return None
        count = len(self._rows)
        searched = search(positions, count, start_index % count, self._needed)
        feasible = searched.feasible
        total = self._totals(state, pod, feasible)
        if total is None:
            return None
        best: IntArray = feasible.compress(total == total[total.argmax()])
        best.sort(kind="stable")
        likely = None if self._ties_are_drawn or len(best) == 1 else int(feasible[heap_root(total)])
        return _Choice(best, likely, (start_index + searched.length) % count, feasible, total)

    def _takes_next_best(self, before: Scored | Batch | None, passing: BoolArray) -> bool:
        """Return whether the pod is like the one before, whose node is full: it is tried on the next best first."""
        return (
            before is not None
            and self._signature == before.signature
            and before.has_others
            and not passing[before.chosen]
        )

    def _scored(self, row: int, choice: _Choice) -> Scored | None:
        if self._signature is None:
            return None
        # The kept totals are written to as nodes change.
        total = choice.total.copy() if choice.total is self._nodes.total else choice.total
        return Scored(self._signature, row, choice.feasible, total, not self._ties_are_drawn)

    def _passing_now(self, state: CycleState, pod: Pod) -> BoolArray | None:
        """Return which nodes pass all filters; None if a plugin fails."""
        if not self._nodes.refresh(state, pod):
            return None
        passing = self._nodes.passing
        for plugin in self._filters.wide:
            if plugin.name not in state.skip_filter:
                verdicts = plugin.filter(state, pod, ALL)
                if verdicts.has_errors:
                    return None
                if not verdicts.none_rejected:
                    passing = passing & verdicts.passed
        return passing

    def _totals(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray | None:
        """Return the totals of the feasible nodes; None if a plugin fails."""
        for question in self._pre_scores:
            status: Status = question.answer(state, pod, feasible)
            if status.code is Code.Skip:
                state.skip_score.add(question.name)
            elif not status.ok:
                return None
        totals = self._nodes.total
        total: IntArray = totals if feasible is self._rows else totals[feasible]
        for plugin, weight in self._scores.wide:
            if plugin.name not in state.skip_score:
                total = total + _normalized(plugin, state, pod, plugin.score(state, pod, feasible)) * weight
        for plugin, weight in self._scores.normalized:
            raw = self._nodes.raw[plugin.name][feasible]
            total = total + _normalized(plugin, state, pod, raw) * weight
        return total


def shortcut_of(simulation: Simulation, pod: Pod, states: NodeStates) -> Shortcut | None:
    """Return the shortcut for the pod's class, if its cycles only choose nodes. The simulation is at its beginning."""
    if simulation.handle.extenders is not None or len(simulation.handle.nominator):
        return None
    record = simulation.compute(pod.key)
    if not isinstance(record, CycleRecord) or record.selected is None or record.score is None:
        return None
    profile = record.framework.profile
    binding = {p.name for p in (*profile.reserve, *profile.permit, *profile.pre_bind, *profile.bind)}
    if not binding <= _BINDING or not {p.name for p in profile.pre_enqueue} <= _QUEUEING:
        return None
    if profile.post_bind or not profile.score or record.pre_filter is None or record.pre_filter.narrowed:
        return None
    if record.filter is None or any(verdicts.has_errors for verdicts in record.filter.verdicts):
        return None
    return Shortcut(simulation, pod, states)


def _goes_on(result: PreFilterResult, name: str, state: CycleState) -> bool:
    """Note a Skip; return whether the cycle goes on to filter all nodes."""
    if result.status.code is Code.Skip:
        state.skip_filter.add(name)
        return True
    return result.status.ok and result.node_names is None


def _last_filter(question: Question[PreFilterResult], state: CycleState, pod: Pod) -> bool:
    """Return whether the answer is the same in every cycle; note it in the state then."""
    return question.lasts and _goes_on(question.answer(state, pod), question.name, state)


def _last_score(question: Question[Status], state: CycleState, pod: Pod, rows: IntArray) -> bool:
    """Return whether the answer is the same in every cycle; note it in the state then."""
    if not question.lasts:
        return False
    if question.answer(state, pod, rows).code is Code.Skip:
        state.skip_score.add(question.name)
    return True


def _normalized(plugin: ScorePlugin, state: CycleState, pod: Pod, raw: IntArray) -> IntArray:
    return plugin.normalize_score(state, pod, raw) if implements(plugin, NormalizeScore) else raw
