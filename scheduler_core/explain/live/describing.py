"""What decided in a cycle, in one sentence, and the first point at which another choice leaves it."""

from __future__ import annotations

import numpy as np

from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.runtime import FilterRun
from scheduler_core.simulation.run.outcome import Skipped

from .attempt import Attempt, over_all_nodes
from .contract import LiveDivergence, LivePluginOfBoth, LiveSentence
from .phrases import say


def reason_of(again: Attempt, node: str | None) -> LiveSentence:
    """Return what decided for this node, or against all."""
    result = again.result
    if isinstance(result, Skipped):
        return say("reasons", "held", plugin=result.status.plugin if result.status else result.why)
    nodes = len(result.framework.handle.snapshot)
    if node is None or not len(result.feasible):
        return _with_refusals("none", result, nodes=nodes)
    return _of_choice(result, node, nodes)


def _of_choice(record: CycleRecord, node: str, nodes: int) -> LiveSentence:
    if record.only_hint_was_tried:
        return say("reasons", "hinted")
    # The only node of our cycle, which is another than the cluster's where the two differ.
    only = record.framework.handle.snapshot.nodes[int(record.feasible[0])].name
    if record.nominated is not None and record.nominated[1]:
        return say("reasons", "nominated", node=only)
    if len(record.feasible) == 1:
        names = record.pre_filter.node_names if record.pre_filter is not None else None
        if names is not None:
            return say("reasons", "pinned", node=only)
        return _with_refusals("only", record, node=only, nodes=nodes)
    return _of_scores(record, node, nodes)


def _of_scores(record: CycleRecord, node: str, nodes: int) -> LiveSentence:
    feasible = len(record.feasible)
    row = record.framework.handle.snapshot.index.get(node)
    if row not in record.best:
        return _behind(record, row, node, nodes)
    if len(record.best) > 1:
        return say("reasons", "tied", feasible=feasible, nodes=nodes, best=len(record.best))
    points, plugin = _lead(record)
    return say("reasons", "best", feasible=feasible, nodes=nodes, node=node, points=points, plugin=plugin)


def _behind(record: CycleRecord, row: int | None, node: str, nodes: int) -> LiveSentence:
    """Return that the node is not the best here."""
    places = np.flatnonzero(record.feasible == row)
    if record.score is None or not len(places):
        return _with_refusals("none", record, nodes=nodes)
    points = int(record.score.total.max()) - int(record.score.total[places[0]])
    return say("reasons", "behind", feasible=len(record.feasible), nodes=nodes, node=node, points=points)


def _with_refusals(kind: str, record: CycleRecord, **operands: object) -> LiveSentence:
    """Return the sentence with the plugin that refused most nodes, if one did."""
    run = record.filter
    if run is not None and len(run.rows):
        counts = np.bincount(run.first[run.first >= 0], minlength=len(run.plugins))
        if counts.any():
            most = int(counts.argmax())
            refused = int(counts[most])
            return say("reasons", f"{kind}_refused", **operands, plugin=run.plugins[most], refused=refused)
    return say("reasons", kind, **operands)


def _lead(record: CycleRecord) -> tuple[int, str]:
    """Return by how much the best node is ahead of the next, and the plugin that gives most of it."""
    assert record.score is not None
    total = record.score.total
    order = np.argsort(-total, kind="stable")
    first, second = int(order[0]), int(order[1])
    leads = {
        plugin: int(points[first] - points[second]) * record.score.weights[plugin]
        for plugin, points in record.score.normalized.items()
    }
    return int(total[first] - total[second]), max(leads, key=lambda plugin: leads[plugin], default="")


def divergence(record: CycleRecord, node: str) -> LiveDivergence:
    """Return where the choice of this node leaves the cycle, with all nodes looked at."""
    record = over_all_nodes(record)
    snapshot = record.framework.handle.snapshot
    row = snapshot.index.get(node)
    difference: LiveDivergence = {
        "point": "Result",
        "plugin": "",
        "node": node,
        "best": snapshot.nodes[int(record.best[0])].name if len(record.best) else "",
        "total": None,
        "best_total": int(record.score.total.max()) if record.score is not None else None,
        "reasons": [],
        "plugins": [],
    }
    run = record.filter
    places = np.flatnonzero(run.rows == row) if run is not None else np.zeros(0, dtype=np.int64)
    if run is None or not len(places):
        difference["point"] = "Filter"
        difference["plugin"] = next(iter(record.pre_filter.narrowed), "") if record.pre_filter else ""
        return difference
    if run.first[int(places[0])] >= 0:
        return _rejected(difference, run, int(places[0]))
    ours = np.flatnonzero(record.feasible == row)
    if record.score is None or not len(ours):
        return difference
    return _outscored(difference, record, int(ours[0]))


def _rejected(difference: LiveDivergence, run: FilterRun, place: int) -> LiveDivergence:
    status, plugin = run.rejection(place), run.plugins[int(run.first[place])]
    reasons = list(status.reasons)
    says: LivePluginOfBoth = {
        "point": "Filter",
        "plugin": plugin,
        "node": None,
        "best": None,
        "reasons": reasons,
    }
    return {**difference, "point": "Filter", "plugin": plugin, "reasons": reasons, "plugins": [says]}


def _outscored(difference: LiveDivergence, record: CycleRecord, here: int) -> LiveDivergence:
    """Return the divergence of a node that passed, given its place among the nodes that did."""
    assert record.score is not None
    weights, top = record.score.weights, int(np.flatnonzero(record.feasible == record.best[0])[0])
    both = {
        plugin: (int(points[here]) * weights[plugin], int(points[top]) * weights[plugin])
        for plugin, points in record.score.normalized.items()
    }
    says: list[LivePluginOfBoth] = [
        {"point": "Score", "plugin": plugin, "node": node, "best": best, "reasons": []}
        for plugin, (node, best) in both.items()
        if node != best
    ]
    most = max(both, key=lambda plugin: both[plugin][1] - both[plugin][0], default="")
    total = int(record.score.total[here])
    return {**difference, "point": "Score", "plugin": most, "total": total, "plugins": says}
