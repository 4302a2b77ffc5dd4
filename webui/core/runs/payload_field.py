"""The column of an event's payload: JSON, compressed with a dictionary of typical events to a tenth and less."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
from django.db import models

# Rows refer to the dictionary: its bytes never change. Another one needs another file and another mark.
DICTIONARY = (Path(__file__).parent / "event_dictionary.txt").read_bytes()
MARK = b"\x01"  # of this dictionary
WINDOW, MEMORY, LEVEL = -12, 5, 6  # raw deflate: events are small, and so are the tables to set up for each

if TYPE_CHECKING:
    BinaryField = models.BinaryField[Mapping[str, Any] | None, dict[str, object] | None]
else:
    BinaryField = models.BinaryField

_empty = zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW, MEMORY, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)


def pack(payload: Mapping[str, Any]) -> bytes:
    """Return a payload as it is stored."""
    compressor = _empty.copy()  # which has read the dictionary
    return MARK + compressor.compress(orjson.dumps(payload)) + compressor.flush()


def unpack(stored: bytes) -> dict[str, object]:
    """Return a payload from its stored form."""
    payload: dict[str, object] = orjson.loads(zlib.decompressobj(WINDOW, DICTIONARY).decompress(stored[1:]))
    return payload


class PayloadField(BinaryField):
    """A JSON object. Queries cannot look into it."""

    def from_db_value(self, value: Any, expression: object, connection: object) -> dict[str, object] | None:
        return None if value is None else unpack(bytes(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002
        packed = None if value is None else pack(value)
        return super().get_db_prep_value(packed, connection, prepared)

    def value_to_string(self, obj: models.Model) -> str:
        return orjson.dumps(self.value_from_object(obj)).decode()

    def to_python(self, value: Any) -> Any:
        return orjson.loads(value) if isinstance(value, str) else value
