"""Notes on a run, which everybody with its link reads and whoever made it writes."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from ninja import Router, Status

from webui.core.accounts.quotas import requester_of, spend
from webui.core.snapshots.access import snapshot_for
from webui.core.snapshots.models import Snapshot
from webui.features.notes.models import MOST_NOTES, Note
from webui.features.notes.rights import may_write, require_writer
from webui.features.notes.schemas import NoteIn, NoteOut, NotesOut, NoteTextIn
from webui.ground.lib.errors import ErrorsOut, Problem, not_found
from webui.ground.lib.shareable import changes

router = Router(tags=["notes"])
WRITES = {403: ErrorsOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut}


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
