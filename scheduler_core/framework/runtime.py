"""Runs a profile's plugins at each extension point.

Mirrors pkg/scheduler/framework/runtime/framework.go @ v1.34.1. Every function returns what was answered, so that
a cycle is recorded by keeping the results; plugins do not know about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np

from scheduler_core.columns import BoolArray, IntArray
from scheduler_core.objects.pod import Pod

from .cycle_state import CycleState
from .handle import Handle
from .interfaces import (
    ALL,
    FilterPlugin,
    NormalizeScore,
    PostFilterResult,
    PreFilterExtensions,
    Rows,
    implements,
)
from .memo import Memo
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
    """Per plugin the verdicts on all rows, and per row the plugin at which the scheduler stops.

    `first[i]` is an index into `plugins`, -1 where the node passes. `passes` has the rows where nominated pods were
    taken into account: 1 where they make the node fail, 2 where it passes with them.
    """

    rows: IntArray
    plugins: list[str]
    verdicts: list[Verdicts]
    first: IntArray
    passes: dict[int, int] = field(default_factory=dict)

    @property
    def passed(self) -> BoolArray:
        return self.first < 0

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

    def replace(self, i: int, other: FilterRun, passes: int) -> None:
        """Takes over the answers of `other`, which asked the same plugins for this row alone."""
        row = np.array([i])
        self.verdicts = [v.updated(row, o) for v, o in zip(self.verdicts, other.verdicts, strict=True)]
        self.first[i] = other.first[0]
        self.passes[i] = passes


@dataclass(slots=True)
class ScoreRun:
    """Per plugin that scored: raw, normalized and weight; `total` is the weighted sum. Shapes (len(feasible),)."""

    feasible: IntArray
    raw: dict[str, IntArray] = field(default_factory=dict)
    normalized: dict[str, IntArray] = field(default_factory=dict)
    weights: dict[str, int] = field(default_factory=dict)
    total: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


@runtime_checkable
class NeedsFramework(Protocol):
    """A plugin that runs other plugins itself."""

    def attach(self, framework: Framework) -> None: ...


class Framework:
    """A profile's plugins, ready to run against the handle's snapshot."""

    def __init__(self, profile: Profile, handle: Handle) -> None:
        self.profile = profile
        self.handle = handle
        self.memo = Memo(handle.snapshot)
        for plugin in profile.post_filter:
            if implements(plugin, NeedsFramework):
                plugin.attach(self)

    def run_pre_enqueue(self, pod: Pod) -> Status:
        for plugin in self.profile.pre_enqueue:
            status = plugin.pre_enqueue(pod)
            if not status.ok:
                return status.by(plugin.name)
        return SUCCESS

    def run_pre_filter(self, state: CycleState, pod: Pod) -> PreFilterRun:
        run = PreFilterRun()
        for plugin in self.profile.pre_filter:
            result = plugin.pre_filter(state, pod)
            status = result.status.by(plugin.name)
            if status.code is Code.Skip and plugin.name in self.handle.version.pre_filter_always_runs:
                status = SUCCESS
            run.answers[plugin.name] = status
            if status.code is Code.Skip:
                state.skip_filter.add(plugin.name)
            elif not status.ok:
                run.status = status
                if status.code is not Code.Unschedulable:
                    break
            elif result.node_names is not None and not self._narrow(run, plugin.name, result.node_names):
                break
        prepared = {name for name, status in run.answers.items() if status.code in (Code.Success, Code.Skip)}
        state.unprepared = tuple(p.name for p in self.profile.pre_filter if p.name not in prepared)
        return run

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
        plugins = self.active_filters(state)
        if rows is ALL:
            verdicts = [self.memo.verdicts(plugin, state, pod) for plugin in plugins]
        else:
            verdicts = [plugin.filter(state, pod, rows) for plugin in plugins]
        nodes = self.handle.snapshot.rows[rows]
        return FilterRun(nodes, [p.name for p in plugins], verdicts, _first(verdicts, len(nodes)))

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
        for plugin in self.profile.pre_score:
            status = plugin.pre_score(state, pod, feasible).by(plugin.name)
            if status.code is Code.Skip and plugin.name in self.handle.version.pre_score_always_runs:
                status = SUCCESS
            answers[plugin.name] = status
            if status.code is Code.Skip:
                state.skip_score.add(plugin.name)
        return answers

    def run_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> ScoreRun:
        run = ScoreRun(feasible, total=np.zeros(len(feasible), dtype=np.int64))
        for plugin, weight in self.profile.score:
            if plugin.name in state.skip_score:
                continue
            raw = run.raw[plugin.name] = self.memo.scores(plugin, state, pod, feasible)
            points = plugin.normalize_score(state, pod, raw) if implements(plugin, NormalizeScore) else raw
            run.normalized[plugin.name] = points
            run.weights[plugin.name] = weight
            run.total += points * weight
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
        return _until_failure([(p.name, p.permit) for p in self.profile.permit], state, pod, node)

    def run_pre_bind(self, state: CycleState, pod: Pod, node: int) -> Status:
        return _until_failure([(p.name, p.pre_bind) for p in self.profile.pre_bind], state, pod, node)

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
    calls: list[tuple[str, Callable[[CycleState, Pod, int], Status]]], state: CycleState, pod: Pod, node: int
) -> Status:
    for name, call in calls:
        status = call(state, pod, node)
        if not status.ok:
            return status.by(name)
    return SUCCESS


def _first(verdicts: list[Verdicts], count: int) -> IntArray:
    """Per row the first plugin with a failure, -1 without one."""
    first = np.full(count, -1, dtype=np.int64)
    for k in reversed(range(len(verdicts))):
        if (failed := verdicts[k].failed) is not None:
            first[failed] = k
    return first
