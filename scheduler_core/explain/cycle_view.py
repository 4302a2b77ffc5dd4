"""A cycle for its reader: the trace, the ledgers behind it, and the operands of any verdict or score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from scheduler_core.cluster.columns import IntArray
from scheduler_core.cycle.cycle import CycleRecord, rejections
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.interfaces import implements
from scheduler_core.framework.profile import EXTENSION_POINTS
from scheduler_core.framework.status import Code, Status
from scheduler_core.objects.pod import Pod
from scheduler_core.plugins.interpodaffinity import InterPodAffinity
from scheduler_core.plugins.podtopologyspread import PodTopologySpread
from scheduler_core.run.outcome import Skipped

from .columns import cycle_columns, encode, visited
from .facts import fact_of
from .trace import Json, cycle_trace, status_json


@runtime_checkable
class ExplainsFilter(Protocol):
    """A plugin that can give the operands of its verdict on one node."""

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[dict[str, Any]]: ...


@runtime_checkable
class ExplainsScore(Protocol):
    """A plugin that can give the operands of its raw score on one node."""

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[dict[str, Any]]: ...


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

    def trace(self) -> Json:
        """The cycle in the keys of the vectors."""
        if isinstance(self.result, CycleRecord):
            return cycle_trace(self.result)
        return skipped_trace(self.result)

    def view(self) -> Json:
        """The trace with everything that a page needs to show it."""
        head: Json = {"cycle": self.n, "attempt": self.attempt, "trace": self.trace()}
        if not isinstance(self.result, CycleRecord):
            return {
                **head,
                "pod": self.result.pod,
                "node_order": [],
                "plugins": {},
                "clauses": [],
            } | _NO_LEDGERS
        record = self.result
        names = _names(record)
        reached = visited(record)
        return {
            **head,
            "pod": record.pod.key,
            "node_order": names,
            "plugins": _plugins(record),
            "clauses": [{**each, "nodes": [names[i] for i in each["nodes"]]} for each in _clauses(record)],
            "visited": None if reached is None else [names[i] for i in reached.tolist()],
            "spread": _spread(record, PodTopologySpread.ledger),
            "affinity": _affinity(record, InterPodAffinity.ledger),
        }

    def columns(self) -> bytes:
        """The view as bytes, by node index (see `columns`); of a pod without a cycle its trace alone."""
        head: Json = {"cycle": self.n, "attempt": self.attempt}
        if not isinstance(self.result, CycleRecord):
            return encode({**head, "pod": self.result.pod, "trace": self.trace()})
        record = self.result
        return encode(
            {
                **head,
                "pod": record.pod.key,
                "nodes": _names(record),
                "plugins": _plugins(record),
                **cycle_columns(record),
                "clauses": [{**each, "nodes": np.array(each["nodes"])} for each in _clauses(record)],
                "spread": _spread(record, PodTopologySpread.ledger_columns),
                "affinity": _affinity(record, InterPodAffinity.ledger_columns),
            }
        )

    def explain(self, point: str, plugin: str, node: str) -> Json:
        """The operands behind a verdict (point Filter) or a score (point Score); KeyError for unknown names."""
        if not isinstance(self.result, CycleRecord):
            raise KeyError(point)
        found = {"Filter": _explain_filter, "Score": _explain_score}[point]
        return found(self.result, plugin, self.result.framework.handle.snapshot.index[node])

    def fact(self, name: str) -> Json:
        """What made a number of this cycle, by the name of the fact (see `facts`); KeyError when there is none."""
        if not isinstance(self.result, CycleRecord):
            raise KeyError(name)
        return fact_of(self.result, name)


_NO_LEDGERS: Json = {"visited": None, "spread": None, "affinity": None}


def skipped_trace(result: Skipped) -> Json:
    """The trace entry of a pod for which no cycle took place."""
    entry: Json = {"pod": result.pod, "skipped": result.why, "feasible": None}
    if result.profile:
        entry["profile"] = result.profile
    if result.status is not None:
        entry["preEnqueue"] = {result.status.plugin: status_json(result.status)}
    return entry


def _names(record: CycleRecord) -> list[str]:
    return [node.name for node in record.framework.handle.snapshot.nodes]


def _plugins(record: CycleRecord) -> dict[str, list[str]]:
    profile = record.framework.profile
    return {point[0].upper() + point[1:]: profile.names(point) for point in EXTENSION_POINTS}


def _clauses(record: CycleRecord) -> list[Json]:
    """The reasons for which nodes were rejected, in plugin order, with the nodes by index."""
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
        {"count": len(nodes), "reason": reason, "code": code.name, "plugin": plugin, "nodes": nodes}
        for (plugin, reason, code), nodes in ranked
    ]


def _spread(record: CycleRecord, ledger: Callable[[PodTopologySpread, CycleState, Pod], Json]) -> Json | None:
    for plugin in _profile_plugins(record):
        if isinstance(plugin, PodTopologySpread):
            found = ledger(plugin, record.state, record.pod)
            return found if found["filter"] or found["score"] else None
    return None


def _affinity(
    record: CycleRecord, ledger: Callable[[InterPodAffinity, CycleState, Pod, IntArray], Json]
) -> Json | None:
    for plugin in _profile_plugins(record):
        if isinstance(plugin, InterPodAffinity):
            found = ledger(plugin, record.state, record.pod, record.feasible)
            return found if found["terms"] else None
    return None


def _profile_plugins(record: CycleRecord) -> list[Any]:
    profile = record.framework.profile
    return [*profile.filter, *(plugin for plugin, _ in profile.score)]


def _explain_filter(record: CycleRecord, name: str, node: int) -> Json:
    run = record.filter
    plugin = {p.name: p for p in record.framework.profile.filter}[name]
    head = _head(record, "Filter", name, node)
    if run is None or name in record.state.skip_filter or node not in run.rows:
        return {**head, "code": "Skip", "reasons": [], "steps": []}
    i = int((run.rows == node).nonzero()[0][0])
    status = run.statuses(i).get(name, Status())
    if run.passes.get(i) == 1:
        with record.framework.with_rivals_assumed(record.state, record.pod, node) as state:
            steps = _filter_steps(plugin, state, record.pod, node, status)
    else:
        steps = _filter_steps(plugin, record.state, record.pod, node, status)
    head["pass"] = run.passes.get(i, 0)
    return {**head, "code": status.code.name, "reasons": sorted(status.reasons), "steps": steps}


def _filter_steps(plugin: Any, state: CycleState, pod: Pod, node: int, status: Status) -> list[Json]:
    if implements(plugin, ExplainsFilter):
        return plugin.explain_filter(state, pod, node)
    return [{"kind": "status", **status_json(status)}]


def _explain_score(record: CycleRecord, name: str, node: int) -> Json:
    run = record.score
    plugin, weight = {p.name: (p, w) for p, w in record.framework.profile.score}[name]
    head = _head(record, "Score", name, node)
    if run is None or name not in run.raw or node not in run.feasible:
        return {**head, "raw": None, "normalized": None, "weight": weight, "weighted": None, "steps": []}
    i = int((run.feasible == node).nonzero()[0][0])
    raw, normalized = run.raw[name], run.normalized[name]
    scored = plugin.scored_range(record.state, raw) if implements(plugin, HasScoredRange) else raw
    smallest, largest = (int(scored.min()), int(scored.max())) if len(scored) else (0, 0)
    normalize = {
        "formula": getattr(plugin, "normalize_formula", "none"),
        "min": smallest,
        "max": largest,
        "all_equal": smallest == largest,
    }
    steps = plugin.explain_score(record.state, record.pod, node) if implements(plugin, ExplainsScore) else []
    return {
        **head,
        "raw": int(raw[i]),
        "normalized": int(normalized[i]),
        "weight": weight,
        "weighted": int(normalized[i]) * weight,
        "normalize": normalize,
        "steps": steps,
    }


def _head(record: CycleRecord, point: str, plugin: str, node: int) -> Json:
    name = record.framework.handle.snapshot.nodes[node].name
    return {"point": point, "plugin": plugin, "node": name, "pod": record.pod.key}
