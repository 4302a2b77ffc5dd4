from __future__ import annotations

import uuid

from django.http import HttpRequest
from ninja import Router

from webui.core.runs import cycles
from webui.core.runs.api import run_for
from webui.features.byhand.board import Hand, HandOut
from webui.ground.lib.errors import ErrorsOut

router = Router(tags=["by hand"])


@router.get(
    "/runs/{uuid:run_id}/by-hand", response={200: HandOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut}
)
def place_by_hand(request: HttpRequest, run_id: uuid.UUID, on: str = "") -> HandOut:
    """Place the pods of a run by hand: `on` are nodes for the first of the queue, as `c1,,b2`; an empty one waits."""
    with cycles.reading(run_for(run_id)) as recording:
        return Hand(recording, on.split(",") if on else []).board()
