"""Find the cases that rebuild the report of a message."""

from __future__ import annotations

import re
from typing import Final

from webui.features.gallery.models import GalleryCase

MOST: Final = 3
_AFTER_NODES: Final = re.compile(r"\.? (?:no new claims|preemption: )")
_COUNTED: Final = re.compile(r", (?=\d+ )")
_COUNT: Final = re.compile(r"^\d+ ")


def rebuilt(message: str) -> list[GalleryCase]:
    """Return the cases whose report has this message; if none has, those with the same reasons, at most `MOST`."""
    cases = list(GalleryCase.objects.exclude(message="").only("slug", "question", "message", "origin"))
    said = " ".join(message.split())
    same = [case for case in cases if case.message == said]
    given = _reasons(said)
    return (same or [case for case in cases if given and _reasons(case.message) == given])[:MOST]


def _reasons(message: str) -> frozenset[str]:
    """Return what the message says of nodes, without how many of them."""
    of_nodes = _AFTER_NODES.split(message.partition(" nodes are available: ")[2], maxsplit=1)[0].rstrip(".")
    return frozenset(_COUNT.sub("", reason) for reason in _COUNTED.split(of_nodes) if reason)
