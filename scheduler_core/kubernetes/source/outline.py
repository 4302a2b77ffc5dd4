"""The outline of a source: its objects with their lines, and the labels in use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import yaml

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.labels import parse_int64
from scheduler_core.kubernetes.objects.reading import InvalidInput

from .nodes import data_of, descend, text_at
from .sheet import Sheet, SourceObject, objects_in

_MAX_VALUES = 100
_DEVICE_NAMES = ("attributes", "capacity")
_CACHED_LENGTH = 10_000  # characters of a chunk; 3,000 of them are 30 MB at most


@dataclass(frozen=True, slots=True)
class Entry:
    """An object: its name in messages, its lines (from 1, inclusive), and the fields that a list of objects shows.

    `node` is the node of a pod, `owner` its controller ("ReplicaSet/web"), `count` a workload's replicas.
    """

    object: str
    kind: str
    namespace: str
    name: str
    line: int
    end_line: int
    labels: Mapping[str, str]
    node: str = ""
    owner: str = ""
    count: int | None = None
    taints: int = 0
    unschedulable: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline of a source. `labels` are the values in use by kind ("Node", "Pod") and key, with pod templates.

    `devices` are the names of their "attributes" and of their "capacity" in slices, by domain.
    """

    objects: list[Entry] = field(default_factory=list)
    labels: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    devices: dict[str, dict[str, list[str]]] = field(
        default_factory=lambda: {kind: {} for kind in _DEVICE_NAMES}
    )
    manifest: Any = None


def read_outline(source: str, object_name: str = "") -> Outline:
    """Return the objects of the readable parts of a source, and the manifest of one of them."""
    sheet, outline, manifest = Sheet.of(source), Outline(), None
    for chunk in each(sheet.chunks):
        if chunk.separator or chunk.origin is None:
            continue
        for entry, path, template, named in _entries(chunk.text, chunk.kind):
            line = chunk.origin[0]
            outline.objects.append(replace(entry, line=entry.line + line, end_line=entry.end_line + line))
            _collect_labels(outline.labels, entry, template)
            for kind, domain, name in named:
                names = outline.devices[kind].setdefault(domain, [])
                if name not in names and len(names) < _MAX_VALUES:
                    names.append(name)
            if object_name and manifest is None and entry.object == object_name:
                manifest = _value(chunk.text, path)
    return replace(outline, manifest=manifest)


def _collect_labels(
    labels: dict[str, dict[str, list[str]]], entry: Entry, template: Mapping[str, str]
) -> None:
    for kind, pairs in ((entry.kind, entry.labels), ("Pod", template)):
        for key, value in pairs.items():
            values = labels.setdefault(kind, {}).setdefault(key, [])
            if value not in values and len(values) < _MAX_VALUES:
                values.append(value)


def _value(text: str, path: tuple[str | int, ...]) -> Any:
    """Return the value at a path, None if the text is invalid."""
    try:
        value = data_of(text)
    except InvalidInput:
        return None
    for step in path:
        value = value[step]
    return value


_Row = tuple[Entry, tuple[str | int, ...], Mapping[str, str], tuple[tuple[str, str, str], ...]]
"""An object, its path, the labels of its pods, and what its devices name: "attributes" or "capacity", domain, name."""


def _entries(text: str, kind: str) -> tuple[_Row, ...]:
    """Return the objects of a chunk. The cache serves all other chunks while one is being edited."""
    return (
        _cached_entries(text, kind) if len(text) <= _CACHED_LENGTH else tuple(_rows(objects_in(text, kind)))
    )


@lru_cache(maxsize=3000)
def _cached_entries(text: str, kind: str) -> tuple[_Row, ...]:
    return tuple(_rows(objects_in(text, kind)))


def _rows(objects: tuple[SourceObject, ...]) -> Iterator[_Row]:
    for target in objects:
        node = target.node
        replicas = text_at(node, "spec", "replicas")
        taints = descend(node, ("spec", "taints"))
        entry = Entry(
            object=target.object,
            kind=target.kind,
            namespace=target.namespace,
            name=target.name,
            line=node.start_mark.line + 1,
            end_line=max(node.start_mark.line + 1, node.end_mark.line),
            labels=_labels(descend(node, ("metadata", "labels"))),
            node=text_at(node, "spec", "nodeName"),
            owner=_owner(descend(node, ("metadata", "ownerReferences"))),
            count=parse_int64(replicas),
            taints=len(taints.value) if isinstance(taints, yaml.SequenceNode) else 0,
            unschedulable=text_at(node, "spec", "unschedulable") == "true",
        )
        labels = _labels(descend(node, ("spec", "template", "metadata", "labels")))
        named = tuple(dict.fromkeys(_device_names(node))) if target.kind == "ResourceSlice" else ()
        yield entry, target.path, labels, named


def _device_names(slice_node: yaml.Node) -> Iterator[tuple[str, str, str]]:
    """Yield what the devices of a slice name, in `basic` too as in v1beta1."""
    driver, devices = text_at(slice_node, "spec", "driver"), descend(slice_node, ("spec", "devices"))
    for device in devices.value if isinstance(devices, yaml.SequenceNode) else ():
        for kind in _DEVICE_NAMES:
            for path in ((kind,), ("basic", kind)):
                named = descend(device, path)
                for key, _ in named.value if isinstance(named, yaml.MappingNode) else ():
                    domain, slash, name = str(key.value).rpartition("/")
                    yield kind, domain if slash else driver, name


def _labels(node: yaml.Node | None) -> dict[str, str]:
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {str(k.value): str(v.value) for k, v in node.value if isinstance(v, yaml.ScalarNode)}


def _owner(references: yaml.Node | None) -> str:
    if isinstance(references, yaml.SequenceNode):
        for reference in references.value:
            if text_at(reference, "controller") == "true":
                return f"{text_at(reference, 'kind')}/{text_at(reference, 'name')}"
    return ""
