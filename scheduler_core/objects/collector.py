"""Pausing Python's garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause collection while many long-lived objects are built, which the collector would traverse repeatedly."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            _promote_all()
            gc.enable()


def _promote_all() -> None:
    """Move all objects to the oldest generation without the traversal that the next collection would make."""
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()
