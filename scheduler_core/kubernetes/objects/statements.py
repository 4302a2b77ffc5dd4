"""Documents of ours among the objects of an input, such as `expect:` and `steps:`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from scheduler_core.sentences import worded

from .parsing import Manifest
from .reading import ManifestField, Problems


def is_statement(manifest: Any, key: str) -> bool:
    """Return whether a document states something under the key and is not a Kubernetes object."""
    return isinstance(manifest, dict) and key in manifest and "kind" not in manifest


def read_entries(manifest: Manifest, key: str, index: int, problems: Problems) -> Iterator[ManifestField]:
    """Return the entries of a document, which is the input's object `index` and has no other key."""
    problems.index, problems.object = index, ""
    for other in manifest:
        if other != key:
            problems.add(
                str(other),
                worded(
                    "must not be in the same document as {key}: put it into a document of its own", key=key
                ),
            )
    return ManifestField(manifest, "", problems).children(key)


def check_fields(at: ManifestField, kind: str, fields: Collection[str]) -> None:
    """Report the fields of an entry of a kind that are neither its kind nor among `fields`."""
    for key in at.value:
        if key != kind and key not in fields:
            known = ", ".join(sorted(fields))
            at.problem(
                str(key),
                worded("is not a known field of an entry with {kind}: use {names}", kind=kind, names=known),
            )
