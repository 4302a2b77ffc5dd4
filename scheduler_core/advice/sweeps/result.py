"""From a tally to what the pictures show; fractions appear here only."""

from __future__ import annotations

from collections.abc import Mapping

from .bounds import MOST_POD_COUNTS
from .contract import (
    SweepCell,
    SweepCellWorkload,
    SweepLanding,
    SweepPlace,
    SweepPodLanding,
    SweepResult,
    SweepSpecification,
    SweepTally,
    SweepTallyCell,
    SweepWinner,
)
from .counting import pairs_of
from .ending import NO_NODE
from .study import Study
from .subject import Subject, keys

_DIGITS = 6


def result_of(study: Study, specification: SweepSpecification, tally: SweepTally) -> SweepResult:
    """Return the result of a tally, which may be partial."""
    subject, seeds = study.subject, specification["seeds"]
    cells = [tally["cells"].get(str(number)) for number in range(study.cells)]
    result: SweepResult = {
        "kind": specification["kind"],
        "seeds": seeds,
        "points": study.cells * seeds,
        "evaluated": tally["points"],
        "decisions": tally["decisions"],
        "axes": study.axes,
        "workloads": subject.workloads(),
        "nodes": subject.node_list(),
        "zones": subject.zones,
        "pods": keys(subject.pods) if len(subject.pods) <= MOST_POD_COUNTS else [],
        "cells": [
            None if cell is None else _cell(study, cell, number * seeds) for number, cell in enumerate(cells)
        ],
    }
    if study.detail.landing is not None:
        result["landing"] = _landing(study, cells[0])
    return study.complete(result)


def _cell(study: Study, tally: SweepTallyCell, point: int) -> SweepCell:
    runs = tally["runs"]

    def mean(count: int) -> float:
        return round(count / runs, _DIGITS)

    cell: SweepCell = {
        "point": point,
        "runs": runs,
        "placed": mean(tally["placed"]),
        "pending": mean(tally["pending"]),
        "evicted": mean(tally["evicted"]),
        "nodes_used": mean(tally["nodes_used"]),
        "tied": mean(tally["tied"]),
    }
    if "skew" in tally:
        cell["skew"] = mean(tally["skew"])
    if "moved" in tally:
        cell["moved"] = mean(tally["moved"])
    if "before_placed" in tally:
        cell["before"] = {"placed": mean(tally["before_placed"]), "pending": mean(tally["before_pending"])}
    if "gone" in tally:
        cell["gone"] = mean(tally["gone"])
    if "first_pending" in tally:
        first, pod, message = tally["first_pending"]
        cell["first_pending"] = {"point": int(first), "pod": str(pod), "message": str(message)}
    if "workload_placed" in tally:
        cell["workloads"] = _workloads(tally["workload_placed"], tally["workload_pending"], runs)
    if "winners" in tally:
        cell["winners"] = _winners(study.subject, tally["winners"])
    if study.detail.landing is None and "pods" in tally:
        cell["pods"] = _places(tally["pods"], len(study.subject.pods))
    return cell


def _workloads(placed: Mapping[str, int], pending: Mapping[str, int], runs: int) -> list[SweepCellWorkload]:
    return [
        {
            "workload": int(number),
            "placed": round(placed.get(number, 0) / runs, _DIGITS),
            "pending": round(pending.get(number, 0) / runs, _DIGITS),
        }
        for number in sorted({*placed, *pending}, key=int)
    ]


def _winners(subject: Subject, winners: Mapping[str, int]) -> list[SweepWinner]:
    most_frequent = sorted(winners.items(), key=lambda item: (-item[1], int(item[0])))
    return [
        {"node": "" if int(node) == NO_NODE else subject.nodes[int(node)].name, "runs": runs}
        for node, runs in most_frequent
    ]


def _landing(study: Study, cell: SweepTallyCell | None) -> SweepLanding:
    subject, landing = study.subject, study.detail.landing
    assert landing is not None
    rows = [[0] * (landing.count + 1) for _ in subject.workloads()]
    points = [[-1] * (landing.count + 1) for _ in rows]
    for workload, place, count in pairs_of(cell.get("landing", {}) if cell else {}):
        rows[workload][place] = count
    for workload, place, (point,) in pairs_of(cell.get("landing_points", {}) if cell else {}):
        points[workload][place] = point
    return {
        "runs": cell["runs"] if cell else 0,
        "columns": "node" if subject.landing_is_by_node else "zone",
        "workloads": rows,
        "points": points,
        "pod_columns": "node" if subject.pods_are_by_node else "zone",
        "pods": _pods(study, cell) if cell else [],
    }


def _pods(study: Study, cell: SweepTallyCell) -> list[SweepPodLanding]:
    if study.detail.pods is None:
        return []
    subject, ties = study.subject, cell.get("ties", {})
    places = _places(cell.get("pods", {}), len(subject.pods))
    workloads = subject.workload_numbers.tolist()
    return [
        {"name": pod.key, "workload": workloads[i], "ties": ties.get(str(i), 0), "places": places[i]}
        for i, pod in enumerate(subject.pods)
    ]


def _places(counts: Mapping[str, int], pods: int) -> list[list[SweepPlace]]:
    """Return where each pod ended, the most frequent place first."""
    places: list[list[SweepPlace]] = [[] for _ in range(pods)]
    for pod, place, runs in pairs_of(counts):
        places[pod].append({"place": place, "runs": runs})
    for listed in places:
        listed.sort(key=lambda place: (-place["runs"], place["place"]))
    return places
