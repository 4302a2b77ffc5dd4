"""A column of JSON that is stored compressed. Queries cannot look into it."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import orjson
from django.db import models

LEVEL = 6

if TYPE_CHECKING:
    BinaryField = models.BinaryField[Any, Any]
else:
    BinaryField = models.BinaryField


class PackedField(BinaryField):
    """Any JSON value, as zlib-compressed text."""

    def from_db_value(self, value: Any, expression: object, connection: object) -> Any:
        return None if value is None else orjson.loads(zlib.decompress(bytes(value)))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002
        packed = None if value is None else zlib.compress(orjson.dumps(value), LEVEL)
        return super().get_db_prep_value(packed, connection, prepared)

    def value_to_string(self, obj: models.Model) -> str:
        return orjson.dumps(self.value_from_object(obj)).decode()

    def to_python(self, value: Any) -> Any:
        return orjson.loads(value) if isinstance(value, str) else value
