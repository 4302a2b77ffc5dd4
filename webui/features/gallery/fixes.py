"""Split the fix of a case into text and links to the cases that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from webui.features.gallery.models import GalleryCase

_WORD = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)+)")


@dataclass(frozen=True, slots=True)
class Part:
    text: str
    case: GalleryCase | None = None


def parts(fix: str, cases: Mapping[str, GalleryCase]) -> Iterator[Part]:
    """Yield the parts of the text; each slug of a case is a separate part."""
    for text in _WORD.split(fix):
        if text:
            yield Part(text, cases.get(text))
