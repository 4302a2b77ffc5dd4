from __future__ import annotations

from typing import Annotated, Any, Literal

from ninja import Schema

from scheduler_core import Difference, InputDifference
from scheduler_core.contract import CycleFinished, PointFinished, ScenarioSummary
from webui.comparing.sides import Key, Side
from webui.lib.fields import Unchecked
from webui.runs.schemas import RunOut

SHOWN_NODES = 100


class SideOut(Schema):
    snapshot: str
    title: str
    kubernetes_version: str
    seed: int | None
    summary: Annotated[ScenarioSummary, Unchecked()]
    forked_from: str | None
    run: RunOut | None

    @classmethod
    def of(cls, side: Side) -> SideOut:
        snapshot = side.snapshot
        return cls(
            snapshot=snapshot.pk,
            title=snapshot.title,
            kubernetes_version=snapshot.kubernetes_version,
            seed=snapshot.seed,
            summary=snapshot.summary,
            forked_from=snapshot.forked_from,
            run=RunOut.of(side.run) if side.run else None,
        )


class InputOut(Schema):
    object: str
    path: str
    kind: Literal["added", "removed", "changed"]
    a: Any = None
    b: Any = None

    @classmethod
    def of(cls, found: InputDifference) -> InputOut:
        return cls(object=found.object, path=found.path, kind=found.kind, a=found.before, b=found.after)


class DifferenceOut(Schema):
    """`nodes` are the first of `count`; none: the cycle as a whole."""

    point: str
    plugin: str
    subject: str
    a: str
    b: str
    nodes: list[str]
    count: int

    @classmethod
    def of(cls, found: Difference) -> DifferenceOut:
        return cls(
            point=found.point,
            plugin=found.plugin,
            subject=found.subject,
            a=found.before,
            b=found.after,
            nodes=list(found.nodes[:SHOWN_NODES]),
            count=len(found.nodes),
        )


class AttemptOut(Schema):
    """An attempt of a pod, with the number of its cycle on each side; null where there is none."""

    pod: str
    attempt: int
    a: int | None
    b: int | None

    @classmethod
    def of(cls, a: Side, b: Side, key: Key) -> AttemptOut:
        one, other = a.attempts.get(key), b.attempts.get(key)
        pod, attempt = key
        return cls(pod=pod, attempt=attempt, a=one.cycle if one else None, b=other.cycle if other else None)


class PlacementOut(Schema):
    pod: str
    a: str | None
    b: str | None


class CycleOut(AttemptOut):
    """An attempt, what the logs tell of it, and how it differs."""

    told: dict[Literal["a", "b"], list[Annotated[PointFinished | CycleFinished, Unchecked()]]]
    differences: list[DifferenceOut]


class ComparisonOut(Schema):
    """`first` is where the runs part; it is null while one of them is not finished, and when they do not."""

    a: SideOut
    b: SideOut
    finished: bool
    inputs: list[InputOut]
    inputs_count: int
    placements: list[PlacementOut]
    placements_count: int
    same: int  # pods that ended in the same place
    differing: list[AttemptOut]
    differing_count: int
    attempts: int
    first: CycleOut | None
