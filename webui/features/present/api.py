"""Rooms in which one presents and others follow. What happens in one goes through its socket."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router, Schema, Status
from pydantic import StringConstraints

from webui.core.accounts.quotas import requester_of
from webui.features.present import limits
from webui.features.present.rooms import RoomState, look, open_room
from webui.ground.lib.errors import ErrorsOut, not_found
from webui.ground.lib.public_address import Address

router = Router(tags=["rooms"])


class RoomIn(Schema):
    """A room to be opened: what it is about, and the address at which it begins."""

    title: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=limits.MOST_TITLE)
    ]
    at: Address


class RoomOpenedOut(Schema):
    """A room: `link` is for everybody, `secret` for its presenter alone, and `until` it ends, in seconds since 1970."""

    code: str
    link: str
    secret: str
    until: float


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
