"""Reducing manifests to the fields in the table of fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler_core.objects.kinds import kind_of
from scheduler_core.objects.parsing import Manifest

from .fields import IMAGE, SCHEDULING_FIELDS, Fields, Tree

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
    for manifest in manifests:
        kind = kind_of(manifest)
        if kind not in SCHEDULING_FIELDS:
            result.ignored[kind or "None"] += 1
            continue
        tree = {"apiVersion": "keep", "kind": "keep", **SCHEDULING_FIELDS[kind]}
        result.manifests.append(_filter_value(manifest, tree, "", result.dropped, images=images))
    return result


def _filter_value(value: Any, tree: Fields, path: str, dropped: Counter[str], *, images: bool) -> Any:
    if isinstance(tree, dict) and isinstance(value, Mapping):
        return _filter_fields(value, tree, path, dropped, images=images)
    if isinstance(tree, list) and isinstance(value, list):
        items = (_filter_value(item, tree[0], f"{path}[]", dropped, images=images) for item in value)
        return [item for item in items if item is not _DROPPED]
    if isinstance(tree, dict | list):
        return value if value is None else _DROPPED
    if tree == IMAGE and not images:
        dropped[path] += 1
        return _DROPPED
    return value


def _filter_fields(
    value: Mapping[str, Any], tree: Tree, path: str, dropped: Counter[str], *, images: bool
) -> Any:
    result: Manifest = {}
    for key, field_value in value.items():
        place = f"{path}.{key}" if path else str(key)
        if path.endswith("annotations"):
            place = path  # counted together, since their keys would make a long list
        subtree = tree.get(key, tree.get("*"))
        if subtree is None:
            dropped[place] += 1
            continue
        if (
            filtered := _filter_value(field_value, subtree, place, dropped, images=images)
        ) is not _DROPPED and (filtered or not field_value):
            result[key] = filtered
    return result
