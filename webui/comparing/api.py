from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from scheduler_core import Difference, InputDifference, input_differences
from webui.comparing import divergence
from webui.comparing.schemas import (
    AttemptOut,
    ComparisonOut,
    CycleOut,
    DifferenceOut,
    InputOut,
    PlacementOut,
    SideOut,
)
from webui.comparing.sides import Key, Side, side
from webui.lib.errors import ErrorsOut, not_found

router = Router(tags=["comparison"])

LISTED = 200  # of each kind; the rest is counted


@router.get("/compare/{a}..{b}", response={200: ComparisonOut, 404: ErrorsOut, 410: ErrorsOut})
def compare(request: HttpRequest, a: str, b: str) -> ComparisonOut:
    """Two links or runs beside each other: the inputs that differ, where they part, and what ended elsewhere."""
    one, other = side(a), side(b)
    inputs = list(_inputs(one, other))
    finished = one.finished and other.finished
    moved = list(_placements(one, other)) if finished else []
    differing = list(divergence.differing(one, other)) if finished else []
    first = divergence.first_divergence(one, other) if finished else None
    return ComparisonOut(
        a=SideOut.of(one),
        b=SideOut.of(other),
        finished=finished,
        inputs=[InputOut.of(found) for found in inputs[:LISTED]],
        inputs_count=len(inputs),
        placements=moved[:LISTED],
        placements_count=len(moved),
        same=len({**one.placements, **other.placements}) - len(moved) if finished else 0,
        differing=[AttemptOut.of(one, other, key) for key in differing[:LISTED]],
        differing_count=len(differing),
        attempts=len(divergence.keys(one, other)) if finished else 0,
        first=_cycle(one, other, *first) if first else None,
    )


@router.get("/compare/{a}..{b}/cycle", response={200: CycleOut, 404: ErrorsOut, 410: ErrorsOut})
def compare_cycle(
    request: HttpRequest, a: str, b: str, pod: str, attempt: Annotated[int, Query(ge=1, le=1_000_000)] = 1
) -> CycleOut:
    """One attempt of a pod on both sides."""
    one, other, key = side(a), side(b), (pod, attempt)
    if key not in one.attempts and key not in other.attempts:
        raise not_found("pod")
    return _cycle(one, other, key, divergence.differences(one, other, key))


def _cycle(a: Side, b: Side, key: Key, found: list[Difference]) -> CycleOut:
    sides = (a.attempts.get(key), b.attempts.get(key))
    told = [[*each.points, each.finished] if each else [] for each in sides]
    return CycleOut(
        **AttemptOut.of(a, b, key).dict(),
        told={"a": told[0], "b": told[1]},
        differences=[DifferenceOut.of(each) for each in found],
    )


def _inputs(a: Side, b: Side) -> Iterator[InputDifference]:
    """How they were run, and what."""
    for path in ("kubernetes_version", "seed"):
        was, becomes = getattr(a.snapshot, path), getattr(b.snapshot, path)
        if was != becomes:
            yield InputDifference("Run", path, "changed", was, becomes)
    yield from input_differences(a.snapshot.content, b.snapshot.content)


def _placements(a: Side, b: Side) -> Iterator[PlacementOut]:
    for pod in dict.fromkeys((*a.placements, *b.placements)):
        was, becomes = a.placements.get(pod), b.placements.get(pod)
        if was != becomes or (pod in a.placements) != (pod in b.placements):
            yield PlacementOut(pod=pod, a=was, b=becomes)
