from __future__ import annotations

from ninja import Schema

from scheduler_core.contract import FilterStep


class HandPod(Schema):
    """A pod in the order of the queue, and where the run has put it."""

    pod: str
    scheduler: str | None


class HandNode(Schema):
    """A node as the pod in hand finds it. `steps` are those of the filter that rejects it first, `plugin`."""

    name: str
    zone: str
    pods: list[str]
    cpu: int
    used: int
    fits: bool
    plugin: str
    why: str
    steps: list[FilterStep]
    total: int | None


class HandChoice(Schema):
    """What was chosen for a pod, beside what the scheduler would have chosen then; without a node it waits."""

    pod: str
    node: str | None
    total: int | None
    best: str | None
    best_total: int | None


class HandOut(Schema):
    """A run that is placed by hand: what was chosen so far, and the pod in hand, empty at the end."""

    pods: list[HandPod]
    chosen: list[HandChoice]
    pod: str
    asks: dict[str, int]
    nodes: list[HandNode]
    best: str | None
    best_total: int | None
