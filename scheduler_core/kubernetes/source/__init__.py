"""The text of a source: the outline of its objects, edits of single values, and the fields that scheduling reads."""

from __future__ import annotations

from .fields import HARMLESS_FIELDS, IMPORTED_FIELDS, SCHEDULING_FIELDS
from .filtering import FilteredObjects, keep_scheduling_fields
from .nodegroups import MAXIMA, STATUS, NodeGroup, node_groups
from .nodes import value_at
from .operations import MAX_OPERATIONS, Edit, Edited, Operation, apply_operations
from .outline import Entry, Outline, read_outline
from .values import changed, object_name

__all__ = [
    "HARMLESS_FIELDS",
    "IMPORTED_FIELDS",
    "MAXIMA",
    "MAX_OPERATIONS",
    "SCHEDULING_FIELDS",
    "STATUS",
    "Edit",
    "Edited",
    "Entry",
    "FilteredObjects",
    "NodeGroup",
    "Operation",
    "Outline",
    "apply_operations",
    "changed",
    "keep_scheduling_fields",
    "node_groups",
    "object_name",
    "read_outline",
    "value_at",
]
