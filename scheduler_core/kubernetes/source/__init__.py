"""The text of a source: the outline of its objects, edits of single values, and the fields that scheduling reads."""

from __future__ import annotations

from .fields import harmless_fields, imported_fields, scheduling_fields
from .filtering import FilteredObjects, keep_scheduling_fields
from .nodegroups import MAXIMA, STATUS, NodeGroup, node_groups
from .nodes import value_at
from .operations import MAX_OPERATIONS, Edit, Edited, Operation, apply_operations
from .outline import Entry, Outline, read_outline
from .values import changed, object_name

__all__ = [
    "MAXIMA",
    "MAX_OPERATIONS",
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
    "harmless_fields",
    "imported_fields",
    "keep_scheduling_fields",
    "node_groups",
    "object_name",
    "read_outline",
    "scheduling_fields",
    "value_at",
]
