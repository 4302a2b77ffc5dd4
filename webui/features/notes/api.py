"""Notes on a run, which everybody with its link reads and whoever made it writes."""

from __future__ import annotations

import uuid
from datetime import datetime
from functools import cache
from typing import Annotated
from urllib.parse import parse_qsl

import nh3
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from markdown_it import MarkdownIt
from ninja import Router, Schema, Status
from pydantic import AfterValidator, StringConstraints

from webui.core.accounts.quotas import requester_of, spend
from webui.core.scenarios.access import may_change_draft_of
from webui.core.snapshots.access import snapshot_for
from webui.core.snapshots.keepers import is_keeper
from webui.core.snapshots.models import Snapshot
from webui.features.notes.models import MOST_NOTES, MOST_PLACE, MOST_TEXT, Note
from webui.ground.lib.errors import ErrorsOut, Problem, not_found
from webui.ground.lib.shareable import changes

router = Router(tags=["notes"])
WRITES = {403: ErrorsOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut}

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


TAGS = frozenset(
    ("a", "blockquote", "br", "code", "em", "h3", "h4", "hr", "li", "ol", "p", "pre", "strong", "ul")
)
SCHEMES = frozenset(("http", "https", "mailto"))


def as_html(text: str) -> str:
    """Return Markdown as HTML. HTML in it is shown as text; links open elsewhere and pass nothing on."""
    return nh3.clean(
        _parser().render(text),
        tags=set(TAGS),
        attributes={"a": {"href"}},
        url_schemes=set(SCHEMES),
        link_rel="nofollow noopener noreferrer",
        set_tag_attribute_values={"a": {"target": "_blank"}},
    )


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(
        ["image", "html_block", "html_inline"]
    )


def notes_of(snapshot: Snapshot) -> list[NoteOut]:
    """Return the notes of a run, the oldest first."""
    return [NoteOut.of(note) for note in Note.objects.filter(snapshot=snapshot)]


@router.get("/snapshots/{snapshot_id}/notes", response={200: NotesOut, 404: ErrorsOut, 410: ErrorsOut})
def get_notes(request: HttpRequest, snapshot_id: str) -> NotesOut:
    """Return the notes of a run."""
    snapshot = snapshot_for(snapshot_id, without=("document",))
    notes = notes_of(snapshot)
    return NotesOut(may_write=may_write(request, snapshot), left=MOST_NOTES - len(notes), notes=notes)


@router.post("/snapshots/{snapshot_id}/notes", response={201: NoteOut, **WRITES})
def post_note(request: HttpRequest, snapshot_id: str, data: NoteIn) -> Status[NoteOut]:
    """Pin a note to a step, a node or a number of a run: up to 100 of 2,000 characters each."""
    snapshot = _writable(request, snapshot_id)
    with transaction.atomic():
        Snapshot.objects.select_for_update(no_key=True).only("pk").get(pk=snapshot.pk)
        if Note.objects.filter(snapshot=snapshot).count() >= MOST_NOTES:
            message = gettext("has %(most)s notes, which is the limit: delete one first") % {
                "most": MOST_NOTES
            }
            raise Problem(422, [{"path": "snapshot", "message": message}])
        note = Note.objects.create(
            snapshot=snapshot, place=data.place, text=data.text, created=timezone.now()
        )
    return Status(201, NoteOut.of(note))


@router.put("/snapshots/{snapshot_id}/notes/{uuid:note_id}", response={200: NoteOut, **WRITES})
def put_note(request: HttpRequest, snapshot_id: str, note_id: uuid.UUID, data: NoteTextIn) -> NoteOut:
    """Change the text of a note."""
    note = _note(_writable(request, snapshot_id), note_id)
    note.text = data.text
    note.save(update_fields=["text", "edited"])
    return NoteOut.of(note)


@router.delete("/snapshots/{snapshot_id}/notes/{uuid:note_id}", response={204: None, **WRITES})
def delete_note(request: HttpRequest, snapshot_id: str, note_id: uuid.UUID) -> Status[None]:
    """Delete a note."""
    _note(_writable(request, snapshot_id), note_id).delete()
    return Status(204, None)


def _writable(request: HttpRequest, snapshot_id: str) -> Snapshot:
    snapshot = snapshot_for(snapshot_id, without=("document",))
    require_writer(request, snapshot)
    spend(requester_of(request), "notes")
    changes(snapshot.pk)
    return snapshot


def _note(snapshot: Snapshot, note_id: uuid.UUID) -> Note:
    note = Note.objects.filter(snapshot=snapshot, pk=note_id).first()
    if note is None:
        raise not_found("note")
    return note


NOT_YOURS = gettext_lazy("only the run's creator may do this: edit a copy, and write notes there")


def may_write(request: HttpRequest, snapshot: Snapshot) -> bool:
    """Return whether the caller made the run, or may change its draft.

    A public link is the same for all who have its content, so nobody's notes are on it.
    """
    if snapshot.visibility != Snapshot.Visibility.UNLISTED:
        return False
    return is_keeper(request, snapshot) or may_change_draft_of(request, snapshot)


def require_writer(request: HttpRequest, snapshot: Snapshot) -> None:
    """Raise Problem (403) for somebody who may not write."""
    if not may_write(request, snapshot):
        raise Problem(403, [{"path": "snapshot", "message": str(NOT_YOURS)}])
