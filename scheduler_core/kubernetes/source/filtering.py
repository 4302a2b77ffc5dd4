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

from .fields import GROUPS, IMAGE, Fields, imported_fields
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
    if kind in imported_fields():
        return kind
    metadata = manifest.get("metadata") if isinstance(manifest, Mapping) else None
    if not isinstance(metadata, Mapping):
        return None
    named = f"{kind} {metadata.get('namespace')}/{metadata.get('name')}"
    return named if named in imported_fields() else None


@dataclass(frozen=True, slots=True)
class _Plan:
    """A part of the table, with its path: none is put together for what is kept, which is nearly everything."""

    path: str
    fields: Mapping[str, _Plan] | None = None
    others: _Plan | None = None
    """What fields that are not in `fields` are; None: left out."""
    item: _Plan | None = None
    is_image: bool = False
    is_groups: bool = False

    @property
    def is_leaf(self) -> bool:
        return self.fields is None and self.item is None

    def place(self, key: str) -> str:
        """Return the path under which a field that is left out is counted."""
        if self.path.endswith("annotations"):
            return self.path  # counted together, since their keys would make a long list
        return f"{self.path}.{key}" if self.path else key


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
        return self._value(manifest, _plan(entry))

    def _value(self, value: Any, plan: _Plan) -> Any:
        if plan.fields is not None and isinstance(value, dict):
            return self._fields(value, plan, plan.fields)
        if plan.item is not None and isinstance(value, list):
            return self._items(value, plan.item)
        if not plan.is_leaf and (value is None or self.keeps_wrong_types):
            return value
        if not plan.is_leaf or (plan.is_image and not self.images):
            self.dropped[plan.path] += 1
            return _DROPPED
        if plan.is_groups and isinstance(value, str):
            return reduced_status(value)
        return value

    def _items(self, values: list[Any], plan: _Plan) -> list[Any]:
        if plan is _KEPT:
            return values
        return [item for value in values if (item := self._value(value, plan)) is not _DROPPED]

    def _fields(self, value: Manifest, plan: _Plan, fields: Mapping[str, _Plan]) -> Manifest:
        others, result = plan.others, {}
        if others is _KEPT and not fields:
            return {intern(key): part for key, part in value.items()}
        for key, field_value in value.items():
            subplan = fields.get(key, others)
            if subplan is _KEPT:
                result[intern(key)] = field_value
            elif subplan is None:
                self.dropped[plan.place(key)] += 1
            else:
                reduced = self._value(field_value, subplan)
                if reduced is not _DROPPED and (reduced or not field_value):
                    result[intern(key)] = reduced
        return result


_KEPT = _Plan("")  # a leaf that is kept whatever is asked for, of which no path is needed


@cache
def _plan(entry: str) -> _Plan:
    return _planned({"apiVersion": "keep", "kind": "keep", **imported_fields()[entry]}, "")


def _planned(tree: Fields, path: str) -> _Plan:
    """Return the plan of a tree. What "*" stands for has no path of its own: only leaves are there."""
    if isinstance(tree, str):
        if tree in (IMAGE, GROUPS):
            return _Plan(path, is_image=tree == IMAGE, is_groups=tree == GROUPS)
        return _KEPT
    if isinstance(tree, Mapping):
        fields = {key: _planned(part, f"{path}.{key}" if path else key) for key, part in tree.items()}
        return _Plan(path, fields, fields.pop("*", None))
    return _Plan(path, item=_planned(tree[0], f"{path}[]"))
