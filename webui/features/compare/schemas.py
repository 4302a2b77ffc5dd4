from __future__ import annotations

from typing import Annotated, Any, Literal

from ninja import Schema

from scheduler_core import Difference, InputDifference
from scheduler_core.contract import CycleFinished, PointFinished, ScenarioSummary
from webui.core.runs.schemas import ChangeOut, RunOut
from webui.features.compare.outcomes import OutcomeKind
from webui.features.compare.sides import Key, Side
from webui.ground.lib.fields import Unchecked

MAX_NODES = 100


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
    def of(cls, difference: InputDifference) -> InputOut:
        return cls(
            object=difference.object,
            path=difference.path,
            kind=difference.kind,
            a=difference.before,
            b=difference.after,
        )


class DifferenceOut(Schema):
    """`nodes` are the first of `count`; empty if the difference is of the cycle as a whole."""

    point: str
    plugin: str
    subject: str
    a: str
    b: str
    nodes: list[str]
    count: int

    @classmethod
    def of(cls, difference: Difference) -> DifferenceOut:
        return cls(
            point=difference.point,
            plugin=difference.plugin,
            subject=difference.subject,
            a=difference.before,
            b=difference.after,
            nodes=list(difference.nodes[:MAX_NODES]),
            count=len(difference.nodes),
        )


class AttemptOut(Schema):
    """An attempt of a pod, with its cycle number in each run; null if the run does not have it."""

    pod: str
    attempt: int
    a: int | None
    b: int | None

    @classmethod
    def of(cls, a: Side, b: Side, key: Key) -> AttemptOut:
        attempt_a, attempt_b = a.attempts.get(key), b.attempts.get(key)
        pod, number = key
        return cls(
            pod=pod,
            attempt=number,
            a=attempt_a.cycle if attempt_a else None,
            b=attempt_b.cycle if attempt_b else None,
        )


class PlacementOut(Schema):
    """A pod that ended elsewhere. `kind` says why a node is null: pending, evicted, or no such pod on that side."""

    pod: str
    kind: OutcomeKind
    a: str | None
    b: str | None


class OutcomeOut(Schema):
    """How a pod ended, under its name in that run; `node` is null if it is pending or was preempted."""

    pod: str
    node: str | None
    preempted: bool


class OutcomeDifferenceOut(Schema):
    kind: OutcomeKind
    a: OutcomeOut | None
    b: OutcomeOut | None


class OutcomesOut(Schema):
    """The pods that ended differently in run B, the first of them listed; empty while one run is unfinished."""

    finished: bool
    change: ChangeOut | None
    pods: list[OutcomeDifferenceOut]
    counts: dict[str, int]  # by kind, those that there are


class CycleOut(AttemptOut):
    """An attempt with the `events` of both logs and their differences."""

    events: dict[Literal["a", "b"], list[Annotated[PointFinished | CycleFinished, Unchecked()]]]
    differences: list[DifferenceOut]


class ComparisonOut(Schema):
    """`first` is where the runs diverge; null while one is unfinished, or if they do not diverge.

    `change` names what B changes; null for very large snapshots.
    """

    a: SideOut
    b: SideOut
    finished: bool
    change: ChangeOut | None
    inputs: list[InputOut]
    inputs_count: int
    placements: list[PlacementOut]
    placements_count: int
    same: int  # pods with the same placement
    differing: list[AttemptOut]
    differing_count: int
    attempts: int
    first: CycleOut | None
