"""Evaluate a piece of a sweep."""

from __future__ import annotations

import time

from scheduler_core import worded
from webui.core.jobs import execute as jobs
from webui.core.jobs.execute import Watch
from webui.features.sweeps.decoded import decoded, forget
from webui.features.sweeps.models import Piece
from webui.features.sweeps.tending import tally_text, tend, tend_if_due
from webui.ground.lib.database import retry

ADVICE = worded("Try a sweep of a smaller scenario.")
INVALID = worded("The sweep cannot be run")


def evaluate(piece: Piece) -> list[Piece]:
    """Evaluate the piece and save its tally; return new pieces of the sweep, for which messages are to be sent."""

    def work(_: Watch) -> None:
        engine = retry(lambda: decoded(piece.sweep_id))
        begun = time.perf_counter()
        try:
            piece.tally = tally_text(engine.evaluate(piece.start, piece.stop))
        except BaseException:
            forget(piece.sweep_id)  # a run that was stopped leaves its pods in the cluster
            raise
        piece.seconds = time.perf_counter() - begun

    jobs.execute(piece, work, results=("tally", "seconds"), advice=ADVICE, invalid=INVALID)
    return retry(lambda: _tend(piece))


def _tend(piece: Piece) -> list[Piece]:
    if piece.status == Piece.Status.FAILED:
        return tend(piece.sweep_id, wait=True)
    return tend_if_due(piece.sweep_id)
