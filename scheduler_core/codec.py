"""A cycle as bytes: a JSON header with the names, then the columns as they are in memory.

At 5,000 nodes this is a fraction of the JSON by node, and writing it costs little more than copying it. Layout: the
length of the header (4 bytes, little-endian), the header in UTF-8, then the arrays, each at a multiple of 8.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cycle import CycleRecord

SCHEMA = 1
_ALIGNMENT = 8


@dataclass(frozen=True, slots=True)
class CycleColumns:
    """What `encode` wrote. Nodes are indices into nodeOrder.

    `filters` are the plugins that rejected a node; `codes` and `reasons` have a row for each of them and a column
    for each node asked, reasons being indices into `header["reasons"]`. `first` is the plugin (index into
    `header["plugins"]`) at which the scheduler stops, -1 where the node passes. `raw` and `normalized` have a row for
    each plugin of `header["scores"]` and a column for each feasible node.
    """

    header: dict[str, Any]
    rows: NDArray[Any]
    codes: NDArray[Any]
    reasons: NDArray[Any]
    first: NDArray[Any]
    feasible: NDArray[Any]
    raw: NDArray[Any]
    normalized: NDArray[Any]
    total: NDArray[Any]


def encode(record: CycleRecord) -> bytes:
    """The cycle's columns, each in the smallest integer type that holds it."""
    header: dict[str, Any] = {
        "schema": SCHEMA,
        "pod": record.pod.key,
        "profile": record.framework.profile.scheduler_name,
        "best": record.best,
        "selected": record.selected,
        **_filter_names(record),
        **_score_names(record),
    }
    arrays = _filter_arrays(record, header) | _score_arrays(record)
    return _packed(header, {name: _smallest(array) for name, array in arrays.items()})


def decode(data: bytes) -> CycleColumns:
    """What was encoded; ValueError for another schema."""
    length = int.from_bytes(data[:4], "little")
    header = json.loads(data[4 : 4 + length])
    if header["schema"] != SCHEMA:
        raise ValueError(f"columns of schema {header['schema']}; this engine reads {SCHEMA}")
    start = _aligned(4 + length)
    arrays = {
        name: np.frombuffer(data, kind, int(np.prod(shape)), start + offset).reshape(shape)
        for name, (kind, shape, offset) in header.pop("arrays").items()
    }
    return CycleColumns(header, **arrays)


def _filter_names(record: CycleRecord) -> dict[str, Any]:
    return {"plugins": record.filter.plugins if record.filter else [], "filters": [], "reasons": []}


def _score_names(record: CycleRecord) -> dict[str, Any]:
    run = record.score
    return (
        {"scores": list(run.raw), "weights": list(run.weights.values())}
        if run
        else {"scores": [], "weights": []}
    )


def _filter_arrays(record: CycleRecord, header: dict[str, Any]) -> dict[str, NDArray[Any]]:
    """Fills in the plugins that rejected a node and the table of their reasons."""
    run = record.filter
    rows = run.rows if run else np.zeros(0, dtype=np.int64)
    codes, reasons = [], []
    table: dict[tuple[str, ...], int] = {(): 0}
    for name, verdicts in zip(run.plugins, run.verdicts, strict=True) if run else ():
        if verdicts.failed is not None:
            ids = np.array([table.setdefault(r, len(table)) for r in verdicts.table])
            header["filters"].append(name)
            codes.append(verdicts.codes)
            reasons.append(ids[verdicts.reasons])
    header["reasons"] = [list(r) for r in table]
    shape = (len(codes), len(rows))
    return {
        "rows": rows,
        "codes": np.array(codes, dtype=np.int8).reshape(shape),
        "reasons": np.array(reasons, dtype=np.int32).reshape(shape),
        "first": run.first if run else rows,
    }


def _score_arrays(record: CycleRecord) -> dict[str, NDArray[Any]]:
    run, count = record.score, len(record.feasible)
    raw = list(run.raw.values()) if run else []
    normalized = list(run.normalized.values()) if run else []
    return {
        "feasible": record.feasible,
        "raw": np.array(raw, dtype=np.int64).reshape(len(raw), count),
        "normalized": np.array(normalized, dtype=np.int64).reshape(len(normalized), count),
        "total": run.total if run else np.zeros(0, dtype=np.int64),
    }


def _smallest(array: NDArray[Any]) -> NDArray[Any]:
    """The array in the smallest signed integer type that holds it."""
    if not array.size:
        return array.astype(np.int8)
    largest = max(int(array.max()), -int(array.min()) - 1)
    kind = next(k for k in (np.int8, np.int16, np.int32, np.int64) if largest <= np.iinfo(k).max)
    return array.astype(kind, copy=False)


def _aligned(position: int) -> int:
    return -(-position // _ALIGNMENT) * _ALIGNMENT


def _packed(header: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> bytes:
    offset, places, chunks = 0, {}, []
    for name, array in arrays.items():
        places[name] = (array.dtype.str, array.shape, offset)
        size = _aligned(array.nbytes)
        chunks.append(array.tobytes().ljust(size, b"\0"))
        offset += size
    head = json.dumps({**header, "arrays": places}, separators=(",", ":")).encode()
    start = 4 + len(head)
    return b"".join((len(head).to_bytes(4, "little"), head, b"\0" * (_aligned(start) - start), *chunks))
