"""Sweeps without a broker: pieces are delivered by hand."""

from __future__ import annotations

import uuid
from typing import Any

import orjson

from scheduler_core import Sweep as EngineSweep
from scheduler_core import read_sweep
from tests.webui.clusters import node, pod, source
from tests.webui.conftest import Visitor
from webui.core.snapshots.models import Snapshot
from webui.features.sweeps.job import evaluate
from webui.features.sweeps.models import Piece
from webui.features.sweeps.pieces import tend

SEEDS = {"kind": "seeds", "seeds": 40}
CLUSTER = source(node("node1"), node("node2", zone="b"), *(pod(f"web-{i}") for i in range(3)))


def begin(
    visitor: Visitor, link: str, specification: object = SEEDS, *, address: str = "", **body: object
) -> dict[str, Any]:
    headers = {"X-Forwarded-For": address} if address else {}
    return visitor.begin(f"/api/snapshots/{link}/sweeps", {"sweep": specification, **body}, **headers)


def shown(visitor: Visitor, sweep: dict[str, Any]) -> dict[str, Any]:
    return dict(visitor.get(f"/api/sweeps/{sweep['id']}").json())


def deliver(piece_id: uuid.UUID, message: str = "message") -> list[Piece]:
    """Deliver the message of a piece, as a worker gets it."""
    piece = Piece.claim(piece_id, owner=message)
    return evaluate(piece) if piece is not None else []


def work(sweep: dict[str, Any]) -> None:
    """Evaluate the sweep as one worker would."""
    waiting = tend(uuid.UUID(sweep["id"]), wait=True)
    while waiting:
        waiting += deliver(waiting.pop(0).pk)


def undisturbed(link: str, specification: object = SEEDS) -> object:
    """Return the result of the sweep evaluated at once."""
    engine = EngineSweep([Snapshot.objects.get(pk=link).scenario()], read_sweep(specification))
    return orjson.loads(orjson.dumps(engine.result(engine.evaluate(0, engine.points))))
