"""Notes go along with a draft: a run of it begins with those of the run before."""

from __future__ import annotations

from django.dispatch import receiver

from webui.core.scenarios.history import run_again
from webui.features.notes.models import MOST_NOTES, Note


@receiver(run_again)
def carry(*, before: str, now: str, **_: object) -> None:
    """Copy the notes of the draft's run before to this one, but those that it has already."""
    written = list(Note.objects.filter(snapshot=before)) if before != now else []
    if not written:
        return
    known = set(Note.objects.filter(snapshot=now).values_list("root", flat=True))
    copies = [
        Note(snapshot_id=now, root=note.root, place=note.place, text=note.text, created=note.created)
        for note in written
        if note.root not in known
    ]
    Note.objects.bulk_create(copies[: max(0, MOST_NOTES - len(known))], ignore_conflicts=True)
