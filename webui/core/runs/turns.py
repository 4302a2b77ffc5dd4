"""Which run is computed next: small runs apart from large ones, and of each whose turn it is.

The turns are those of webui.ground.lib.turns.
"""

from __future__ import annotations

import uuid

from scheduler_core.contract import ScenarioSummary
from webui.core.runs.execute import claim
from webui.core.runs.models import Run
from webui.ground.lib.database import retry
from webui.ground.lib.turns import Turns, Unfinished

SMALL_QUEUE, LARGE_QUEUE = "schedscope.small", "schedscope.large"
SMALL_PAIRS = 50_000  # of a pending pod and a node: about a second
SMALL_OBJECTS = 5_000  # nodes and pods, which take about a second to read

_turns = {large: Turns() for large in (False, True)}


def is_large(summary: ScenarioSummary) -> bool:
    """Return whether a run of this size may take more than about two seconds."""
    pairs = summary["pending"] * max(100, summary["nodes"])
    return pairs > SMALL_PAIRS or summary["nodes"] + summary["pods"] > SMALL_OBJECTS


def queue_of(run: Run) -> str:
    """Return the broker's queue for the messages of a run."""
    return LARGE_QUEUE if run.large else SMALL_QUEUE


def claim_next(message_run: uuid.UUID, *, owner: str) -> Run | None:
    """Claim the run whose turn it is, for a message that was sent for `message_run`; None if there is none.

    `owner` is the id of the message: if that is delivered again, its run goes on.
    """

    def of_this_size() -> tuple[bool, list[Unfinished]] | None:
        large = Run.objects.filter(pk=message_run).values_list("large", flat=True).first()
        return None if large is None else (large, Run.queue(large=large))

    job = retry(of_this_size)
    if job is None:
        return None
    large, runs = job
    return _turns[large].claim(
        runs, lambda pk: claim(pk, owner=owner, large=large), sent_for=message_run, owner=owner
    )
