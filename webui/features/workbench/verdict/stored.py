"""The verdict of a run as it is stored when the run ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import orjson
from django.dispatch import receiver
from typing_extensions import TypedDict

from scheduler_core.contract import CycleFinished, FilterFinished
from webui.core.runs import cycles
from webui.core.runs.execute import ended
from webui.core.runs.models import Run
from webui.features.workbench.models import StoredVerdict
from webui.features.workbench.verdict.nodes import NodeVerdict, node_verdicts
from webui.features.workbench.verdict.subject import Attempt, first_attempts, select_attempt

FORM = 1
"""Raise it when the content, an event of it or a step is written otherwise: what has another form is not read."""

EXPLAINED_NODES = 60  # of a larger cluster only the counts of the log are shown


class Content(TypedDict):
    attempts: list[tuple[CycleFinished, FilterFinished | None]]
    """The first ones, in order."""
    cycle: int | None
    """That of the attempt with which a page opens whose address names none; None if its nodes are not stored."""
    nodes: list[NodeVerdict]
    """Those of that cycle."""


@dataclass(frozen=True)
class Read:
    """What was read of a run for its page: the first attempts, and the nodes of `cycle` if they were stored."""

    attempts: list[Attempt]
    cycle: int | None = None
    nodes: list[NodeVerdict] | None = None


@receiver(ended)
def store(run: Run, **_: object) -> None:
    """Store the verdict of a finished run, of which nothing changes any more."""
    if run.status != Run.Status.FINISHED:
        return
    content = orjson.dumps(_content(run)).decode()
    StoredVerdict.objects.bulk_create(
        [StoredVerdict(run=run, form=FORM, content=content)], ignore_conflicts=True
    )


def _content(run: Run) -> Content:
    attempts = first_attempts(run)
    attempt = select_attempt(run, attempts, {})
    explained = attempt if attempt and is_explained(attempt) else None
    return {
        "attempts": [(tried.finished, tried.filter) for tried in attempts],
        "cycle": explained.finished["cycle"] if explained else None,
        "nodes": node_verdicts(cycles.cycle_once(run, explained.finished["cycle"])) if explained else [],
    }


def is_explained(attempt: Attempt) -> bool:
    """Return whether the page says of each node why it took the pod or not."""
    return attempt.filter is not None and attempt.filter["counts"]["nodes"] <= EXPLAINED_NODES


def read(run: Run) -> Read:
    """Return what is stored of a run; of one that goes on or was stored in another form, what its log says."""
    verdict = cast("StoredVerdict | None", getattr(run, "verdict", None))
    if verdict is None or verdict.form != FORM:
        return Read(first_attempts(run))
    content: Content = orjson.loads(verdict.content)
    attempts = [Attempt(finished, filters) for finished, filters in content["attempts"]]
    return Read(attempts, content["cycle"], content["nodes"])
