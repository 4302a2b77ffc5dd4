"""TypedDict, for the types of the engine's JSON.

Below Python 3.12, Pydantic, which describes these types in the API, accepts only that of typing_extensions. For the
engine itself that of the standard library is enough.
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
    """All other keys of an annotated TypedDict have values of this type, like `extra_items` of PEP 728."""

    type: object
