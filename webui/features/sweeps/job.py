"""A sweep: many runs of a link, or of a fleet of them, evaluated on the workers in pieces."""

from __future__ import annotations

import hashlib
import logging
import time
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Literal

import orjson
from celery import shared_task
from django.conf import settings
from django.db.models import F
from django.dispatch import receiver
from django.utils.translation import gettext
from ninja import Schema
from pydantic import Field

from scheduler_core import read_sweep, worded
from scheduler_core.contract import SweepResult, SweepSpecification
from webui.config.publishing import NotSent, publisher
from webui.config.worker import recovery
from webui.core.accounts.quotas import Requester
from webui.core.accounts.room import require_room
from webui.core.jobs.execute import Watch, execute
from webui.core.jobs.kinds import JobKind, JobOut, JobRequest, register, send
from webui.core.snapshots.access import snapshot_for
from webui.core.snapshots.models import Snapshot
from webui.features.sweeps.decoded import decode, decoded, forget, objects_of
from webui.features.sweeps.models import Piece, Sweep
from webui.features.sweeps.pieces import tally_text, tend, tend_if_due
from webui.ground.lib.database import retry
from webui.ground.lib.errors import engine_refusals, invalid
from webui.ground.lib.fields import Unchecked
from webui.ground.lib.turns import Turns, Unfinished
from webui.ground.lib.work import LONG_AGO, kept_lease

if TYPE_CHECKING:
    from celery import Task

logger = logging.getLogger(__name__)

MOST_SNAPSHOTS = 200  # of a fleet, besides the first

_turns = Turns()


class SweepIn(Schema, extra="forbid"):
    kind: Literal["sweep"] = "sweep"
    sweep: Annotated[dict[str, Any], Field(max_length=20)]
    """A SweepSpecification."""
    snapshots: Annotated[
        list[Annotated[str, Field(max_length=64)]], Field(default_factory=list, max_length=MOST_SNAPSHOTS)
    ]
    """The other links of a fleet, in the order in which they are shown."""


class SweepStateOut(JobOut):
    """A sweep without its result."""

    snapshot: str
    snapshots: list[str]
    """All links of a fleet, this one first."""
    specification: Annotated[SweepSpecification, Unchecked()]
    points: int
    evaluated: int
    pieces: int
    """Ranges of points that workers evaluate: those made so far, and how many more there will be of this size."""
    pieces_done: int
    rate: float
    """Points a second, of late."""
    seconds_left: float | None
    """None before the first points, and when there is nothing left to do."""
    created: datetime
    finished: datetime | None

    @classmethod
    def about(cls, job: Sweep) -> dict[str, Any]:
        return {
            "snapshot": job.snapshot_id,
            "snapshots": [job.snapshot_id, *job.fleet],
            "specification": orjson.loads(job.specification),
            "points": job.points,
            "evaluated": job.evaluated,
            "progress": {"done": job.evaluated, "total": job.points},
            "pieces": job.pieces + -(-(job.points - job.dispatched) // job.piece_points),
            "pieces_done": job.pieces_done,
            "rate": job.rate,
            "seconds_left": _seconds_left(job),
            "created": job.created,
            "finished": job.finished,
        }


class SweepOut(SweepStateOut):
    """`result` is that of the points so far; null before the first."""

    result: Annotated[SweepResult | None, Unchecked()]

    @classmethod
    def about(cls, job: Sweep) -> dict[str, Any]:
        return {**super().about(job), "result": orjson.loads(job.result) if job.result else None}


class SweepsOut(Schema):
    sweeps: list[SweepStateOut]
    """The newest first."""


def _seconds_left(sweep: Sweep) -> float | None:
    """Return about how long an unfinished sweep will take; None if nobody knows."""
    if sweep.status not in Sweep.UNFINISHED or not sweep.rate:
        return None
    return (sweep.points - sweep.evaluated) / sweep.rate


class SweepKind(JobKind[Sweep]):
    """Run the scenario many times, as the specification says: on the workers, in pieces, counted as they end."""

    name = "sweep"
    model = Sweep
    tag = "sweeps"
    start_path = "/snapshots/{snapshot_id}/sweeps"
    path = "/sweeps/{uuid:sweep_id}"
    question = SweepIn
    answer = SweepOut

    def ask(self, about: Snapshot, question: SweepIn, requester: Requester) -> JobRequest:
        snapshots = [about, *map(snapshot_for, question.snapshots)]
        _require_fleet(snapshots, question)
        return self.request(snapshots, question.sweep, requester)

    def request(
        self, snapshots: Sequence[Snapshot], specification: dict[str, Any], requester: Requester
    ) -> JobRequest:
        """Return what somebody asks of these links: the first one shows it, the others are the rest of a fleet.

        Raise Problem (422) for a specification that cannot be read or that asks for too much, and TooMany.
        """
        with engine_refusals():
            text = orjson.dumps(read_sweep(specification), option=orjson.OPT_SORT_KEYS).decode()
            fleet = [snapshot.pk for snapshot in snapshots[1:]]
            digest = hashlib.sha256("\n".join([text, *fleet]).encode()).hexdigest()
            question = {"snapshot": snapshots[0], "fleet": fleet, "specification": text, "digest": digest}
            sweep = self.same(JobRequest({}, question)).first()
            if sweep is None:
                require_room(Sweep, "sweeps", requester)  # before the scenarios are read, which is dear
            points = sweep.points if sweep else decode(snapshots, specification).points
        decisions = points * max(1, *(snapshot.summary["pending"] for snapshot in snapshots))
        if decisions > settings.SWEEP_MAX_DECISIONS:
            raise invalid("sweep", _too_large(decisions))
        return JobRequest(
            costs={"sweeps": 1, "decisions": -(-decisions // 1000)},
            question=question,
            material={"points": points},
        )

    def send(self, job: Sweep) -> None:
        """Make the first pieces of a new sweep, here: a message would wait behind those of everybody's pieces."""
        if job.dispatched:
            send(tend_sweep, job)
        else:
            enqueue_pieces(tend(job.pk, wait=False))

    def when_cancelled(self, job: Sweep) -> None:
        """Let no worker take up a piece, or save what it came to. What the sweep has come to so far stays."""
        Sweep.objects.filter(pk=job.pk).update(revision=F("revision") + 1, rate=0.0)
        job.open_pieces.all().delete()

    def tag_of(self, job: Sweep) -> str:
        return f'W/"{job.revision}-{job.status}"'

    def body(self, job: Sweep) -> bytes:
        """Return the answer with the result as it is stored."""
        result = orjson.Fragment(job.result) if job.result else None
        return orjson.dumps({**SweepStateOut.of(job).model_dump(), "result": result})


SWEEP = register(SweepKind())


def _require_fleet(snapshots: list[Snapshot], question: SweepIn) -> None:
    """Raise Problem (422) for several links unless it is a fleet that has each once, and is not too large."""
    if question.snapshots and question.sweep.get("kind") != "fleet":
        raise invalid("snapshots", gettext("must be empty: only a sweep of kind fleet has several links"))
    if len({snapshot.pk for snapshot in snapshots}) < len(snapshots):
        message = gettext("must be distinct, and without the link in the address: remove duplicates")
        raise invalid("snapshots", message)
    objects = sum(objects_of(snapshot) for snapshot in snapshots)
    if objects > settings.SCENARIO_MAX_OBJECTS:
        most = f"{settings.SCENARIO_MAX_OBJECTS:,}"
        message = gettext(
            "must have at most %(most)s nodes and pods together, got %(number)s: take fewer links"
        )
        raise invalid("snapshots", message % {"most": most, "number": f"{objects:,}"})


def _too_large(decisions: int) -> str:
    message = gettext("must take at most %(most)s decisions (runs × pending pods), got about %(count)s")
    advice = gettext("take fewer seeds or values")
    return f"{message % {'most': f'{settings.SWEEP_MAX_DECISIONS:,}', 'count': f'{decisions:,}'}}: {advice}"


# ---- what workers do ---------------------------------------------------------------------------------------


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


def claim_next(message_piece: uuid.UUID, *, owner: str) -> Piece | None:
    """Claim the piece whose turn it is, for a message that was sent for `message_piece`; None if there is none.

    Of the pieces of a sweep it is the message's own, so that many workers do not all try to claim the same one.
    """
    pieces = retry(_queue)
    pieces.sort(key=lambda piece: piece.pk != message_piece)
    return _turns.claim(pieces, lambda pk: Piece.claim(pk, owner=owner), sent_for=message_piece, owner=owner)


def _queue() -> list[Unfinished]:
    """Return the unfinished pieces of all sweeps, the oldest first."""
    rows = Piece.objects.filter(status__in=Piece.UNFINISHED).order_by("created", "start")
    return [
        Unfinished(pk, (network, starter, str(sweep)), status == Piece.Status.RUNNING, owner, created)
        for pk, network, starter, sweep, status, owner, created in rows.values_list(
            "pk", "sweep__network", "sweep__starter", "sweep", "status", "lease_owner", "created"
        )
    ]


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

    execute(
        piece,
        work,
        results=("tally", "seconds"),
        advice=worded("Try a sweep of a smaller scenario."),
        invalid=worded("The sweep cannot be run"),
    )
    return retry(lambda: _tend(piece))


def _tend(piece: Piece) -> list[Piece]:
    if piece.status == Piece.Status.FAILED:
        return tend(piece.sweep_id, wait=True)
    return tend_if_due(piece.sweep_id)
