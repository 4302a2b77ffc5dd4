"""Runs of Kueue that were settled lately, by what they began with: a stored scenario is read for every answer."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock

import orjson

from scheduler_core.kubernetes.objects.kinds import QUEUEING_KINDS, kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

from .settling import Settled

_MOST = 4
_READ = (*QUEUEING_KINDS, "Configuration", "Namespace", "LimitRange", "Node", "Pod")
_kept: OrderedDict[bytes, Settled] = OrderedDict()
_lock = Lock()


def settled_once(objects: Iterable[Manifest], settle: Callable[[], Settled | None]) -> Settled | None:
    """Return what `settle` gave for objects of the same content, or what it gives now; None is not kept.

    A settled run is only read, so that scenarios share it.
    """
    key = _digest(objects)
    if key is None:
        return settle()
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    settled = settle()
    if settled is not None:
        with _lock:
            _kept[key] = settled
            while len(_kept) > _MOST:
                _kept.popitem(last=False)
    return settled


def _digest(objects: Iterable[Manifest]) -> bytes | None:
    """Return the digest of what Kueue reads; None for what JSON of 64-bit numbers does not hold."""
    read = [manifest for manifest in objects if kind_of(manifest) in _READ]
    try:
        return hashlib.sha256(orjson.dumps(read)).digest()
    except TypeError:
        return None
