"""Field types shared by several schemas."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from django.utils.translation import gettext
from pydantic import (
    AfterValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    TypeAdapter,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

MAX_SAFE_INTEGER = 2**53 - 1  # the largest integer that JavaScript represents exactly

Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Seed = Annotated[int, Field(strict=True, ge=0, le=MAX_SAFE_INTEGER)]


def _in_utc(at: datetime) -> datetime:
    """Return a time in UTC, which one without a time zone is in; raise ValueError for one that UTC cannot have."""
    try:
        return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    except OverflowError as error:
        raise ValueError(gettext("must be in the years 1 to 9999 of UTC")) from error


Instant = Annotated[datetime, AfterValidator(_in_utc)]
"""A time that somebody asks for; without a time zone it could not be compared with those that are stored."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Annotation that documents a type in the API without validating its values.

    Tests check the engine's answers against their types; stored ones may come from an older engine.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        described = handler(source)
        return core_schema.any_schema(
            metadata={"pydantic_js_functions": [lambda _, json_schema: json_schema(described)]},
            serialization=core_schema.wrap_serializer_function_ser_schema(
                lambda value, _: value, schema=described
            ),
        )


@dataclass(frozen=True, slots=True)
class Having:
    """Annotation that documents in the API what objects have besides the fields of their own types."""

    type: Any

    def __get_pydantic_json_schema__(self, own: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"allOf": [handler(own), TypeAdapter(self.type).json_schema()]}
