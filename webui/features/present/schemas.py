from __future__ import annotations

from typing import Annotated

from ninja import Schema
from pydantic import StringConstraints

from webui.features.present import limits
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
