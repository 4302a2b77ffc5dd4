"""The fix of a case in parts: text, and the cases that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from webui.gallery.models import GalleryCase

_WORD = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)+)")


@dataclass(frozen=True, slots=True)
class Part:
    text: str
    case: GalleryCase | None = None


def parts(fix: str, cases: Mapping[str, GalleryCase]) -> Iterator[Part]:
    """The text, with every slug of a case as a part of its own."""
    for text in _WORD.split(fix):
        if text:
            yield Part(text, cases.get(text))
