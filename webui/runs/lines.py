"""The lines of the source text in which the fields of a fact were written."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.db.models.functions import Length

from scheduler_core import lines_of
from webui.snapshots.models import Snapshot

# Reading a text again takes about a second a megabyte; of a larger one only the paths are told.
MOST_BYTES = 300_000
MOST_STORED = 4 * MOST_BYTES  # of a document that holds such a text and its objects

Fact = dict[str, Any]


@lru_cache(maxsize=32)
def _source(snapshot_id: str) -> str:
    """The text of a snapshot; empty when it is too large to be read for its lines."""
    sizes = Snapshot.objects.annotate(size=Length("document")).values_list("size", flat=True)
    if sizes.get(pk=snapshot_id) > MOST_STORED:
        return ""
    text = Snapshot.objects.get(pk=snapshot_id).source
    return text if len(text) <= MOST_BYTES else ""


def with_lines(fact: Fact, snapshot_id: str) -> Fact:
    """The fact with `line` and `text` at each entry that has a path in an object of the snapshot's source."""
    entries = [each for key in ("fields", "containers") for each in fact.get(key) or () if each.get("path")]
    place = fact.get("source")
    if place is None or not entries:
        return fact
    text = _source(snapshot_id)
    found = lines_of(
        text, place["object"], [place["prefix"] + each.get("at", each["path"]) for each in entries]
    )
    listed = text.splitlines()
    for each, line in zip(entries, found, strict=True):
        if line is not None and each.get("origin") not in _NOT_WRITTEN:
            each |= {"line": line, "text": listed[line - 1].strip()}
    return fact


# What nobody wrote has no line.
_NOT_WRITTEN = ("default", "profile", "default selector", "absent", "namespace")
