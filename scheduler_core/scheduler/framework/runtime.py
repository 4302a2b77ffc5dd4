"""Runs a profile's plugins at each extension point.

Mirrors pkg/scheduler/framework/runtime/framework.go @ v1.34.1. Every function returns the plugins' answers, so that
a cycle is recorded by keeping the results; plugins are unaware of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, runtime_checkable

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray

from .cycle_state import CycleState
from .handle import Handle
from .interfaces import (
    ALL,
    FilterPlugin,
    Locality,
    MayFailToScore,
    NormalizeScore,
    Plugin,
    PostFilterResult,
    PreFilterExtensions,
    PreFilterPlugin,
    PreFilterResult,
    PreScorePlugin,
    ReservePlugin,
    Rows,
    implements,
    locality,
    missing_state_error,
)
from .memo import CachedScores, CachedVerdicts, ClassMemo, Memo, Passing, Points, Question
from .profile import Profile
from .status import SUCCESS, Code, Status, Verdicts, failure, joined, unresolvable

ASKED_TO_WAIT = "one or more plugins asked to wait and no plugin rejected pod"


@dataclass(slots=True)
class PreFilterRun:
    """The answers of PreFilter by plugin, in the order of execution.

    `narrowed` has the node names that a plugin restricts the search to, `node_names` their intersection.
    """

    answers: dict[str, Status] = field(default_factory=dict)
    narrowed: dict[str, frozenset[str]] = field(default_factory=dict)
    node_names: frozenset[str] | None = None
    status: Status = SUCCESS


@dataclass(slots=True)
class FilterRun:
    """Per plugin the verdicts on all rows, and the rows that passed all of them.

    `passes` counts the filter passes on rows with nominated pods: 1 if the node failed with them, 2 if it passed.
    `joins_failures`: a node's status has the reasons of all plugins that rejected it, not those of the first.
    """

    rows: IntArray
    plugins: list[str]
    verdicts: list[Verdicts]
    passing: Passing
    joins_failures: bool = False
    passes: dict[int, int] = field(default_factory=dict)
    _first: IntArray | None = None

    @property
    def passed(self) -> BoolArray:
        return self.passing.mask

    @property
    def first(self) -> IntArray:
        """Per row the plugin at which the scheduler stops, as an index into `plugins`; -1 if the node passes."""
        if self._first is None:
            self._first = _first(self.verdicts, len(self.rows))
        return self._first

    def statuses(self, i: int) -> dict[str, Status]:
        """Return the failures of the i-th row by plugin."""
        return {
            name: verdicts.status(i).with_plugin(name)
            for name, verdicts in zip(self.plugins, self.verdicts, strict=True)
            if verdicts.codes[i]
        }

    def rejection(self, i: int) -> Status:
        """Return the status with which the scheduler rejects the i-th row."""
        if self.joins_failures:
            failures = [_rejection(name, status) for name, status in self.statuses(i).items()]
            return next((s for s in failures if s.code is Code.Error), None) or joined(failures)
        k = int(self.first[i])
        return _rejection(self.plugins[k], self.verdicts[k].status(i))

    def first_error(self, positions: IntArray) -> tuple[int, str] | None:
        """Return the first of these rows on which a plugin failed, as an index into `positions`, and the error.

        None if no plugin failed on them.
        """
        if not any(verdicts.has_errors for verdicts in self.verdicts):
            return None
        for order, i in enumerate(positions.tolist()):
            if self.first[i] >= 0 and (status := self.rejection(i)).code is Code.Error:
                return order, status.message
        return None

    def rejections(self, positions: IntArray) -> dict[int, Status]:
        """Return by node the status with which the scheduler rejects it; `positions` are rows that failed.

        Nodes with equal rejections share one status object.
        """
        if self.joins_failures:
            failed = positions[~self.passed[positions]].tolist()
            return {int(self.rows[i]): self.rejection(i) for i in failed}
        statuses: dict[int, Status] = {}
        first = self.first[positions]
        for k, verdicts in enumerate(self.verdicts):
            stopped = positions[first == k]
            if not stopped.size:
                continue
            keys = verdicts.reasons[stopped] * np.int64(len(Code)) + verdicts.codes[stopped]
            _, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
            shared = [_rejection(self.plugins[k], verdicts.status(i)) for i in stopped[firsts].tolist()]
            statuses.update(
                zip(self.rows[stopped].tolist(), [shared[i] for i in places.tolist()], strict=True)
            )
        return statuses

    def with_row_of(self, other: FilterRun) -> FilterRun:
        """Return the run with the only row of `other`, a run of the same plugins, at the end; itself if it has it."""
        if other.rows[0] in self.rows:
            return self
        count = len(self.rows)
        verdicts = [
            Verdicts(count + 1).updated(np.arange(count), v).updated(np.array([count]), o)
            for v, o in zip(self.verdicts, other.verdicts, strict=True)
        ]
        passes = self.passes | ({count: other.passes[0]} if other.passes else {})
        passing = Passing(np.append(self.passed, other.passed))
        return FilterRun(
            np.append(self.rows, other.rows), self.plugins, verdicts, passing, self.joins_failures, passes
        )

    def replace(self, i: int, other: FilterRun, passes: int) -> None:
        """Take the answers for row i from `other`, a run of the same plugins on this row alone."""
        row = np.array([i])
        self.verdicts = [v.updated(row, o) for v, o in zip(self.verdicts, other.verdicts, strict=True)]
        self.passing = self.passing.with_one(i, passed=bool(other.passed[0]))
        self.passes[i], self._first = passes, None


@dataclass(slots=True)
class ScoreRun:
    """The points of the plugins in `weights`, and their weighted sum `total`. Shapes (len(feasible),).

    `cached` points cover all nodes, `computed` ones (raw, normalized) the feasible nodes.
    """

    feasible: IntArray
    total: IntArray
    weights: dict[str, int]
    cached: dict[str, Points]
    computed: dict[str, tuple[IntArray, IntArray]]

    @property
    def raw(self) -> dict[str, IntArray]:
        """Raw points by plugin, in the order of the profile."""
        return {name: raw for name, (raw, _) in self.points().items()}

    @property
    def normalized(self) -> dict[str, IntArray]:
        """Normalized points by plugin, in the order of the profile."""
        return {name: normalized for name, (_, normalized) in self.points().items()}

    def points(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Return raw and normalized points by plugin, in the order of the profile; one array if they are the same."""
        return {
            n: self.computed[n] if n in self.computed else self._at_feasible(self.cached[n])
            for n in self.weights
        }

    def _at_feasible(self, points: Points) -> tuple[IntArray, IntArray]:
        assert points.normalized is not None
        raw = points.raw[self.feasible]
        return raw, raw if points.normalized is points.raw else points.normalized[self.feasible]


@runtime_checkable
class NeedsFramework(Protocol):
    """A plugin that runs other plugins itself."""

    def attach(self, framework: Framework) -> None: ...


class Framework:
    """A profile's plugins, ready to run against the handle's snapshot."""

    def __init__(self, profile: Profile, handle: Handle) -> None:
        self.profile = profile
        self.handle = handle
        absent = handle.version.absent_points
        pre_filters = {p.name for p in profile.pre_filter} | {n for at, n in absent if at == "preFilter"}
        pre_scores = {p.name for p in profile.pre_score} | {n for at, n in absent if at == "preScore"}
        self._unprepared_filters = _unprepared(profile.filter, pre_filters, "pre_filter")
        self._unprepared_reserves = _unprepared(profile.reserve, pre_filters, "pre_filter")
        self._unprepared_scores = _unprepared([p for p, _ in profile.score], pre_scores, "pre_score")
        self.memo = Memo(self._new_class_memo)
        for plugin in profile.post_filter:
            if implements(plugin, NeedsFramework):
                plugin.attach(self)

    def _new_class_memo(self, template: PodTemplate) -> ClassMemo:
        """Return an empty cache for a class, with the plugins whose answers may be cached."""
        profile, snapshot = self.profile, self.handle.snapshot
        prepared = _lasting(profile.pre_filter, "pre_filter", template)
        counted = _lasting(profile.pre_score, "pre_score", template)
        filters = [
            (p, locality(p, "filter", template))
            for p in profile.filter
            if prepared.get(p.name, True) and p.name not in self._unprepared_filters
        ]
        scores = [
            (p, weight, locality(p, "score", template))
            for p, weight in profile.score
            if counted.get(p.name, True)
        ]
        return ClassMemo(
            [Question(p.name, partial(self._pre_filter, p), prepared[p.name]) for p in profile.pre_filter],
            [Question(p.name, partial(self._pre_score, p), counted[p.name]) for p in profile.pre_score],
            CachedVerdicts(snapshot, [f for f in filters if f[1] is not Locality.CLUSTER]),
            CachedScores(snapshot, [s for s in scores if s[2] is not Locality.CLUSTER]),
        )

    def run_pre_enqueue(self, pod: Pod) -> Status:
        """Return the answer of the first plugin that holds the pod back, SUCCESS if none does."""
        return next(self._pre_enqueue(pod), SUCCESS)

    def pre_enqueue_failures(self, pod: Pod) -> tuple[Status, ...]:
        """Return the answers of all plugins that hold the pod back."""
        return tuple(self._pre_enqueue(pod))

    def _pre_enqueue(self, pod: Pod) -> Iterator[Status]:
        for plugin in self.profile.pre_enqueue:
            status = plugin.pre_enqueue(pod)
            if not status.ok:
                yield status.with_plugin(plugin.name)

    def run_pre_filter(self, state: CycleState, pod: Pod) -> PreFilterRun:
        run = PreFilterRun()
        for question in self.memo.of(pod.template).pre_filter:
            name, result = question.name, question.cached_answer or question.answer(state, pod)
            status = run.answers[name] = result.status
            if status.code is Code.Skip:
                state.skip_filter.add(name)
            elif status.code is Code.Error:
                run.status = failure(f'running PreFilter plugin "{name}": {status.message}').with_plugin(name)
                break
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
        return PreFilterResult(_effective_status(plugin, result.status, always), result.node_names)

    def _narrow(self, run: PreFilterRun, plugin: str, names: frozenset[str]) -> bool:
        """Intersect the sets of nodes; return False if nothing is left."""
        run.narrowed[plugin] = names
        run.node_names = names if run.node_names is None else run.node_names & names
        if run.node_names:
            return True
        plugins = f"[{' '.join(sorted(run.narrowed))}]"
        alone = plugins if self.handle.version.lists_one_narrowing_plugin else plugin
        which = f"plugin {alone}" if len(run.narrowed) == 1 else f"plugin(s) {plugins} simultaneously"
        run.status = unresolvable(f"node(s) didn't satisfy {which}")
        return False

    def run_add_pod(self, state: CycleState, pod: Pod, added: Pod, node: int) -> None:
        for plugin in self._extensions(state):
            plugin.add_pod(state, pod, added, node)

    def run_remove_pod(self, state: CycleState, pod: Pod, removed: Pod, node: int) -> None:
        for plugin in self._extensions(state):
            plugin.remove_pod(state, pod, removed, node)

    def remove_pod_error(self, state: CycleState) -> str:
        """Return the error of RemovePod if its plugin has no state, "" if all have one.

        It occurs in versions that run preemption for pods that PreFilter rejected.
        """
        for plugin in self._extensions(state):
            if plugin.name in state.unprepared and (error := missing_state_error(plugin, "pre_filter")):
                return f'running RemovePod on PreFilter plugin "{plugin.name}": {error}'
        return ""

    def _extensions(self, state: CycleState) -> list[PreFilterExtensions]:
        return [
            p
            for p in self.profile.pre_filter
            if implements(p, PreFilterExtensions) and p.name not in state.skip_filter
        ]

    def run_filter(self, state: CycleState, pod: Pod, rows: Rows = ALL) -> FilterRun:
        """Run all filter plugins on all rows, without regard to nominated pods."""
        plugins, all_rows = self.active_filters(state), self.handle.snapshot.rows
        names, joins = [p.name for p in plugins], self.handle.version.runs_all_filters
        if rows is not ALL:
            verdicts = [self._filter(plugin, state, pod, rows) for plugin in plugins]
            passing = Passing(np.ones(len(all_rows[rows]), dtype=bool)).narrowed(verdicts)
            return FilterRun(all_rows[rows], names, verdicts, passing, joins)
        cached = self.memo.of(pod.template).verdicts
        cached.refresh(state, pod)
        verdicts = [cached.verdicts.get(p.name) or self._filter(p, state, pod, ALL) for p in plugins]
        computed = [v for v, name in zip(verdicts, names, strict=True) if name not in cached.verdicts]
        return FilterRun(all_rows, names, verdicts, cached.passing.narrowed(computed), joins)

    def _filter(self, plugin: FilterPlugin, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        error = self._unprepared_filters.get(plugin.name, "")
        if plugin.name in state.unprepared:
            error = missing_state_error(plugin, "pre_filter")
        if not error:
            return plugin.filter(state, pod, rows)
        verdicts = Verdicts(len(self.handle.snapshot.rows[rows]))
        verdicts.reject(verdicts.passed, failure(error))
        return verdicts

    def active_filters(self, state: CycleState) -> list[FilterPlugin]:
        return [p for p in self.profile.filter if p.name not in state.skip_filter]

    def run_filter_with_nominated(self, state: CycleState, pod: Pod, rows: Rows = ALL) -> FilterRun:
        """Run all filters; nodes with nominated pods must pass with and without them.

        Follows RunFilterPluginsWithNominatedPods.
        """
        run = self.run_filter(state, pod, rows)
        for node in self.nominated_rivals(pod):
            for i in np.flatnonzero(run.rows == node):
                with self.with_rivals_assumed(state, pod, node) as trial_state:
                    with_them = self.run_filter(trial_state, pod, np.array([node]))
                if with_them.passed[0]:
                    run.passes[int(i)] = 2
                else:
                    run.replace(int(i), with_them, 1)
        return run

    def nominated_rivals(self, pod: Pod) -> dict[int, list[Pod]]:
        """Return by node the pods of equal or higher priority that are nominated to it."""
        rivals: dict[int, list[Pod]] = {}
        for other, node_name in self.handle.nominator:
            node = self.handle.snapshot.index.get(node_name)
            if node is not None and other.template.priority >= pod.template.priority and other.key != pod.key:
                rivals.setdefault(node, []).append(other)
        return rivals

    @contextmanager
    def with_rivals_assumed(self, state: CycleState, pod: Pod, node: int) -> Iterator[CycleState]:
        """Let the pods nominated to the node run there within the context; yield a state that counts them."""
        trial_state, snapshot = state.clone(), self.handle.snapshot
        with snapshot.what_if(node):
            for other in self.nominated_rivals(pod).get(node, []):
                snapshot.assume(other, node)
                self.run_add_pod(trial_state, pod, other, node)
            yield trial_state

    def run_post_filter(self, state: CycleState, pod: Pod, statuses: dict[int, Status]) -> PostFilterResult:
        """Run PostFilter up to the first Success or Error, otherwise join the reasons (RunPostFilterPlugins)."""
        result = PostFilterResult(SUCCESS)
        reasons: list[str] = []
        for plugin in self.profile.post_filter:
            answer = plugin.post_filter(state, pod, statuses)
            result = answer if answer.ran else result
            code = answer.status.code
            if code in (Code.Success, Code.Error, Code.UnschedulableAndUnresolvable):
                answer.status = answer.status.with_plugin(plugin.name)
                return answer
            reasons += answer.status.reasons
        result.status = Status(Code.Unschedulable, tuple(reasons))
        return result

    def run_pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> tuple[dict[str, Status], str]:
        """Run PreScore up to the first plugin that fails; return the answers and its error, "" without one."""
        answers: dict[str, Status] = {}
        for question in self.memo.of(pod.template).pre_score:
            name = question.name
            status = answers[name] = question.cached_answer or question.answer(state, pod, feasible)
            if status.code is Code.Skip:
                state.skip_score.add(name)
            elif not status.ok:
                return answers, f'running PreScore plugin "{name}": {status.message}'
        return answers, ""

    def _pre_score(self, plugin: PreScorePlugin, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        status = plugin.pre_score(state, pod, feasible)
        return _effective_status(plugin, status, self.handle.version.pre_score_always_runs)

    def score_error(self, state: CycleState, pod: Pod) -> str:
        """Return the error with which Score ends for the pod, "" if all plugins can score it."""
        for plugin, _ in self.profile.score:
            if plugin.name in state.skip_score:
                continue
            error = self._unprepared_scores.get(plugin.name, "")
            if not error and implements(plugin, MayFailToScore):
                error = plugin.score_error(state, pod)
            if error:
                return f'running Score plugins: plugin "{plugin.name}" failed with: {error}'
        return ""

    def run_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> ScoreRun:
        cached = self.memo.of(pod.template).scores
        cached.refresh(state, pod)
        total = cached.total if feasible is self.handle.snapshot.rows else cached.total[feasible]
        run = ScoreRun(feasible, total, {}, cached.points, {})
        for plugin, weight in self.profile.score:
            if plugin.name in state.skip_score:
                continue
            run.weights[plugin.name] = weight
            points = cached.points.get(plugin.name)
            if points is None or points.normalized is None:
                raw = plugin.score(state, pod, feasible) if points is None else points.raw[feasible]
                normalized = (
                    plugin.normalize_score(state, pod, raw) if implements(plugin, NormalizeScore) else raw
                )
                run.computed[plugin.name] = raw, normalized
                run.total = run.total + normalized * weight
        return run

    def run_reserve(self, state: CycleState, pod: Pod, node: int) -> Status:
        """Run Reserve; after a failure, unreserve in reverse order (RunReservePluginsReserve)."""
        for i, plugin in enumerate(self.profile.reserve):
            status = self._reserve(plugin, state, pod, node)
            if not status.ok:
                for reserved in reversed(self.profile.reserve[: i + 1]):
                    reserved.unreserve(state, pod, node)
                return status.with_plugin(plugin.name)
        return SUCCESS

    def _reserve(self, plugin: ReservePlugin, state: CycleState, pod: Pod, node: int) -> Status:
        error = self._unprepared_reserves.get(plugin.name)
        if error is None:
            return plugin.reserve(state, pod, node)
        return failure(f'running Reserve plugin "{plugin.name}": {error}')

    def run_permit(self, state: CycleState, pod: Pod, node: int) -> Status:
        """Run Permit up to the first plugin that fails; Wait if one of the others waits (RunPermitPlugins)."""
        waiting: Status | None = None
        for plugin in self.profile.permit:
            status = plugin.permit(state, pod, node)
            if status.code is Code.Wait:
                waiting = waiting or Status(Code.Wait, (*status.reasons, ASKED_TO_WAIT), plugin.name)
            elif not status.ok:
                return status.with_plugin(plugin.name)
        return waiting or SUCCESS

    def unreserve(self, state: CycleState, pod: Pod, node: int) -> None:
        """Run Unreserve in reverse order (RunReservePluginsUnreserve)."""
        for plugin in reversed(self.profile.reserve):
            plugin.unreserve(state, pod, node)

    def run_pre_bind(self, state: CycleState, pod: Pod, node: int) -> Status:
        return _until_failure(((p.name, p.pre_bind) for p in self.profile.pre_bind), state, pod, node)

    def run_bind(self, state: CycleState, pod: Pod, node: int) -> Status:
        """Run Bind plugins until one does not return Skip (RunBindPlugins)."""
        for plugin in self.profile.bind:
            status = plugin.bind(state, pod, node)
            if status.code is not Code.Skip:
                return status.with_plugin(plugin.name)
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
            return status.with_plugin(name)
    return SUCCESS


def _effective_status(plugin: Plugin, status: Status, always_runs: frozenset[str]) -> Status:
    """Return the plugin's status; Success instead of Skip in versions that ran the plugin anyway."""
    runs = status.code is Code.Skip and plugin.name in always_runs
    return (SUCCESS if runs else status).with_plugin(plugin.name)


def _rejection(plugin: str, status: Status) -> Status:
    """Return a filter plugin's status with its name; an error in the words of RunFilterPlugins."""
    if status.code is Code.Error:
        status = failure(f'running "{plugin}" filter plugin: {status.message}')
    return status.with_plugin(plugin)


def _unprepared(plugins: Sequence[Plugin], prepared: set[str], point: str) -> dict[str, str]:
    """Return by name the error of plugins that need `point`, which the profile does not run for them."""
    errors = {p.name: missing_state_error(p, point) for p in plugins if p.name not in prepared}
    return {name: error for name, error in errors.items() if error}


def _lasting(plugins: Sequence[Plugin], point: str, template: PodTemplate) -> dict[str, bool]:
    """Return by plugin whether its answer is the same in every cycle of the class."""
    return {p.name: locality(p, point, template) is Locality.NODE for p in plugins}


def _first(verdicts: list[Verdicts], count: int) -> IntArray:
    """Return per row the index of the first plugin that rejected it, -1 if none did. Shape (count,)."""
    first = np.full(count, -1, dtype=np.int64)
    for k in reversed(range(len(verdicts))):
        if (failed := verdicts[k].failed) is not None:
            first[failed] = k
    return first
