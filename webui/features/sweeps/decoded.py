"""The sweeps that this process has decoded: a snapshot is read once a process, not once a piece.

What was not used for a while is forgotten, so that a worker without work keeps nothing of those that have ended.
"""

from __future__ import annotations

import gc
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import orjson

from scheduler_core import InputError, InvalidInput, read_sweep, worded
from scheduler_core import Sweep as EngineSweep
from webui.core.snapshots.models import Snapshot
from webui.features.sweeps.models import Sweep

DECODED_SWEEPS = 4  # that a process keeps
DECODED_SECONDS = 60.0  # after the last use
DECODED_OBJECTS = 60_000  # nodes and pods of these, about 1 GB; the newest stays however large it is


@dataclass
class Kept:
    """A decoded sweep, how many objects it has, and when it was last used, on the monotonic clock."""

    engine: EngineSweep
    objects: int
    used: float


_kept: OrderedDict[uuid.UUID, Kept] = OrderedDict()
_keeping = threading.Lock()


def decoded(sweep_id: uuid.UUID) -> EngineSweep:
    """Return the sweep as the engine has it, from those used last if it is there; raise Sweep.DoesNotExist."""
    with _keeping:
        if sweep_id in _kept:
            _kept.move_to_end(sweep_id)
            _kept[sweep_id].used = time.monotonic()
            return _kept[sweep_id].engine
    sweep = Sweep.objects.select_related("snapshot").defer("tally", "result").get(pk=sweep_id)
    snapshots = snapshots_of(sweep)
    engine = decode(snapshots, orjson.loads(sweep.specification))
    _keep(sweep_id, engine, snapshots)
    return engine


def decode(snapshots: Sequence[Snapshot], specification: object) -> EngineSweep:
    """Return the sweep of a specification over these snapshots; raise InvalidInput."""
    return EngineSweep([snapshot.scenario() for snapshot in snapshots], read_sweep(specification))


def snapshots_of(sweep: Sweep) -> list[Snapshot]:
    """Return the snapshots of a sweep, a fleet's in its order; raise InvalidInput if one is gone."""
    others = Snapshot.objects.in_bulk(sweep.fleet)
    if gone := [name for name in sweep.fleet if name not in others]:
        raise InvalidInput(
            [InputError("snapshots", worded("the link {name} is gone", name=name)) for name in gone]
        )
    return [sweep.snapshot, *(others[name] for name in sweep.fleet)]


def objects_of(snapshot: Snapshot) -> int:
    """Return how many nodes and pods the snapshot has."""
    return int(snapshot.summary["nodes"] + snapshot.summary["pods"])


def forget(sweep_id: uuid.UUID) -> None:
    """Forget a sweep, so that the next piece decodes it anew."""
    with _keeping:
        _kept.pop(sweep_id, None)


def forget_unused() -> None:
    """Forget what was not used for DECODED_SECONDS; look again later if that leaves something."""
    with _keeping:
        oldest = time.monotonic() - DECODED_SECONDS
        for sweep_id in [sweep_id for sweep_id, entry in _kept.items() if entry.used <= oldest]:
            del _kept[sweep_id]
        if _kept:
            _look_later()
    gc.collect()  # snapshots and what they count refer to each other


def _look_later() -> None:
    timer = threading.Timer(DECODED_SECONDS, forget_unused)
    timer.daemon = True
    timer.start()


def _keep(sweep_id: uuid.UUID, engine: EngineSweep, snapshots: Sequence[Snapshot]) -> None:
    """Keep a decoded sweep; forget those that were used longest ago."""
    with _keeping:
        if not _kept:
            _look_later()
        _kept[sweep_id] = Kept(engine, sum(map(objects_of, snapshots)), time.monotonic())
        while len(_kept) > 1 and (
            len(_kept) > DECODED_SWEEPS or sum(entry.objects for entry in _kept.values()) > DECODED_OBJECTS
        ):
            _kept.popitem(last=False)
