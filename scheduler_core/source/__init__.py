"""The text of a source: its objects in outline, edits of single values, and the fields that scheduling reads."""

from __future__ import annotations

from .fields import HARMLESS, KINDS
from .filtering import Filtered, keep
from .operations import MAX_OPERATIONS, Edit, Edited, Operation, edit
from .outline import Entry, Outline, outline

__all__ = [
    "HARMLESS",
    "KINDS",
    "MAX_OPERATIONS",
    "Edit",
    "Edited",
    "Entry",
    "Filtered",
    "Operation",
    "Outline",
    "edit",
    "keep",
    "outline",
]
