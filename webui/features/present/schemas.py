from __future__ import annotations

from typing import Annotated

from ninja import Schema
from pydantic import StringConstraints

from webui.features.present import limits
from webui.features.present.rooms import Asked
from webui.ground.lib.public_address import Address


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


class RoomOut(Schema):
    """A room as all who are in it see it.

    `here` says whether the presenter is connected, `back` how often the presenter has asked all to come back. `along`
    of the `followers` go along, the others look around; `guessed` of them have answered what is asked.
    """

    title: str
    at: str
    asked: Asked | None
    followers: int
    along: int
    guessed: int
    back: int
    here: bool
    ended: bool
    until: float
