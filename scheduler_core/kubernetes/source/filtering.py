"""Reducing manifests to the fields in the table of fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from sys import intern
from typing import Any

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

from .fields import GROUPS, IMAGE, IMPORTED_FIELDS, Fields, Tree
from .nodegroups import reduced_status

_DROPPED = object()


@dataclass(slots=True)
class FilteredObjects:
    """Reduced manifests in order; `dropped` counts fields by path, `ignored` whole objects by kind."""

    manifests: list[Manifest] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    ignored: Counter[str] = field(default_factory=Counter)


def keep_scheduling_fields(manifests: Iterable[Any], *, images: bool = True) -> FilteredObjects:
    """Return manifests with only the fields that scheduling reads; without `images`, also without image names."""
    result = FilteredObjects()
    fields = FieldFilter(images=images, dropped=result.dropped)
    for manifest in manifests:
        entry = imported_as(manifest)
        if entry is None:
            result.ignored[kind_of(manifest) or "None"] += 1
            continue
        reduced = fields.apply(manifest, entry)
        # No second copy of what has been reduced before: others may hold the first one.
        result.manifests.append(manifest if reduced == manifest else reduced)
    return result


def imported_as(manifest: Any) -> str | None:
    """Return the entry of the table for a manifest: its kind, or kind and name; None if it is not imported."""
    kind = kind_of(manifest)
    if kind in IMPORTED_FIELDS:
        return kind
    metadata = manifest.get("metadata") if isinstance(manifest, Mapping) else None
    if not isinstance(metadata, Mapping):
        return None
    named = f"{kind} {metadata.get('namespace')}/{metadata.get('name')}"
    return named if named in IMPORTED_FIELDS else None


@dataclass(frozen=True, slots=True)
class FieldFilter:
    """Reduces manifests to the fields of their kind, and counts the others by path.

    A value of a type that its field does not have is left out, or kept for a reader that reports it.
    """

    images: bool = True
    keeps_wrong_types: bool = False
    dropped: Counter[str] = field(default_factory=Counter)

    def apply(self, manifest: Any, entry: str) -> Any:
        """Return a manifest with the fields of its entry in the table."""
        return self._value(manifest, _tree(entry), "")

    def _value(self, value: Any, tree: Fields, path: str) -> Any:
        if isinstance(tree, dict) and isinstance(value, Mapping):
            return self._fields(value, tree, path)
        if isinstance(tree, list) and isinstance(value, list):
            items = (self._value(item, tree[0], f"{path}[]") for item in value)
            return [item for item in items if item is not _DROPPED]
        if isinstance(tree, dict | list):
            return value if value is None or self.keeps_wrong_types else _DROPPED
        if tree == IMAGE and not self.images:
            self.dropped[path] += 1
            return _DROPPED
        if tree == GROUPS and isinstance(value, str):
            return reduced_status(value)
        return value

    def _fields(self, value: Mapping[str, Any], tree: Tree, path: str) -> Manifest:
        result: Manifest = {}
        for key, field_value in value.items():
            place = f"{path}.{key}" if path else str(key)
            if path.endswith("annotations"):
                place = path  # counted together, since their keys would make a long list
            subtree = tree.get(key, tree.get("*"))
            if subtree is None:
                self.dropped[place] += 1
                continue
            reduced = self._value(field_value, subtree, place)
            if reduced is not _DROPPED and (reduced or not field_value):
                result[intern(key)] = reduced
        return result


@cache
def _tree(entry: str) -> Tree:
    return {"apiVersion": "keep", "kind": "keep", **IMPORTED_FIELDS[entry]}
