"""Keeping of a manifest what the table of fields names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler_core.objects.parsing import Manifest

from .fields import IMAGE, SCHEDULING_FIELDS, Fields, Tree

_NOTHING = object()


@dataclass(slots=True)
class FilteredObjects:
    """`kept` in their order, `dropped` counts fields by path, `ignored` whole objects by kind."""

    kept: list[Manifest] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    ignored: Counter[str] = field(default_factory=Counter)


def keep_scheduling_fields(manifests: Iterable[Any], *, images: bool = True) -> FilteredObjects:
    """What scheduling reads of the manifests; without `images` no names of container images either."""
    result = FilteredObjects()
    for manifest in manifests:
        kind = manifest.get("kind") if isinstance(manifest, dict) else None
        if not isinstance(kind, str) or kind not in SCHEDULING_FIELDS:
            result.ignored[str(kind)] += 1
            continue
        tree = {"apiVersion": "keep", "kind": "keep", **SCHEDULING_FIELDS[kind]}
        result.kept.append(_kept(manifest, tree, "", result.dropped, images=images))
    return result


def _kept(value: Any, tree: Fields, path: str, dropped: Counter[str], *, images: bool) -> Any:
    if isinstance(tree, dict) and isinstance(value, Mapping):
        return _fields(value, tree, path, dropped, images=images)
    if isinstance(tree, list) and isinstance(value, list):
        items = (_kept(item, tree[0], f"{path}[]", dropped, images=images) for item in value)
        return [item for item in items if item is not _NOTHING]
    if isinstance(tree, dict | list):
        return value if value is None else _NOTHING
    if tree == IMAGE and not images:
        dropped[path] += 1
        return _NOTHING
    return value


def _fields(value: Mapping[str, Any], tree: Tree, path: str, dropped: Counter[str], *, images: bool) -> Any:
    found: Manifest = {}
    for key, inner in value.items():
        place = f"{path}.{key}" if path else str(key)
        if path.endswith("annotations"):
            place = path  # their keys would make a long list
        below = tree.get(key, tree.get("*"))
        if below is None:
            dropped[place] += 1
            continue
        if (kept := _kept(inner, below, place, dropped, images=images)) is not _NOTHING and (
            kept or not inner
        ):
            found[key] = kept
    return found
