"""A cycle for its reader: the trace, the ledgers behind it, and the operands of any verdict or score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar, overload, runtime_checkable

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cycle.contract import Trace
from scheduler_core.scheduler.cycle.cycle import CycleRecord, rejections
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interfaces import Plugin, implements
from scheduler_core.scheduler.framework.profile import EXTENSION_POINTS
from scheduler_core.scheduler.framework.status import Code, Status
from scheduler_core.scheduler.plugins.interpodaffinity import InterPodAffinity
from scheduler_core.scheduler.plugins.interpodaffinity.contract import AffinityLedger, AffinityLedgerColumns
from scheduler_core.scheduler.plugins.podtopologyspread import PodTopologySpread
from scheduler_core.scheduler.plugins.podtopologyspread.contract import SpreadLedger, SpreadLedgerColumns
from scheduler_core.simulation.run.outcome import Skipped

from .closed import closed_nodes
from .columns import cycle_columns, encode, visited
from .contract import (
    Clause,
    CycleView,
    Explanation,
    FilterExplanation,
    FilterOperands,
    FilterStep,
    Normalization,
    ReasonCount,
    ScoreExplanation,
    ScoreStep,
)
from .facts import Fact, fact_of
from .status import status_entry
from .trace import cycle_trace, skipped_trace

S = TypeVar("S", SpreadLedger, SpreadLedgerColumns)
A = TypeVar("A", AffinityLedger, AffinityLedgerColumns)


@runtime_checkable
class ExplainsFilter(Protocol):
    """A plugin that can give the operands of its verdict on one node."""

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> Sequence[FilterStep]: ...


@runtime_checkable
class HasFilterOperands(Plugin, Protocol):
    """A plugin that can give the operands of its verdicts on all nodes at once."""

    def filter_operands(self, state: CycleState, pod: Pod) -> FilterOperands: ...


@runtime_checkable
class ExplainsScore(Protocol):
    """A plugin that can give the operands of its raw score on one node."""

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> Sequence[ScoreStep]: ...


@runtime_checkable
class HasScoredRange(Protocol):
    """A plugin that leaves some nodes out of the range over which it normalizes."""

    def scored_range(self, state: CycleState, scores: IntArray) -> IntArray: ...


@dataclass(slots=True)
class Cycle:
    """Cycle number `n` of a run; the cluster is as it was when the cycle began."""

    n: int
    attempt: int
    result: CycleRecord | Skipped

    def trace(self) -> Trace:
        """Return the cycle under the keys of the vectors."""
        if isinstance(self.result, CycleRecord):
            return cycle_trace(self.result)
        return skipped_trace(self.result)

    @property
    def node_names(self) -> list[str]:
        """The nodes of the cluster, in its order; none if the pod was skipped."""
        return _names(self.result) if isinstance(self.result, CycleRecord) else []

    def view(self) -> CycleView:
        """Return the trace with everything that a page needs to show it."""
        result = self.result
        record = result if isinstance(result, CycleRecord) else None
        names = self.node_names
        reached = visited(record) if record else None
        return {
            "cycle": self.n,
            "attempt": self.attempt,
            "trace": self.trace(),
            "pod": _pod(result),
            "node_order": names,
            "plugins": _plugins(record) if record else {},
            "clauses": _clauses(record, names) if record else [],
            "visited": None if reached is None else [names[i] for i in reached.tolist()],
            "spread": _spread(record, PodTopologySpread.ledger) if record else None,
            "affinity": _affinity(record, InterPodAffinity.ledger) if record else None,
        }

    def columns(self) -> bytes:
        """Return the view as bytes, by node index (see `columns`); for a pod without a cycle the trace alone."""
        record = self.result
        if not isinstance(record, CycleRecord):
            return encode(
                {"cycle": self.n, "attempt": self.attempt, "pod": record.pod, "trace": self.trace()}
            )
        return encode(
            {
                "cycle": self.n,
                "attempt": self.attempt,
                "pod": record.pod.key,
                "nodes": _names(record),
                "plugins": _plugins(record),
                **cycle_columns(record),
                "clauses": [{**count, "nodes": np.array(nodes)} for count, nodes in _reasons(record)],
                "closed": closed_nodes(record),
                "operands": _operands(record),
                "spread": _spread(record, PodTopologySpread.ledger_columns),
                "affinity": _affinity(record, InterPodAffinity.ledger_columns),
            }
        )

    @overload
    def explain(self, point: Literal["Filter"], plugin: str, node: str) -> FilterExplanation: ...

    @overload
    def explain(self, point: Literal["Score"], plugin: str, node: str) -> ScoreExplanation: ...

    @overload
    def explain(self, point: str, plugin: str, node: str) -> Explanation: ...

    def explain(self, point: str, plugin: str, node: str) -> Explanation:
        """Return the operands of a verdict (point Filter) or a score (point Score); KeyError for unknown names."""
        if not isinstance(self.result, CycleRecord):
            raise KeyError(point)
        explain = _EXPLAIN[point]
        return explain(self.result, plugin, self.result.framework.handle.snapshot.index[node])

    def fact(self, name: str) -> Fact:
        """Return the fact behind a number of this cycle, by its name (see `facts`); KeyError if there is none."""
        if not isinstance(self.result, CycleRecord):
            raise KeyError(name)
        return fact_of(self.result, name)


def _pod(result: CycleRecord | Skipped) -> str:
    return result.pod if isinstance(result, Skipped) else result.pod.key


def _names(record: CycleRecord) -> list[str]:
    return [node.name for node in record.framework.handle.snapshot.nodes]


def _plugins(record: CycleRecord) -> dict[str, list[str]]:
    profile = record.framework.profile
    return {point[0].upper() + point[1:]: profile.names(point) for point in EXTENSION_POINTS}


def _clauses(record: CycleRecord, names: list[str]) -> list[Clause]:
    return [{**count, "nodes": [names[i] for i in nodes]} for count, nodes in _reasons(record)]


def _reasons(record: CycleRecord) -> list[tuple[ReasonCount, list[int]]]:
    """Return the reasons for which nodes were rejected, in plugin order, with the nodes by index."""
    if record.pre_filter is None or (record.pre_filter.status.ok and record.filter is None):
        return []
    grouped: dict[tuple[str, str, Code], list[int]] = {}
    for node, status in sorted(rejections(record).items()):
        for reason in status.reasons:
            grouped.setdefault((status.plugin, reason, status.code), []).append(node)
    order = [*record.pre_filter.answers, *record.framework.profile.names("filter")]
    ranked = sorted(
        grouped.items(), key=lambda g: (order.index(g[0][0]) if g[0][0] in order else -1, g[0][1])
    )
    return [
        ({"count": len(nodes), "reason": reason, "code": code.label, "plugin": plugin}, nodes)
        for (plugin, reason, code), nodes in ranked
    ]


def _operands(record: CycleRecord) -> dict[str, FilterOperands]:
    if record.filter is None or record.error:
        return {}
    return {
        plugin.name: plugin.filter_operands(record.state, record.pod)
        for plugin in record.framework.profile.filter
        if implements(plugin, HasFilterOperands) and plugin.name not in record.state.skip_filter
    }


def _spread(record: CycleRecord, ledger: Callable[[PodTopologySpread, CycleState, Pod], S]) -> S | None:
    for plugin in _profile_plugins(record):
        if isinstance(plugin, PodTopologySpread):
            result = ledger(plugin, record.state, record.pod)
            return result if result["filter"] or result["score"] else None
    return None


def _affinity(
    record: CycleRecord, ledger: Callable[[InterPodAffinity, CycleState, Pod, IntArray], A]
) -> A | None:
    for plugin in _profile_plugins(record):
        if isinstance(plugin, InterPodAffinity):
            result = ledger(plugin, record.state, record.pod, record.feasible)
            return result if result["terms"] else None
    return None


def _profile_plugins(record: CycleRecord) -> list[Plugin]:
    profile = record.framework.profile
    return [*profile.filter, *(plugin for plugin, _ in profile.score)]


def _explain_filter(record: CycleRecord, name: str, node: int) -> FilterExplanation:
    run = record.shown_filter
    plugin = {p.name: p for p in record.framework.profile.filter}[name]
    explanation: FilterExplanation = {
        "point": "Filter",
        "plugin": name,
        "node": record.framework.handle.snapshot.nodes[node].name,
        "pod": record.pod.key,
        "code": "Skip",
        "reasons": [],
        "steps": [],
    }
    if run is None or name in record.state.skip_filter or node not in run.rows:
        return explanation
    i = int((run.rows == node).nonzero()[0][0])
    status = run.statuses(i).get(name, Status())
    if run.passes.get(i) == 1:
        with record.framework.with_rivals_assumed(record.state, record.pod, node) as state:
            steps = _filter_steps(plugin, state, record.pod, node, status)
    else:
        steps = _filter_steps(plugin, record.state, record.pod, node, status)
    return {
        **explanation,
        "pass": run.passes.get(i, 0),
        "code": status.code.label,
        "reasons": sorted(status.reasons),
        "steps": steps,
    }


def _filter_steps(plugin: Plugin, state: CycleState, pod: Pod, node: int, status: Status) -> list[FilterStep]:
    failed = status.code is Code.Error  # for want of the state that the operands are in
    if implements(plugin, ExplainsFilter) and not failed:
        return list(plugin.explain_filter(state, pod, node))
    return [{"kind": "status", **status_entry(status)}]


def _explain_score(record: CycleRecord, name: str, node: int) -> ScoreExplanation:
    run = record.score
    plugin, weight = {p.name: (p, w) for p, w in record.framework.profile.score}[name]
    explanation: ScoreExplanation = {
        "point": "Score",
        "plugin": name,
        "node": record.framework.handle.snapshot.nodes[node].name,
        "pod": record.pod.key,
        "raw": None,
        "normalized": None,
        "weight": weight,
        "weighted": None,
        "steps": [],
    }
    if run is None or name not in run.raw or node not in run.feasible:
        return explanation
    i = int((run.feasible == node).nonzero()[0][0])
    raw, normalized = run.raw[name], run.normalized[name]
    steps = plugin.explain_score(record.state, record.pod, node) if implements(plugin, ExplainsScore) else []
    return {
        **explanation,
        "raw": int(raw[i]),
        "normalized": int(normalized[i]),
        "weighted": int(normalized[i]) * weight,
        "normalize": _normalization(plugin, record.state, raw),
        "steps": list(steps),
    }


def _normalization(plugin: Plugin, state: CycleState, raw: IntArray) -> Normalization:
    scored = plugin.scored_range(state, raw) if implements(plugin, HasScoredRange) else raw
    smallest, largest = (int(scored.min()), int(scored.max())) if len(scored) else (0, 0)
    return {
        "formula": getattr(plugin, "normalize_formula", "none"),
        "min": smallest,
        "max": largest,
        "all_equal": smallest == largest,
    }


_EXPLAIN: dict[str, Callable[[CycleRecord, str, int], Explanation]] = {
    "Filter": _explain_filter,
    "Score": _explain_score,
}
