"""JSON with arrays in it, as bytes.

Layout: the length of the header (4 bytes, little-endian), the header as JSON, then the arrays as they are in
memory, each at a multiple of 8. In the header an array is `{"$": [type, length, stored, offset]}`: numpy's name of
the type, how many entries it has, how many of them are stored (1 when all are equal), and where they begin.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

_ALIGNMENT = 8
_INTEGERS = tuple((np.dtype(kind), np.iinfo(kind).max) for kind in ("<i1", "<i2", "<i4", "<i8"))
_FLOAT = np.dtype("<f8")


Document = dict[str, Any]
"""What `pack` wrote: JSON whose leaves may be arrays."""


def pack(document: Mapping[str, Any]) -> bytes:
    """Write a document whose leaves are JSON or one-dimensional arrays of integers, booleans or floats.

    Integers take the smallest type that holds them all. An array that stands in two places is stored once.
    """
    body = _Body()
    header = json.dumps(document, separators=(",", ":"), default=body.place).encode()
    start = 4 + len(header)
    return b"".join((len(header).to_bytes(4, "little"), header, b"\0" * (-start % _ALIGNMENT), *body.chunks))


def unpack(data: bytes) -> Document:
    """Read what `pack` wrote, its arrays as read-only views of the bytes."""
    length = int.from_bytes(data[:4], "little")
    start = -(-(4 + length) // _ALIGNMENT) * _ALIGNMENT

    def with_array(value: Document) -> Any:
        place = value.get("$")
        if not isinstance(place, list):
            return value
        kind, count, stored, offset = place
        return np.broadcast_to(np.frombuffer(data, kind, stored, start + offset), count)

    document: Document = json.loads(data[4 : 4 + length], object_hook=with_array)
    return document


class _Body:
    """The arrays in sequence, each at a multiple of 8 bytes."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self._offset = 0
        self._placed: dict[int, tuple[Array, list[Any]]] = {}  # with the array, so that its id is not reused

    def place(self, array: Array) -> dict[str, list[Any]]:
        if id(array) not in self._placed:
            self._placed[id(array)] = array, self._write(array)
        return {"$": self._placed[id(array)][1]}

    def _write(self, array: Array) -> list[Any]:
        stored = _smallest(array)
        chunk = stored.tobytes()
        chunk += b"\0" * (-len(chunk) % _ALIGNMENT)
        offset, self._offset = self._offset, self._offset + len(chunk)
        self.chunks.append(chunk)
        return [stored.dtype.str, len(array), len(stored), offset]


def _smallest(array: Array) -> Array:
    """Return the entries in the smallest signed type that holds them; only the first when all are equal."""
    if not len(array):
        return array.astype("<i1")
    largest, smallest = array[array.argmax()], array[array.argmin()]
    kind = _FLOAT if array.dtype.kind == "f" else _integer(int(largest), int(smallest))
    return (array[:1] if largest == smallest else array).astype(kind, copy=False)


def _integer(largest: int, smallest: int) -> np.dtype[Any]:
    return next(kind for kind, most in _INTEGERS if largest <= most and -smallest - 1 <= most)
