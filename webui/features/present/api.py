"""Rooms in which one presents and others follow. What happens in one goes through its socket."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router, Status

from webui.core.accounts.quotas import requester_of
from webui.features.present.rooms import RoomState, look, open_room
from webui.features.present.schemas import RoomIn, RoomOpenedOut
from webui.ground.lib.errors import ErrorsOut, not_found

router = Router(tags=["rooms"])


@router.post("/rooms", response={201: RoomOpenedOut, 422: ErrorsOut, 429: ErrorsOut, 503: ErrorsOut})
def post_room(request: HttpRequest, data: RoomIn) -> Status[RoomOpenedOut]:
    """Open a room at a page of this site. Whoever has the secret presents, whoever has the link follows.

    It ends when the presenter ends it, twenty minutes after the presenter has left, and after four hours at the latest.
    """
    room = open_room(requester_of(request), data.title, data.at)
    link = request.build_absolute_uri(reverse("room", args=[room.code]))
    return Status(201, RoomOpenedOut(code=room.code, link=link, secret=room.secret, until=room.until))


@router.get("/rooms/{code}", response={200: RoomState, 404: ErrorsOut, 503: ErrorsOut})
def get_room(request: HttpRequest, code: str) -> RoomState:
    """Return where a room is, without who is in it, which its socket tells."""
    state = look(code)
    if state is None:
        raise not_found("room")
    return state
