"""Where another node wins a chosen pod, as one or two weights change: exact lines, from the scores of one decision.

The total of a node is a constant plus a weight times its normalized points for each axis, so that the winner is the
upper envelope of planes, and the boundaries between winners are straight lines. All is computed in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scheduler_core.explain.view.recording import Recording
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.scenario import Scenario

from .configuration import scoring_plugins, with_setting
from .contract import SweepFlips, SweepLine, SweepNearestFlip
from .fields import WEIGHT

Point = tuple[Fraction, ...]
_FARTHEST = 1_000


@dataclass(frozen=True, slots=True)
class Plane:
    """Nodes with the same scores: their total is `constant` plus the weights times `slopes`."""

    constant: int
    slopes: tuple[int, ...]
    nodes: tuple[str, ...]

    def at(self, weights: Sequence[Fraction | int]) -> Fraction:
        return Fraction(self.constant + sum(s * w for s, w in zip(self.slopes, weights, strict=True)))


def flips(
    scenario: Scenario, pod: str, plugins: Sequence[str], ranges: Sequence[Sequence[int]]
) -> SweepFlips | None:
    """Return who wins the pod for all weights of the plugins within the ranges; None if it was not scored.

    The pod meets the cluster of its last attempt in the run with seed 1 under the present weights.
    """
    weights = scoring_plugins(scenario)
    present = [weights.get(plugin, 0) for plugin in plugins]
    record = _decision(scenario, pod, [p for p, weight in zip(plugins, present, strict=True) if not weight])
    if record is None:
        return None
    planes = planes_of(record, plugins)
    ranked = sorted(planes, key=lambda plane: -plane.at(present))
    winner = ranked[0].at(present)
    others = [plane for plane in ranked if plane.at(present) < winner]
    second = others[0].at(present) if others else winner
    corners = [(min(values), max(values)) for values in ranges]
    regions = envelope(planes, corners)
    return {
        "pod": pod,
        "present": present,
        "winners": _names(planes, winner, present),
        "totals": [int(winner), int(second)],
        "runner_up": _names(planes, second, present) if others else [],
        "regions": [
            {
                "nodes": list(plane.nodes),
                "points": _floats(shape),
                "total": [plane.constant, *plane.slopes],
            }
            for plane, shape in regions
        ],
        "lines": list(_lines(regions)),
        "nearest": _nearest(planes, present),
    }


def _decision(scenario: Scenario, pod: str, disabled: Sequence[str]) -> CycleRecord | None:
    """Return the pod's last attempt in the run as it is, in which `disabled` plugins are asked too, with weight 1."""
    run = Recording.of(scenario, seed=1)
    attempts = run.attempts(pod)
    if not attempts:
        return None
    for plugin in disabled:
        scenario = with_setting(scenario, f"{WEIGHT}{plugin}", 1)
    cycle = Recording(scenario, run.finished, seed=1).cycle(attempts[-1]["cycle"])
    record = cycle.result
    return record if isinstance(record, CycleRecord) and record.score is not None else None


def planes_of(record: CycleRecord, plugins: Sequence[str]) -> list[Plane]:
    """Return the planes of all nodes that were scored; nodes with the same scores are one."""
    run = record.score
    assert run is not None
    none = np.zeros(len(run.feasible), dtype=np.int64)
    points = [run.normalized.get(plugin, none) for plugin in plugins]
    constant = run.total - sum(
        (p * run.weights.get(plugin, 0) for plugin, p in zip(plugins, points, strict=True)), none
    )
    columns = np.stack([constant, *points], axis=1)
    distinct, places = np.unique(columns, axis=0, return_inverse=True)
    nodes = record.framework.handle.snapshot.nodes
    order = np.argsort(run.feasible)
    names: list[list[str]] = [[] for _ in distinct]
    for row, place in zip(run.feasible[order].tolist(), places.reshape(-1)[order].tolist(), strict=True):
        names[place].append(nodes[row].name)
    return [Plane(row[0], tuple(row[1:]), tuple(names[i])) for i, row in enumerate(distinct.tolist())]


def _names(planes: Sequence[Plane], total: Fraction, weights: Sequence[int]) -> list[str]:
    return [name for plane in planes if plane.at(weights) == total for name in plane.nodes]


def envelope(planes: Sequence[Plane], ranges: Sequence[tuple[int, int]]) -> list[tuple[Plane, list[Point]]]:
    """Return the planes that are highest somewhere in the ranges, with the corners of where that is."""
    candidates = _undominated(planes, _corners(ranges))
    regions: list[tuple[Plane, list[Point]]] = []
    for plane in candidates:
        shape = _corners(ranges)
        for other in candidates:
            if other is not plane and shape:
                shape = _clipped(shape, plane, other)
        if len(shape) > len(ranges):
            regions.append((plane, shape))
    return regions


def _corners(ranges: Sequence[tuple[int, int]]) -> list[Point]:
    """Return the corners of the grid, around it; the ends of a single range."""
    x = [Fraction(end) for end in ranges[0]]
    if len(ranges) == 1:
        return [(x[0],), (x[1],)]
    y = [Fraction(end) for end in ranges[1]]
    return [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]


def _undominated(planes: Sequence[Plane], corners: Sequence[Point]) -> list[Plane]:
    """Return the planes that no other is above at every corner, and so everywhere."""
    heights = {plane: tuple(plane.at(corner) for corner in corners) for plane in planes}
    highest: list[Plane] = []
    for plane in sorted(planes, key=lambda plane: heights[plane], reverse=True):
        if not any(_is_above(heights[other], heights[plane]) for other in highest):
            highest.append(plane)
    return highest


def _is_above(one: Sequence[Fraction], other: Sequence[Fraction]) -> bool:
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


def _clipped(shape: list[Point], plane: Plane, other: Plane) -> list[Point]:
    """Return the part of a convex shape in which one plane is at least as high as the other (Sutherland-Hodgman)."""
    leads = [plane.at(point) - other.at(point) for point in shape]
    if min(leads) >= 0:
        return shape
    clipped: list[Point] = []
    for i, (point, lead) in enumerate(zip(shape, leads, strict=True)):
        before, lead_before = shape[i - 1], leads[i - 1]
        if lead * lead_before < 0:
            share = lead_before / (lead_before - lead)
            clipped.append(tuple(b + share * (p - b) for b, p in zip(before, point, strict=True)))
        if lead >= 0:
            clipped.append(point)
    return list(dict.fromkeys(clipped))


def _lines(regions: Sequence[tuple[Plane, list[Point]]]) -> Iterator[SweepLine]:
    """Yield the sides that two regions share; with one weight, the points."""
    for i, (plane, shape) in enumerate(regions):
        for other, _ in regions[i + 1 :]:
            tied = [point for point in dict.fromkeys(shape) if plane.at(point) == other.at(point)]
            if len(shape[0]) == 1 and tied:
                tied = [tied[0], tied[0]]
            if len(tied) == 2:
                yield {"nodes": [list(plane.nodes), list(other.nodes)], "points": _floats(tied)}


def _floats(points: Sequence[Point]) -> list[list[float]]:
    return [[round(float(value), 6) for value in point] for point in points]


def _nearest(planes: Sequence[Plane], present: Sequence[int]) -> SweepNearestFlip | None:
    """Return the smallest change of a single weight, to a whole number, with which other nodes win."""
    winners = set(_winners(planes, present))
    best: tuple[Fraction, int, int, int, Fraction] | None = None
    for axis, now in enumerate(present):
        for weight, boundary in _flips_along(planes, present, axis, winners):
            key = (abs(boundary - now), abs(weight - now), axis, weight, boundary)
            best = key if best is None else min(best, key)
    if best is None:
        return None
    _, _, axis, weight, boundary = best
    nodes = [name for plane in _winners(planes, _moved(present, axis, weight)) for name in plane.nodes]
    return {
        "axis": "y" if axis else "x",
        "boundary": round(float(boundary), 6),
        "weight": weight,
        "nodes": nodes,
    }


def _flips_along(
    planes: Sequence[Plane], present: Sequence[int], axis: int, winners: set[Plane]
) -> Iterator[tuple[int, Fraction]]:
    """Yield below and above the present weight the nearest whole one with other winners, and where these tie."""
    top = next(iter(winners)).at(present)
    now = present[axis]
    for sign in (-1, 1):
        # On each side the steepest of the present winners leads at first.
        steepest = max(sign * plane.slopes[axis] for plane in winners)
        ahead = [
            Fraction(top - plane.at(present)) / (sign * plane.slopes[axis] - steepest)
            for plane in planes
            if plane not in winners and sign * plane.slopes[axis] > steepest
        ]
        if not ahead:
            continue
        distance = min(ahead)
        weight = now + sign * (int(distance) + 1)
        if 0 <= weight <= now + _FARTHEST:
            yield weight, now + sign * distance


def _winners(planes: Sequence[Plane], weights: Sequence[int]) -> list[Plane]:
    top = max(plane.at(weights) for plane in planes)
    return [plane for plane in planes if plane.at(weights) == top]


def _moved(present: Sequence[int], axis: int, weight: int) -> list[int]:
    return [weight if i == axis else value for i, value in enumerate(present)]
