"""Field types that several schemas share."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

MAX_SAFE_INTEGER = 2**53 - 1  # what survives a browser's JSON


def _without_nul(text: str) -> str:
    if "\0" in text:
        raise ValueError("must not contain the character U+0000")
    return text


Text = Annotated[str, AfterValidator(_without_nul)]
Title = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(_without_nul),
]
Seed = Annotated[int, Field(strict=True, ge=0, le=MAX_SAFE_INTEGER)]
