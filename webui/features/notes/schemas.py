from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated
from urllib.parse import parse_qsl

from django.utils.translation import gettext
from ninja import Schema
from pydantic import AfterValidator, StringConstraints

from webui.features.notes.markdown import as_html
from webui.features.notes.models import MOST_PLACE, MOST_TEXT, Note

_KEYS = {"pod", "attempt", "point", "plugin", "node", "show", "why"}


def _query(place: str) -> str:
    pairs = parse_qsl(place, keep_blank_values=True)
    if place and (not pairs or any(key not in _KEYS for key, _ in pairs)):
        message = gettext("must be a step of the walk, one of %(names)s") % {
            "names": ", ".join(sorted(_KEYS))
        }
        raise ValueError(message)
    return place


Place = Annotated[str, StringConstraints(max_length=MOST_PLACE), AfterValidator(_query)]
NoteText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_TEXT)]


class NoteIn(Schema):
    """A note: Markdown, and the query of the walk that shows what it is pinned to."""

    text: NoteText
    place: Place = ""


class NoteTextIn(Schema):
    text: NoteText


class NoteOut(Schema):
    """A note. `html` is its Markdown without anything that could do something."""

    id: uuid.UUID
    place: str
    text: str
    html: str
    edited: datetime

    @classmethod
    def of(cls, note: Note) -> NoteOut:
        return cls(id=note.pk, place=note.place, text=note.text, html=as_html(note.text), edited=note.edited)


class NotesOut(Schema):
    """The notes of a run, the oldest first; whether the caller may write, and how many more."""

    may_write: bool
    left: int
    notes: list[NoteOut]
