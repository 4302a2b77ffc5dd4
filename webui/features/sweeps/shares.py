"""How many pieces of a sweep may be under way: enough that no worker waits, and an equal share for each network.

Nobody counts the workers. What runs now says how many take part, and as much again waits in the queue, so that more
workers take up more at once. The share of a network is divided equally among its people, and that of a person among
their sweeps; each sweep has one piece at least, and `webui.features.sweeps.turns` says whose is evaluated next.
"""

from __future__ import annotations

from collections import Counter

from webui.features.sweeps import limits
from webui.features.sweeps.models import Piece, Sweep


def running_pieces() -> int:
    """Return how many pieces are evaluated now, of all sweeps."""
    return Piece.objects.filter(status=Piece.Status.RUNNING).count()


def piece_seconds(running: int) -> float:
    """Return how long a piece is to take where so many run at a time."""
    return max(limits.PIECE_SECONDS, running / limits.PIECES_A_SECOND)


def open_share(sweep: Sweep, running: int) -> int:
    """Return how many pieces of the sweep may be queued or running, where so many run at a time."""
    unfinished = Sweep.objects.filter(status__in=Sweep.UNFINISHED).order_by()
    sweeps_by_person = Counter(unfinished.values_list("network", "starter"))
    people_by_network = Counter(network for network, _ in sweeps_by_person)
    of_network = 2 * _share(running, len(people_by_network)) + limits.FIRST_PIECES
    of_person = _share(of_network, people_by_network[sweep.network])
    return _share(of_person, sweeps_by_person[sweep.network, sweep.starter])


def _share(amount: int, parts: int) -> int:
    """Return an equal part, rounded up."""
    return -(-amount // max(1, parts))
