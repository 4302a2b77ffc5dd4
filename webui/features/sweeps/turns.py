"""Which piece is evaluated next: the turn goes round the networks, their people and the sweeps of each."""

from __future__ import annotations

import uuid

from webui.features.sweeps.models import Piece
from webui.ground.lib.database import retry
from webui.ground.lib.turns import Turns, Unfinished

_turns = Turns()


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
