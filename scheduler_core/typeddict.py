"""TypedDict, for the types of what the engine hands out.

Pydantic, with which the API describes these types, takes only that of typing_extensions below Python 3.12. The engine
itself needs no more than the standard library's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypedDict
else:
    try:
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

__all__ = ["OtherKeys", "TypedDict"]


@dataclass(frozen=True, slots=True)
class OtherKeys:
    """All keys of an annotated TypedDict besides its own have values of this type: `extra_items` of PEP 728."""

    type: object
