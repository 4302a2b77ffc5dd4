"""A text column that is stored compressed."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

from django.core.checks import CheckMessage
from django.db import models

LEVEL = 3  # manifests shrink to a tenth; higher levels save a seventh of that and take twice as long


if TYPE_CHECKING:
    BinaryField = models.BinaryField[str, str]
else:
    BinaryField = models.BinaryField


class CompressedTextField(BinaryField):
    """Text as zlib-compressed UTF-8. Queries cannot look into it."""

    def from_db_value(self, value: Any, expression: object, connection: object) -> str | None:
        return None if value is None else zlib.decompress(value).decode()

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002
        compressed = None if value is None else zlib.compress(value.encode(), LEVEL)
        return super().get_db_prep_value(compressed, connection, prepared)

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.value_from_object(obj))

    def _check_str_default_value(self) -> list[CheckMessage]:
        return []  # of bytes it would be wrong

    def to_python(self, value: Any) -> Any:
        return value
