"""Field types shared by several schemas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, GetCoreSchemaHandler, StringConstraints
from pydantic_core import CoreSchema, core_schema

MAX_SAFE_INTEGER = 2**53 - 1  # the largest integer that JavaScript represents exactly

Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Seed = Annotated[int, Field(strict=True, ge=0, le=MAX_SAFE_INTEGER)]


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
