"""How many pieces of a sweep may be under way: enough that no worker waits, and an equal share for each person.

Nobody counts the workers. What runs now says how many take part, and as much again waits in the queue, so that more
workers take up more at once. The messages of all sweeps wait in one queue, in order; a person whose share is used up
sends no more until pieces end, so that another's first pieces wait for those of a second or two.
"""

from __future__ import annotations

from collections import Counter

from webui.sweeps import limits
from webui.sweeps.models import Piece, Sweep


def running_pieces() -> int:
    """Return how many pieces are evaluated now, of all sweeps."""
    return Piece.objects.filter(status=Piece.Status.RUNNING).count()


def piece_seconds(running: int) -> float:
    """Return how long a piece is to take where so many run at a time."""
    return max(limits.PIECE_SECONDS, running / limits.PIECES_A_SECOND)


def open_share(sweep: Sweep, running: int) -> int:
    """Return how many pieces of the sweep may be queued or running, where so many run at a time."""
    unfinished = Sweep.objects.filter(status__in=Sweep.UNFINISHED)
    sweeps_by_person = Counter(unfinished.order_by().values_list("starter", flat=True))
    of_person = 2 * _share(running, len(sweeps_by_person)) + limits.FIRST_PIECES
    return _share(of_person, sweeps_by_person[sweep.starter])


def _share(amount: int, parts: int) -> int:
    """Return an equal part, rounded up."""
    return -(-amount // max(1, parts))
