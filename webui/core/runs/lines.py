"""Source lines for the fields of a fact."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict, cast

from django.db.models.functions import Length

from scheduler_core import lines_of
from scheduler_core.contract import ContainerRequest, Fact, Field, SourceObject
from webui.core.snapshots.models import Snapshot

# Reading a text takes about a second per megabyte; the facts of a larger one have paths only.
MAX_BYTES = 300_000
MAX_LINE = 240  # characters; a longer one is of JSON as a program wrote it, whose lines tell nobody a place
MAX_DOCUMENT_BYTES = 4 * MAX_BYTES  # as stored, compressed, of a document that may hold such a text


class _SourceFact(TypedDict, total=False):
    """A fact that refers to an object of the source and to fields in it."""

    source: SourceObject
    fields: list[Field]
    containers: list[ContainerRequest]


@lru_cache(maxsize=32)
def _source(snapshot_id: str) -> str:
    """Return the text of a snapshot; empty if it is too large to look up lines."""
    sizes = Snapshot.objects.annotate(size=Length("document")).values_list("size", flat=True)
    if sizes.get(pk=snapshot_id) > MAX_DOCUMENT_BYTES:
        return ""
    text = Snapshot.objects.get(pk=snapshot_id).source
    return text if len(text) <= MAX_BYTES else ""


def with_lines(fact: Fact, snapshot_id: str) -> Fact:
    """Add `line` (1-based) and `text` to each entry that has a line in the snapshot's source; return the fact."""
    source_fact = cast("_SourceFact", fact)
    entries = [*source_fact.get("fields", ()), *source_fact.get("containers", ())]
    source = source_fact.get("source")
    if source is None or not entries:
        return fact
    text = _source(snapshot_id)
    paths = [source["prefix"] + entry.get("at", entry["path"]) for entry in entries]
    line_numbers = lines_of(text, source["object"], paths)
    text_lines = text.splitlines()
    for entry, number in zip(entries, line_numbers, strict=True):
        if number is None or entry["origin"] in _IMPLICIT_ORIGINS:
            continue
        line = text_lines[number - 1].strip()
        if len(line) <= MAX_LINE:
            entry["line"], entry["text"] = number, line
    return fact


# Values that are not in the source text have no line.
_IMPLICIT_ORIGINS = ("default", "profile", "default selector", "absent", "namespace")
