"""How one node fares in the cycle of a pod: what refuses the pod there, or by what the node loses."""

from __future__ import annotations

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.cycle import CycleRecord

from .trial import Trial


class NodeRejection(TypedDict):
    plugin: str
    message: str
    """Empty if PreFilter left the node out."""


class ScoreDifference(TypedDict):
    """The normalized points of a plugin for the node and for the one with the highest total."""

    plugin: str
    weight: int
    here: int
    there: int


class Standing(TypedDict):
    """How a node fares in the pod's cycle without changes."""

    rejections: list[NodeRejection]
    """The filters that reject the pod here, in their order; none if it passes, or had no cycle."""
    scored: bool
    """Whether Score compares the node with others: without rejections, the search ended before it otherwise."""
    total: int
    winner: str
    """The node with the highest total, the first in nodeOrder of equal ones; empty if nothing was scored."""
    winner_total: int
    differences: list[ScoreDifference]
    """Plugins that tell the two apart, the largest difference of weighted points first."""


def standing(trial: Trial, node: str) -> Standing:
    """Return how the node fares without changes."""
    result: Standing = {
        "rejections": [],
        "scored": False,
        "total": 0,
        "winner": "",
        "winner_total": 0,
        "differences": [],
    }
    record = trial.attempt(())
    if not isinstance(record, CycleRecord):
        return result
    row = record.framework.handle.snapshot.index[node]
    if row in record.feasible:
        compared = trial.attempt((), whole=True)
        assert isinstance(compared, CycleRecord)
        _compare(compared, row, result)
    else:
        result["rejections"] = _rejections(record, row)
    return result


def _rejections(record: CycleRecord, row: int) -> list[NodeRejection]:
    run, pre_filter = record.filter, record.pre_filter
    if run is not None and row in run.rows:
        statuses = run.statuses(int((run.rows == row).nonzero()[0][0]))
        return [{"plugin": name, "message": status.message} for name, status in statuses.items()]
    if pre_filter is None:
        return []
    if not pre_filter.status.ok:
        return [{"plugin": pre_filter.status.plugin, "message": pre_filter.status.message}]
    node = record.framework.handle.snapshot.nodes[row].name
    excluding = (name for name, nodes in pre_filter.narrowed.items() if node not in nodes)
    return [{"plugin": name, "message": ""} for name in excluding]


def _compare(record: CycleRecord, row: int, result: Standing) -> None:
    """Set what Score says of the node and of the one with the highest total."""
    run = record.score
    if run is None or record.selected is None:
        return
    here = int((run.feasible == row).nonzero()[0][0])
    there = int((run.feasible == record.selected).nonzero()[0][0])
    differences: list[ScoreDifference] = [
        {"plugin": name, "weight": run.weights[name], "here": int(points[here]), "there": int(points[there])}
        for name, points in run.normalized.items()
        if points[here] != points[there]
    ]
    result["scored"] = True
    result["total"], result["winner_total"] = int(run.total[here]), int(run.total[there])
    result["winner"] = record.framework.handle.snapshot.nodes[record.selected].name
    result["differences"] = sorted(differences, key=lambda d: -abs(d["weight"] * (d["here"] - d["there"])))
