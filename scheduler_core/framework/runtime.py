"""Runs a profile's plugins at each extension point.

Mirrors pkg/scheduler/framework/runtime/framework.go @ v1.34.1. Every function returns what was answered, so that
a cycle is recorded by keeping the results; plugins do not know about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, runtime_checkable

import numpy as np

from scheduler_core.cluster.columns import BoolArray, IntArray
from scheduler_core.objects.pod import Pod, PodTemplate

from .cycle_state import CycleState
from .handle import Handle
from .interfaces import (
    ALL,
    FilterPlugin,
    Locality,
    NormalizeScore,
    Plugin,
    PostFilterResult,
    PreFilterExtensions,
    PreFilterPlugin,
    PreFilterResult,
    PreScorePlugin,
    Rows,
    implements,
    locality,
)
from .memo import ClassMemo, KeptScores, KeptVerdicts, Memo, Passing, Points, Question
from .profile import Profile
from .status import SUCCESS, Code, Status, Verdicts, unresolvable


@dataclass(slots=True)
class PreFilterRun:
    """`answers` by plugin in the order of execution; `node_names` is the intersection of what they narrowed to."""

    answers: dict[str, Status] = field(default_factory=dict)
    narrowed: dict[str, frozenset[str]] = field(default_factory=dict)
    node_names: frozenset[str] | None = None
    status: Status = SUCCESS


@dataclass(slots=True)
class FilterRun:
    """Per plugin the verdicts on all rows, and the rows that passed all of them.

    `passes` has the rows where nominated pods were taken into account: 1 where they make the node fail, 2 where it
    passes with them.
    """

    rows: IntArray
    plugins: list[str]
    verdicts: list[Verdicts]
    passing: Passing
    passes: dict[int, int] = field(default_factory=dict)
    _first: IntArray | None = None

    @property
    def passed(self) -> BoolArray:
        return self.passing.mask

    @property
    def first(self) -> IntArray:
        """Per row the plugin at which the scheduler stops, as an index into `plugins`; -1 where the node passes."""
        if self._first is None:
            self._first = _first(self.verdicts, len(self.rows))
        return self._first

    def statuses(self, i: int) -> dict[str, Status]:
        """The failures of the i-th row by plugin."""
        return {
            name: verdicts.status(i).by(name)
            for name, verdicts in zip(self.plugins, self.verdicts, strict=True)
            if verdicts.codes[i]
        }

    def first_status(self, i: int) -> Status:
        """The status with which the scheduler rejects the i-th row."""
        k = int(self.first[i])
        return self.verdicts[k].status(i).by(self.plugins[k])

    def rejections(self, positions: IntArray) -> dict[int, Status]:
        """By node, the status with which the scheduler rejects it; for those of some rows that failed.

        Nodes that are rejected alike share the status.
        """
        found: dict[int, Status] = {}
        for k, verdicts in enumerate(self.verdicts):
            stopped = positions[self.first[positions] == k]
            known: dict[tuple[int, int], Status] = {}
            keys = zip(verdicts.codes[stopped].tolist(), verdicts.reasons[stopped].tolist(), strict=True)
            for i, node, key in zip(stopped.tolist(), self.rows[stopped].tolist(), keys, strict=True):
                if key not in known:
                    known[key] = verdicts.status(i).by(self.plugins[k])
                found[node] = known[key]
        return found

    def replace(self, i: int, other: FilterRun, passes: int) -> None:
        """Takes over the answers of `other`, which asked the same plugins for this row alone."""
        row = np.array([i])
        self.verdicts = [v.updated(row, o) for v, o in zip(self.verdicts, other.verdicts, strict=True)]
        self.passing = self.passing.with_one(i, passed=bool(other.passed[0]))
        self.passes[i], self._first = passes, None


@dataclass(slots=True)
class ScoreRun:
    """The weighted sum of what the plugins in `weights` gave to the feasible nodes. Shapes (len(feasible),).

    What was kept is known for all nodes, what was asked for the feasible ones.
    """

    feasible: IntArray
    total: IntArray
    weights: dict[str, int]
    kept: dict[str, Points]
    asked: dict[str, tuple[IntArray, IntArray]]

    @property
    def raw(self) -> dict[str, IntArray]:
        """By plugin, in the order of the profile."""
        return {name: raw for name, (raw, _) in self.points().items()}

    @property
    def normalized(self) -> dict[str, IntArray]:
        """By plugin, in the order of the profile."""
        return {name: normalized for name, (_, normalized) in self.points().items()}

    def points(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Raw and normalized points by plugin, in the order of the profile; one array where they are the same."""
        return {n: self.asked[n] if n in self.asked else self._here(self.kept[n]) for n in self.weights}

    def _here(self, kept: Points) -> tuple[IntArray, IntArray]:
        assert kept.normalized is not None
        raw = kept.raw[self.feasible]
        return raw, raw if kept.normalized is kept.raw else kept.normalized[self.feasible]


@runtime_checkable
class NeedsFramework(Protocol):
    """A plugin that runs other plugins itself."""

    def attach(self, framework: Framework) -> None: ...


class Framework:
    """A profile's plugins, ready to run against the handle's snapshot."""

    def __init__(self, profile: Profile, handle: Handle) -> None:
        self.profile = profile
        self.handle = handle
        self.memo = Memo(self._begin_class)
        for plugin in profile.post_filter:
            if implements(plugin, NeedsFramework):
                plugin.attach(self)

    def _begin_class(self, template: PodTemplate) -> ClassMemo:
        """What may be kept for a class, nothing of it asked yet."""
        profile, snapshot = self.profile, self.handle.snapshot
        prepared = _lasting(profile.pre_filter, "pre_filter", template)
        counted = _lasting(profile.pre_score, "pre_score", template)
        filters = [(p, locality(p, "filter", template)) for p in profile.filter if prepared.get(p.name, True)]
        scores = [
            (p, weight, locality(p, "score", template))
            for p, weight in profile.score
            if counted.get(p.name, True)
        ]
        return ClassMemo(
            [Question(p.name, partial(self._pre_filter, p), prepared[p.name]) for p in profile.pre_filter],
            [Question(p.name, partial(self._pre_score, p), counted[p.name]) for p in profile.pre_score],
            KeptVerdicts(snapshot, [f for f in filters if f[1] is not Locality.CLUSTER]),
            KeptScores(snapshot, [s for s in scores if s[2] is not Locality.CLUSTER]),
        )

    def run_pre_enqueue(self, pod: Pod) -> Status:
        for plugin in self.profile.pre_enqueue:
            status = plugin.pre_enqueue(pod)
            if not status.ok:
                return status.by(plugin.name)
        return SUCCESS

    def run_pre_filter(self, state: CycleState, pod: Pod) -> PreFilterRun:
        run = PreFilterRun()
        for question in self.memo.of(pod.template).pre_filter:
            name, result = question.name, question.known or question.put(state, pod)
            status = run.answers[name] = result.status
            if status.code is Code.Skip:
                state.skip_filter.add(name)
            elif status.code is not Code.Success:
                run.status = status
                if status.code is not Code.Unschedulable:
                    break
            elif result.node_names is not None and not self._narrow(run, name, result.node_names):
                break
        if not run.status.ok:
            prepared = {n for n, s in run.answers.items() if s.code in (Code.Success, Code.Skip)}
            state.unprepared = tuple(p.name for p in self.profile.pre_filter if p.name not in prepared)
        return run

    def _pre_filter(self, plugin: PreFilterPlugin, state: CycleState, pod: Pod) -> PreFilterResult:
        result = plugin.pre_filter(state, pod)
        always = self.handle.version.pre_filter_always_runs
        return PreFilterResult(_by(plugin, result.status, always), result.node_names)

    def _narrow(self, run: PreFilterRun, plugin: str, names: frozenset[str]) -> bool:
        """Intersects the sets of nodes; False when nothing is left."""
        run.narrowed[plugin] = names
        run.node_names = names if run.node_names is None else run.node_names & names
        if run.node_names:
            return True
        plugins = f"[{' '.join(sorted(run.narrowed))}]"
        which = f"plugin {plugins}" if len(run.narrowed) == 1 else f"plugin(s) {plugins} simultaneously"
        run.status = unresolvable(f"node(s) didn't satisfy {which}")
        return False

    def run_add_pod(self, state: CycleState, pod: Pod, added: Pod, node: int) -> None:
        for plugin in self._extensions(state):
            plugin.add_pod(state, pod, added, node)

    def run_remove_pod(self, state: CycleState, pod: Pod, removed: Pod, node: int) -> None:
        for plugin in self._extensions(state):
            plugin.remove_pod(state, pod, removed, node)

    def _extensions(self, state: CycleState) -> list[PreFilterExtensions]:
        return [
            p
            for p in self.profile.pre_filter
            if implements(p, PreFilterExtensions) and p.name not in state.skip_filter
        ]

    def run_filter(self, state: CycleState, pod: Pod, rows: Rows = ALL) -> FilterRun:
        """All filter plugins on all rows; nominated pods are not looked at."""
        plugins, everyone = self.active_filters(state), self.handle.snapshot.rows
        names = [p.name for p in plugins]
        if rows is not ALL:
            verdicts = [plugin.filter(state, pod, rows) for plugin in plugins]
            passing = Passing(np.ones(len(everyone[rows]), dtype=bool)).narrowed(verdicts)
            return FilterRun(everyone[rows], names, verdicts, passing)
        kept = self.memo.of(pod.template).verdicts
        kept.refresh(state, pod)
        verdicts = [kept.verdicts.get(p.name) or p.filter(state, pod, ALL) for p in plugins]
        asked = [v for v, name in zip(verdicts, names, strict=True) if name not in kept.verdicts]
        return FilterRun(everyone, names, verdicts, kept.passing.narrowed(asked))

    def active_filters(self, state: CycleState) -> list[FilterPlugin]:
        return [p for p in self.profile.filter if p.name not in state.skip_filter]

    def run_filter_with_nominated(self, state: CycleState, pod: Pod, rows: Rows = ALL) -> FilterRun:
        """RunFilterPluginsWithNominatedPods: nodes with nominated pods must fit with and without those pods."""
        run = self.run_filter(state, pod, rows)
        for node in self.nominated_rivals(pod):
            for i in np.flatnonzero(run.rows == node):
                with self.beside_rivals(state, pod, node) as copy:
                    with_them = self.run_filter(copy, pod, np.array([node]))
                if with_them.passed[0]:
                    run.passes[int(i)] = 2
                else:
                    run.replace(int(i), with_them, 1)
        return run

    def nominated_rivals(self, pod: Pod) -> dict[int, list[Pod]]:
        """By node, the pods of equal or higher priority that are nominated to it."""
        rivals: dict[int, list[Pod]] = {}
        for other, node_name in self.handle.nominator:
            node = self.handle.snapshot.index.get(node_name)
            if node is not None and other.template.priority >= pod.template.priority and other.key != pod.key:
                rivals.setdefault(node, []).append(other)
        return rivals

    @contextmanager
    def beside_rivals(self, state: CycleState, pod: Pod, node: int) -> Iterator[CycleState]:
        """The cluster and a copy of the state as if the pods nominated to the node ran there already."""
        copy, snapshot = state.clone(), self.handle.snapshot
        with snapshot.what_if(node):
            for other in self.nominated_rivals(pod).get(node, []):
                snapshot.assume(other, node)
                self.run_add_pod(copy, pod, other, node)
            yield copy

    def run_post_filter(self, state: CycleState, pod: Pod, statuses: dict[int, Status]) -> PostFilterResult:
        """RunPostFilterPlugins: ends at the first Success or Error, otherwise joins the reasons."""
        result = PostFilterResult(SUCCESS)
        reasons: list[str] = []
        for plugin in self.profile.post_filter:
            answer = plugin.post_filter(state, pod, statuses)
            result = answer if answer.ran else result
            code = answer.status.code
            if code in (Code.Success, Code.Error, Code.UnschedulableAndUnresolvable):
                answer.status = answer.status.by(plugin.name)
                return answer
            reasons += answer.status.reasons
        result.status = Status(Code.Unschedulable, tuple(reasons))
        return result

    def run_pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> dict[str, Status]:
        answers: dict[str, Status] = {}
        for question in self.memo.of(pod.template).pre_score:
            status = answers[question.name] = question.known or question.put(state, pod, feasible)
            if status.code is Code.Skip:
                state.skip_score.add(question.name)
        return answers

    def _pre_score(self, plugin: PreScorePlugin, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        status = plugin.pre_score(state, pod, feasible)
        return _by(plugin, status, self.handle.version.pre_score_always_runs)

    def run_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> ScoreRun:
        kept = self.memo.of(pod.template).scores
        kept.refresh(state, pod)
        total = kept.total if feasible is self.handle.snapshot.rows else kept.total[feasible]
        run = ScoreRun(feasible, total, {}, kept.points, {})
        for plugin, weight in self.profile.score:
            if plugin.name in state.skip_score:
                continue
            run.weights[plugin.name] = weight
            known = kept.points.get(plugin.name)
            if known is None or known.normalized is None:
                raw = plugin.score(state, pod, feasible) if known is None else known.raw[feasible]
                points = (
                    plugin.normalize_score(state, pod, raw) if implements(plugin, NormalizeScore) else raw
                )
                run.asked[plugin.name] = raw, points
                run.total = run.total + points * weight
        return run

    def run_reserve(self, state: CycleState, pod: Pod, node: int) -> Status:
        """RunReservePluginsReserve; what was reserved before a failure is given back."""
        for i, plugin in enumerate(self.profile.reserve):
            status = plugin.reserve(state, pod, node)
            if not status.ok:
                for done in reversed(self.profile.reserve[: i + 1]):
                    done.unreserve(state, pod, node)
                return status.by(plugin.name)
        return SUCCESS

    def run_permit(self, state: CycleState, pod: Pod, node: int) -> Status:
        return _until_failure(((p.name, p.permit) for p in self.profile.permit), state, pod, node)

    def run_pre_bind(self, state: CycleState, pod: Pod, node: int) -> Status:
        return _until_failure(((p.name, p.pre_bind) for p in self.profile.pre_bind), state, pod, node)

    def run_bind(self, state: CycleState, pod: Pod, node: int) -> Status:
        """RunBindPlugins: the first one that does not say Skip binds the pod."""
        for plugin in self.profile.bind:
            status = plugin.bind(state, pod, node)
            if status.code is not Code.Skip:
                return status.by(plugin.name)
        return Status(Code.Skip)

    def run_post_bind(self, state: CycleState, pod: Pod, node: int) -> None:
        for plugin in self.profile.post_bind:
            plugin.post_bind(state, pod, node)


def _until_failure(
    calls: Iterable[tuple[str, Callable[[CycleState, Pod, int], Status]]],
    state: CycleState,
    pod: Pod,
    node: int,
) -> Status:
    for name, call in calls:
        status = call(state, pod, node)
        if not status.ok:
            return status.by(name)
    return SUCCESS


def _by(plugin: Plugin, status: Status, always_runs: frozenset[str]) -> Status:
    """The plugin's status; Success where it says Skip in versions that did not skip it."""
    runs = status.code is Code.Skip and plugin.name in always_runs
    return (SUCCESS if runs else status).by(plugin.name)


def _lasting(plugins: Sequence[Plugin], point: str, template: PodTemplate) -> dict[str, bool]:
    """By plugin, whether its answer for the class stays the same."""
    return {p.name: locality(p, point, template) is Locality.NODE for p in plugins}


def _first(verdicts: list[Verdicts], count: int) -> IntArray:
    """Per row the first plugin with a failure, -1 without one."""
    first = np.full(count, -1, dtype=np.int64)
    for k in reversed(range(len(verdicts))):
        if (failed := verdicts[k].failed) is not None:
            first[failed] = k
    return first
