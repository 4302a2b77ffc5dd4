from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import shared_task
from django.dispatch import receiver

from webui.config.publishing import NotSent, publisher
from webui.config.worker import recovery
from webui.core.jobs.start import send
from webui.features.sweeps.evaluate import evaluate
from webui.features.sweeps.models import Piece, Sweep
from webui.features.sweeps.tending import tend
from webui.features.sweeps.turns import claim_next
from webui.ground.lib.database import retry
from webui.ground.lib.work import LONG_AGO, kept_lease

if TYPE_CHECKING:
    from celery import Task

logger = logging.getLogger(__name__)


@shared_task(name="webui.sweeps.tasks.evaluate_piece", bind=True)
def evaluate_piece(self: Task[Any, None], piece_id: str) -> None:
    """Evaluate the piece whose turn it is: one message is sent for each. Safe to deliver any number of times."""
    sent_for = uuid.UUID(piece_id)
    piece = claim_next(sent_for, owner=self.request.id or "")
    if piece is not None:
        with kept_lease(piece):
            enqueue_pieces(Piece.passed_over(sent_for, piece))
            pieces = evaluate(piece)
        enqueue_pieces(pieces)


@shared_task(name="webui.sweeps.tasks.tend_sweep")
def tend_sweep(sweep_id: str) -> None:
    """Make what a sweep lacks after a worker was lost."""
    tended = retry(lambda: tend(uuid.UUID(sweep_id), wait=True))
    enqueue_pieces(tended)


def begin(sweep: Sweep) -> None:
    """Make the first pieces of a new sweep, here: a message would wait behind those of everybody's pieces."""
    if sweep.dispatched:
        send(tend_sweep, sweep)
    else:
        enqueue_pieces(tend(sweep.pk, wait=False))


def enqueue_pieces(pieces: Sequence[Piece]) -> None:
    """Send the pieces to workers as one group. Without a broker the next recovery does."""
    if not pieces:
        return
    try:
        publisher.send_group(evaluate_piece, [str(piece.pk) for piece in pieces])
    except NotSent as error:
        logger.error("%s pieces stay queued because the broker does not answer: %s", len(pieces), error)
        Piece.objects.filter(pk__in=[piece.pk for piece in pieces]).update(enqueued=LONG_AGO)


@receiver(recovery)
def enqueue_abandoned(resend_after: timedelta, **_: object) -> None:
    """Enqueue the pieces whose worker or message is gone, and the sweeps that nobody has tended for a lease."""
    enqueue_pieces(Piece.take_abandoned(resend_after=resend_after))
    for sweep in Sweep.take_abandoned(resend_after=resend_after):
        send(tend_sweep, sweep)
