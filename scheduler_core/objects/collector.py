"""Python's garbage collector, out of the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """No collection while much is built that stays: the collector would look through all of it, again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            _grow_old()
            gc.enable()


def _grow_old() -> None:
    """Moves all objects to the oldest generation without looking at them, where the first collection would."""
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()
