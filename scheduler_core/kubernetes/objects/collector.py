"""Pausing Python's garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# Objects that the collector traverses in some 10 ms: it may do so, as always.
FEW = 100_000
# Objects that may be promoted between two full collections; what is garbage among them takes some 200 MB.
PROMOTED_AT_MOST = 1_000_000


class _Promoted:
    """How many objects were promoted since the last full collection."""

    count = 0


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
    """Move all objects to the oldest generation without the traversal that the next collection would make.

    That restarts the counts by which the collector finds that a full collection is due. So a few objects are left
    where they are, and after many a full collection is made here.
    """
    built = gc.get_count()[0]
    if built < FEW or gc.get_freeze_count():
        return
    _Promoted.count += built
    if _Promoted.count > PROMOTED_AT_MOST:
        gc.collect()
        _Promoted.count = 0
    else:
        gc.freeze()
        gc.unfreeze()
