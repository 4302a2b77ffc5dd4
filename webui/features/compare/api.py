from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from scheduler_core import Difference
from webui.core.runs.schemas import ChangeOut
from webui.core.snapshots.changes import change_between, snapshot_differences
from webui.features.compare.outcomes import counts, outcome_differences, outcome_kind
from webui.features.compare.schemas import (
    AttemptOut,
    ComparisonOut,
    CycleOut,
    DifferenceOut,
    InputOut,
    OutcomeDifferenceOut,
    OutcomesOut,
    PlacementOut,
    SideOut,
)
from webui.features.compare.sides import (
    Key,
    Side,
    both_sides,
    differences,
    differing_attempts,
    first_divergence,
    keys,
)
from webui.ground.lib.errors import ErrorsOut, not_found

router = Router(tags=["comparison"])

MAX_ITEMS = 200  # listed of each kind; the rest is counted


@router.get("/compare/{a}..{b}", response={200: ComparisonOut, 404: ErrorsOut, 410: ErrorsOut})
def compare(request: HttpRequest, a: str, b: str) -> ComparisonOut:
    """Compare two links or runs: the inputs that differ, where the runs diverge, and the pods placed elsewhere.

    A pod of a workload is the same by owner and ordinal, and has the name of run A.
    """
    side_a, side_b = both_sides(a, b)
    inputs = list(snapshot_differences(side_a.snapshot, side_b.snapshot))
    finished = side_a.finished and side_b.finished
    moved = list(_placements(side_a, side_b)) if finished else []
    differing = list(differing_attempts(side_a, side_b)) if finished else []
    first = first_divergence(side_a, side_b) if finished else None
    return ComparisonOut(
        a=SideOut.of(side_a),
        b=SideOut.of(side_b),
        finished=finished,
        change=_change(side_a, side_b),
        inputs=[InputOut.of(difference) for difference in inputs[:MAX_ITEMS]],
        inputs_count=len(inputs),
        placements=moved[:MAX_ITEMS],
        placements_count=len(moved),
        same=len({**side_a.placements, **side_b.placements}) - len(moved) if finished else 0,
        differing=[AttemptOut.of(side_a, side_b, key) for key in differing[:MAX_ITEMS]],
        differing_count=len(differing),
        attempts=len(keys(side_a, side_b)) if finished else 0,
        first=_cycle(side_a, side_b, *first) if first else None,
    )


@router.get("/compare/{a}..{b}/outcomes", response={200: OutcomesOut, 404: ErrorsOut, 410: ErrorsOut})
def compare_outcomes(request: HttpRequest, a: str, b: str) -> OutcomesOut:
    """Return the pods that ended differently, each under its names in both runs, without looking into cycles."""
    side_a, side_b = both_sides(a, b)
    finished = side_a.finished and side_b.finished
    differing = list(outcome_differences(side_a.outcomes, side_b.outcomes)) if finished else []
    return OutcomesOut(
        finished=finished,
        change=_change(side_a, side_b),
        pods=[OutcomeDifferenceOut.of(difference) for difference in differing[:MAX_ITEMS]],
        counts=counts(differing),
    )


@router.get("/compare/{a}..{b}/cycle", response={200: CycleOut, 404: ErrorsOut, 410: ErrorsOut})
def compare_cycle(
    request: HttpRequest, a: str, b: str, pod: str, attempt: Annotated[int, Query(ge=1, le=1_000_000)] = 1
) -> CycleOut:
    """Compare one attempt of a pod in both runs."""
    side_a, side_b = both_sides(a, b)
    key = (side_b.names.get(pod, pod), attempt)
    if key not in side_a.attempts and key not in side_b.attempts:
        raise not_found("pod")
    return _cycle(side_a, side_b, key, differences(side_a, side_b, key))


def _cycle(a: Side, b: Side, key: Key, differences: list[Difference]) -> CycleOut:
    attempts = (a.attempts.get(key), b.attempts.get(key))
    events = [[*attempt.points, attempt.finished] if attempt else [] for attempt in attempts]
    return CycleOut(
        **AttemptOut.of(a, b, key).dict(),
        events={"a": events[0], "b": events[1]},
        differences=[DifferenceOut.of(difference) for difference in differences],
    )


def _change(a: Side, b: Side) -> ChangeOut | None:
    change = change_between(a.snapshot, b.snapshot)
    return ChangeOut.of(change) if change else None


def _placements(a: Side, b: Side) -> Iterator[PlacementOut]:
    for pod in dict.fromkeys((*a.placements, *b.placements)):
        ended_a, ended_b = a.outcomes.get(pod), b.outcomes.get(pod)
        if kind := outcome_kind(ended_a, ended_b):
            yield PlacementOut(
                pod=pod, kind=kind, a=ended_a.node if ended_a else None, b=ended_b.node if ended_b else None
            )
