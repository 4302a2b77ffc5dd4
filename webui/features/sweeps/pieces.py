"""The pieces of a sweep: what becomes of their tallies, and how many are under way.

Whoever comes by tends a sweep: folds the tallies of its pieces, makes new ones, and ends it. All of it is one
transaction that holds the row of the sweep: a tally is added when the row of its piece goes, so exactly once, in
whatever order pieces end and however often they are delivered.
"""

from __future__ import annotations

import math
import time
import uuid
from collections import Counter
from datetime import datetime, timedelta
from functools import reduce

import orjson
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from scheduler_core import merge_sweeps
from scheduler_core.contract import SweepTally
from webui.features.sweeps.decoded import decoded
from webui.features.sweeps.models import Piece, Sweep
from webui.ground.lib.work import lease_end

# What matters to an operator are settings.
FOLD_SECONDS = 0.3  # between two folds of tallies
FOLD_SHARE = 0.03  # of the time of one process that folding may take: dear folds come less often,
LONGEST_FOLD_SECONDS = 5.0  # but so often at least
FOLD_TALLIES = 40  # at once, so that new pieces are made in between; all when the last piece has ended
PIECE_SECONDS = 1.0  # that a piece is to take, at least
PIECES_A_SECOND = 100  # that end, at most: where many workers take part, pieces are larger
GROWTH = 16  # times as many points as the piece before, at most
FIRST_PIECES = 4  # of one point each; from what they take follows the size of the others
RATE_SECONDS = 5.0  # over which the rate is smoothed


def tend(sweep_id: uuid.UUID, *, wait: bool) -> list[Piece]:
    """Fold, divide and end the sweep as far as it has come; return the new pieces, for which messages are to be sent.

    While somebody else tends it, `wait` for that, or leave it at that and return nothing.
    """
    begun = time.monotonic()
    with transaction.atomic():
        unfinished = Sweep.objects.filter(pk=sweep_id, status__in=Sweep.UNFINISHED).defer("tally", "result")
        locked = unfinished.select_for_update(skip_locked=not wait, no_key=True)
        sweep = locked.annotate(clock=Now()).first()
        if sweep is None:
            return []
        failed = sweep.open_pieces.filter(status=Piece.Status.FAILED).defer("tally").first()
        if failed is not None:
            end(sweep, Sweep.Status.FAILED, failed.error)
            return []
        running = running_pieces()
        is_folded = False
        if wait or sweep.due <= sweep.clock:
            most = None if wait else FOLD_TALLIES
            is_folded = _fold(sweep, sweep.clock, piece_seconds(running), most)
        pieces = _divide(sweep, open_share(sweep, running))
        sweep.lease_until = lease_end()
        sweep.save(update_fields=_DIVIDED + _FOLDED if is_folded else _DIVIDED)
        Piece.objects.bulk_create(pieces)
    if is_folded or sweep.evaluated == sweep.points:
        _show(sweep, begun)
    return pieces


_DIVIDED = ("dispatched", "pieces", "lease_until")
_FOLDED = (
    *("status", "tally", "evaluated", "pieces_done", "piece_points", "rate"),
    *("revision", "tended", "due", "started"),
)


def tend_if_due(sweep_id: uuid.UUID) -> list[Piece]:
    """Tend the sweep, after a piece of it has ended, if it is time to, if no piece waits, or if this was the last."""
    of_sweep = Piece.objects.filter(sweep=OuterRef("pk"))
    states = Sweep.objects.filter(pk=sweep_id, status__in=Sweep.UNFINISHED).annotate(
        is_due=Q(due__lte=Now()),
        has_open=Exists(of_sweep.filter(status__in=Piece.UNFINISHED)),
        has_queued=Exists(of_sweep.filter(status=Piece.Status.QUEUED)),
    )
    state = states.values("is_due", "has_open", "has_queued", "dispatched", "points").first()
    if state is None:
        return []
    if not state["has_open"]:
        return tend(sweep_id, wait=True)
    lacks_pieces = not state["has_queued"] and state["dispatched"] < state["points"]
    return tend(sweep_id, wait=False) if state["is_due"] or lacks_pieces else []


def tally_text(tally: SweepTally) -> str:
    """Return a tally as canonical JSON: equal ones are equal byte by byte."""
    return orjson.dumps(tally, option=orjson.OPT_SORT_KEYS).decode()


def _fold(sweep: Sweep, clock: datetime, piece_seconds: float, most: int | None) -> bool:
    """Add the tallies of pieces that have ended, at `most` so many, to that of the sweep, and delete their rows.

    From what they took follows how many points the next pieces have. Return whether there were any.
    """
    ended = list(sweep.open_pieces.filter(status=Piece.Status.FINISHED).order_by("start")[:most])
    if not ended:
        return False
    # The largest tally comes last: each merge costs as much as its operands.
    texts = [piece.tally for piece in ended] + ([sweep.tally] if sweep.tally else [])
    sweep.tally = tally_text(reduce(merge_sweeps, map(orjson.loads, texts)))
    points = sum(piece.stop - piece.start for piece in ended)
    seconds = max(1e-6, sum(piece.seconds for piece in ended))
    wanted = int(points / seconds * piece_seconds)
    sweep.piece_points = max(1, min(wanted, GROWTH * sweep.piece_points))
    sweep.rate = _smoothed(sweep.rate, points, (clock - sweep.tended).total_seconds())
    sweep.evaluated += points
    sweep.pieces_done += len(ended)
    sweep.revision += 1
    sweep.status = Sweep.Status.RUNNING
    sweep.started = sweep.started or clock
    sweep.tended = clock
    has_more = len(ended) == most
    sweep.due = clock if has_more else clock + timedelta(seconds=FOLD_SECONDS)
    Piece.objects.filter(pk__in=[piece.pk for piece in ended]).delete()
    return True


def _smoothed(rate: float, points: int, seconds: float) -> float:
    """Return the points a second, of which those of the last seconds weigh most."""
    newest = points / max(seconds, 0.01)
    share = 1 - math.exp(-seconds / RATE_SECONDS) if rate else 1.0
    return rate + share * (newest - rate)


def _divide(sweep: Sweep, share: int) -> list[Piece]:
    """Return new pieces, up to the share of the sweep.

    Towards the end they are smaller, down to a quarter, so that all workers end at about the same time.
    """
    missing = share - sweep.open_pieces.filter(status__in=Piece.UNFINISHED).count()
    pieces: list[Piece] = []
    while len(pieces) < missing and sweep.dispatched < sweep.points:
        left = sweep.points - sweep.dispatched
        size = min(sweep.piece_points, max(-(-left // (2 * share)), sweep.piece_points // 4))
        stop = min(sweep.points, sweep.dispatched + size)
        pieces.append(Piece(sweep=sweep, start=sweep.dispatched, stop=stop))
        sweep.dispatched = stop
    sweep.pieces += len(pieces)
    return pieces


def _show(sweep: Sweep, begun: float) -> None:
    """Store what the tally shows, unless there is a newer one; end the sweep when it is complete."""
    result = orjson.dumps(decoded(sweep.pk).result(orjson.loads(sweep.tally))).decode()
    values = {"result": result, "revision": sweep.revision + 1}
    if sweep.evaluated == sweep.points:
        values |= {"status": Sweep.Status.FINISHED, "finished": Now(), "tally": ""}
    elif sweep.due > sweep.tended:  # otherwise more tallies wait
        wanted = (time.monotonic() - begun) / FOLD_SHARE
        pause = min(max(FOLD_SECONDS, wanted), LONGEST_FOLD_SECONDS)
        values |= {"due": Now() + timedelta(seconds=pause)}
    of_tally = Sweep.objects.filter(pk=sweep.pk, revision=sweep.revision, status__in=Sweep.UNFINISHED)
    of_tally.update(**values)


def end(sweep: Sweep, status: Sweep.Status, error: str = "") -> None:
    """End an unfinished sweep. Its pieces go, so that no worker takes one up or saves what it came to."""
    with transaction.atomic():
        unfinished = (
            Sweep.objects.select_for_update().filter(pk=sweep.pk, status__in=Sweep.UNFINISHED).first()
        )
        if unfinished is None:
            return
        Sweep.objects.filter(pk=sweep.pk).update(
            status=status, error=error, revision=unfinished.revision + 1, rate=0.0
        )
        unfinished.open_pieces.all().delete()


# ---- how many ----------------------------------------------------------------------------------------------
#
# Enough that no worker waits, and an equal share for each network. Nobody counts the workers: what runs now says how
# many take part, and as much again waits in the queue, so that more workers take up more at once. The share of a
# network is divided equally among its people, and that of a person among their sweeps; each sweep has one piece at
# least.


def running_pieces() -> int:
    """Return how many pieces are evaluated now, of all sweeps."""
    return Piece.objects.filter(status=Piece.Status.RUNNING).count()


def piece_seconds(running: int) -> float:
    """Return how long a piece is to take where so many run at a time."""
    return max(PIECE_SECONDS, running / PIECES_A_SECOND)


def open_share(sweep: Sweep, running: int) -> int:
    """Return how many pieces of the sweep may be queued or running, where so many run at a time."""
    unfinished = Sweep.objects.filter(status__in=Sweep.UNFINISHED).order_by()
    sweeps_by_person = Counter(unfinished.values_list("network", "starter"))
    people_by_network = Counter(network for network, _ in sweeps_by_person)
    of_network = 2 * _share(running, len(people_by_network)) + FIRST_PIECES
    of_person = _share(of_network, people_by_network[sweep.network])
    return _share(of_person, sweeps_by_person[sweep.network, sweep.starter])


def _share(amount: int, parts: int) -> int:
    """Return an equal part, rounded up."""
    return -(-amount // max(1, parts))
