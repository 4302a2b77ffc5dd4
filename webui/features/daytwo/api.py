from __future__ import annotations

import uuid

from django.http import HttpRequest
from ninja import Router, Status

from scheduler_core import load
from webui.core.accounts.quotas import requester_of
from webui.core.jobs.access import cancel
from webui.core.runs.schemas import RunStartedOut, status_of
from webui.core.snapshots.access import snapshot_for
from webui.features.daytwo.access import play_for
from webui.features.daytwo.moments import open_moment
from webui.features.daytwo.schemas import PlayIn, PlayOut, StepsIn, StepsOut
from webui.features.daytwo.start import start
from webui.ground.lib.errors import ErrorsOut, engine_refusals

router = Router(tags=["day two"])
# A text without any object is refused.
AN_OBJECT = "---\n{apiVersion: v1, kind: Namespace, metadata: {name: default}}\n"


@router.post(
    "/snapshots/{snapshot_id}/plays",
    response={202: PlayOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def start_play(request: HttpRequest, snapshot_id: str, body: PlayIn) -> Status[PlayOut]:
    """Play steps on a simulated clock after the run, with the scheduler's own decisions."""
    snapshot = snapshot_for(snapshot_id)
    play = start(snapshot, body.steps, body.seed, body.seeds, requester_of(request))
    return Status(202, PlayOut.of(play))


@router.get("/plays/{uuid:play_id}", response={200: PlayOut, 404: ErrorsOut})
def get_play(request: HttpRequest, play_id: uuid.UUID) -> PlayOut:
    """Return the timeline or the end states once the play is finished."""
    return PlayOut.of(play_for(play_id))


@router.post("/plays/{uuid:play_id}/cancel", response={202: PlayOut, 403: ErrorsOut, 404: ErrorsOut})
def cancel_play(request: HttpRequest, play_id: uuid.UUID) -> Status[PlayOut]:
    """End a play that the caller started, or that is about a link of theirs. It may be asked for again."""
    play = play_for(play_id)
    return Status(202, PlayOut.of(cancel(request, play, play.snapshot)))


@router.post(
    "/plays/{uuid:play_id}/moments/{int:number}/open",
    response={201: RunStartedOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def open_one_moment(request: HttpRequest, play_id: uuid.UUID, number: int) -> Status[RunStartedOut]:
    """Create a link to the cluster as it is at a moment (from 0), and run it with the seed of that moment's cycle."""
    run = open_moment(request, play_for(play_id), number)
    return Status(201, RunStartedOut(id=run.pk, snapshot=run.snapshot_id, status=status_of(run)))


@router.post("/steps", response={200: StepsOut, 422: ErrorsOut})
def read_steps(request: HttpRequest, body: StepsIn) -> StepsOut:
    """Return the steps of a text, as JSON, or everything that is wrong with them."""
    with engine_refusals():
        content = load(f"{body.source}\n{AN_OBJECT}").content()
    return StepsOut(steps=content.get("steps", []))
