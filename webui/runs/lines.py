"""The lines of the source text in which the fields of a fact were written."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict, cast

from django.db.models.functions import Length

from scheduler_core import lines_of
from scheduler_core.contract import ContainerRequest, Fact, Field, SourceObject
from webui.snapshots.models import Snapshot

# Reading a text again takes about a second a megabyte; of a larger one only the paths are told.
MOST_BYTES = 300_000
MOST_STORED = 4 * MOST_BYTES  # of a document that holds such a text and its objects


class _Placed(TypedDict, total=False):
    """What some facts have: an object, and what is written in it."""

    source: SourceObject
    fields: list[Field]
    containers: list[ContainerRequest]


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
    placed = cast("_Placed", fact)
    entries = [*placed.get("fields", ()), *placed.get("containers", ())]
    source = placed.get("source")
    if source is None or not entries:
        return fact
    text = _source(snapshot_id)
    found = lines_of(
        text, source["object"], [source["prefix"] + each.get("at", each["path"]) for each in entries]
    )
    listed = text.splitlines()
    for each, line in zip(entries, found, strict=True):
        if line is not None and each["origin"] not in _NOT_WRITTEN:
            each["line"], each["text"] = line, listed[line - 1].strip()
    return fact


# What nobody wrote has no line.
_NOT_WRITTEN = ("default", "profile", "default selector", "absent", "namespace")
