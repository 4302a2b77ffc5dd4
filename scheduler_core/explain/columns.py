"""A cycle as bytes: a JSON header with the names, then the columns as they are in memory.

At 5,000 nodes this is a fraction of the JSON by node, and writing it costs little more than copying it. Layout: the
length of the header (4 bytes, little-endian), the header in UTF-8, then the arrays, each at a multiple of 8.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scheduler_core.cycle.cycle import CycleRecord

SCHEMA = 2
_ALIGNMENT = 8
_INTEGERS = tuple((np.dtype(kind), np.iinfo(kind).max) for kind in (np.int8, np.int16, np.int32, np.int64))

Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True, slots=True)
class CycleColumns:
    """What `encode` wrote. Nodes are indices into nodeOrder.

    `filters` are the plugins that rejected a node; `codes` and `reasons` have an array for each of them with an entry
    for each node asked, reasons being indices into `header["reasons"]`. `first` is the plugin (index into
    `header["plugins"]`) at which the scheduler stops, -1 where the node passes. `raw` and `normalized` have an array
    for each plugin of `header["scores"]` with an entry for each feasible node; `best` are the nodes that tied.
    """

    header: dict[str, Any]
    rows: Array
    codes: list[Array]
    reasons: list[Array]
    first: Array
    feasible: Array
    raw: list[Array]
    normalized: list[Array]
    total: Array
    best: Array


def encode(record: CycleRecord) -> bytes:
    """The cycle's columns, each in the smallest integer type that holds it; once where all entries are equal."""
    header: dict[str, Any] = {
        "schema": SCHEMA,
        "pod": record.pod.key,
        "profile": record.framework.profile.scheduler_name,
        "selected": record.selected,
        "plugins": record.filter.plugins if record.filter else [],
    }
    return _packed(header, _filter_arrays(record, header) | _score_arrays(record, header))


def decode(data: bytes) -> CycleColumns:
    """What was encoded; ValueError for another schema."""
    length = int.from_bytes(data[:4], "little")
    header = json.loads(data[4 : 4 + length])
    if header["schema"] != SCHEMA:
        raise ValueError(f"columns of schema {header['schema']}; this engine reads {SCHEMA}")
    start = _aligned(4 + length)

    def array(place: list[Any]) -> Array:
        kind, count, stored, offset = place
        return np.broadcast_to(np.frombuffer(data, kind, stored, start + offset), count)

    places = header.pop("arrays")
    found: dict[str, Any] = {
        name: [array(p) for p in place] if name in _LISTS else array(place) for name, place in places.items()
    }
    return CycleColumns(header, **found)


_LISTS = ("codes", "reasons", "raw", "normalized")


def _filter_arrays(record: CycleRecord, header: dict[str, Any]) -> dict[str, Any]:
    """Fills in the plugins that rejected a node and the table of their reasons."""
    run = record.filter
    if run is None:
        header.update(filters=[], reasons=[])
        return {"rows": _NOTHING, "codes": [], "reasons": [], "first": _NOTHING}
    rejecting = [(n, v) for n, v in zip(run.plugins, run.verdicts, strict=True) if v.failed is not None]
    table: dict[tuple[str, ...], int] = {(): 0}
    ids = [np.array([table.setdefault(r, len(table)) for r in v.table]) for _, v in rejecting]
    header.update(filters=[name for name, _ in rejecting], reasons=[list(r) for r in table])
    return {
        "rows": run.rows,
        "codes": [v.codes for _, v in rejecting],
        "reasons": [known[v.reasons] for known, (_, v) in zip(ids, rejecting, strict=True)],
        "first": run.first,
    }


def _score_arrays(record: CycleRecord, header: dict[str, Any]) -> dict[str, Any]:
    run = record.score
    points = run.points() if run else {}
    header.update(scores=list(points), weights=list(run.weights.values()) if run else [])
    return {
        "feasible": record.feasible,
        "raw": [raw for raw, _ in points.values()],
        "normalized": [normalized for _, normalized in points.values()],
        "total": run.total if run else _NOTHING,
        "best": record.best,
    }


_NOTHING = np.zeros(0, dtype=np.int64)


def _smallest(array: Array) -> Array:
    """The entries in the smallest signed integer type that holds them; the first alone when all are equal."""
    if not len(array):
        return array.astype(np.int8)
    largest, smallest = int(array[array.argmax()]), int(array[array.argmin()])
    kind = next(kind for kind, most in _INTEGERS if largest <= most and -smallest - 1 <= most)
    return (array[:1] if largest == smallest else array).astype(kind, copy=False)


def _aligned(position: int) -> int:
    return -(-position // _ALIGNMENT) * _ALIGNMENT


class _Body:
    """The arrays one after another, each at a multiple of 8; an array that comes twice is written once."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self._offset = 0
        self._known: dict[int, tuple[str, int, int, int]] = {}

    def place(self, array: Array) -> tuple[str, int, int, int]:
        """Type, number of entries, how many of them are written, and where."""
        found = self._known.get(id(array))
        if found is None:
            stored = _smallest(array)
            size = _aligned(stored.nbytes)
            self.chunks.append(stored.tobytes().ljust(size, b"\0"))
            found = self._known[id(array)] = (stored.dtype.str, len(array), len(stored), self._offset)
            self._offset += size
        return found


def _packed(header: dict[str, Any], arrays: dict[str, Any]) -> bytes:
    body = _Body()
    places = {
        name: [body.place(a) for a in found] if name in _LISTS else body.place(found)
        for name, found in arrays.items()
    }
    head = json.dumps({**header, "arrays": places}, separators=(",", ":")).encode()
    start = 4 + len(head)
    return b"".join((len(head).to_bytes(4, "little"), head, b"\0" * (_aligned(start) - start), *body.chunks))
