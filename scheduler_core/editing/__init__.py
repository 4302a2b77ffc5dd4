"""Changing manifests in their text: every byte that an edit does not concern stays as it was written."""

from __future__ import annotations

from .operations import MAX_OPERATIONS, Edit, Edited, Operation, edit
from .outline import Entry, Outline, outline

__all__ = ["MAX_OPERATIONS", "Edit", "Edited", "Entry", "Operation", "Outline", "edit", "outline"]
