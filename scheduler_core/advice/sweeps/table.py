"""A result as rows, for CSV."""

from __future__ import annotations

from .contract import SweepCell, SweepLanding, SweepResult
from .study import position

Row = list[str | int | float]


def table(result: SweepResult) -> list[Row]:
    """Return the rows of a result, the first is the head: workloads by place, or the cells."""
    if "landing" in result:
        return _landing(result, result["landing"])
    head: Row = [axis["label"] or axis["name"] for axis in result["axes"]]
    rows: list[Row] = [[*head, *_COLUMNS, "first pending", "message", "winner", "point"]]
    for number, cell in enumerate(result["cells"]):
        places = position(result["axes"], number)
        values = [axis["values"][place] for axis, place in zip(result["axes"], places, strict=True)]
        if cell is not None:
            rows.append([*values, *_figures(cell)])
    return rows


_COLUMNS = (
    *("runs", "placed", "pending", "evicted", "nodes used", "skew", "moved"),
    *("placed before", "pending before", "gone"),
)


def _figures(cell: SweepCell) -> Row:
    before, first = cell.get("before"), cell.get("first_pending")
    winners = cell.get("winners", [])
    return [
        cell["runs"],
        cell["placed"],
        cell["pending"],
        cell["evicted"],
        cell["nodes_used"],
        cell.get("skew", ""),
        cell.get("moved", ""),
        before["placed"] if before else "",
        before["pending"] if before else "",
        cell.get("gone", ""),
        first["pod"] if first else "",
        first["message"] if first else "",
        winners[0]["node"] if winners else "",
        cell["point"],
    ]


def _landing(result: SweepResult, landing: SweepLanding) -> list[Row]:
    """Return the mean number of pods by workload and place."""
    places = [n["name"] for n in result["nodes"]] if landing["columns"] == "node" else result["zones"]
    rows: list[Row] = [["kind", "namespace", "name", "pods", *places, "pending"]]
    runs = max(landing["runs"], 1)
    for workload, counts in zip(result["workloads"], landing["workloads"], strict=True):
        names: Row = [workload["kind"], workload["namespace"], workload["name"], workload["pods"]]
        rows.append([*names, *(round(count / runs, 6) for count in counts)])
    return rows
