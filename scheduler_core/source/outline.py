"""What a source holds: its objects with their lines, and the labels and names that are used in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import yaml

from scheduler_core.objects.labels import parse_int64
from scheduler_core.objects.reading import InvalidInput

from .nodes import data_of, descend, text_at
from .sheet import Found, Sheet, objects_in

_MOST_VALUES = 100


@dataclass(frozen=True, slots=True)
class Entry:
    """An object: its name in messages, its lines (from 1, the last included), and what a list of objects says of it.

    `node` is where a pod runs, `owner` its controller ("ReplicaSet/web"), `count` a workload's replicas.
    """

    object: str
    kind: str
    namespace: str
    name: str
    line: int
    end_line: int
    labels: dict[str, str]
    node: str = ""
    owner: str = ""
    count: int | None = None
    taints: int = 0
    unschedulable: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """`labels` are the values in use by kind ("Node", "Pod") and key; pods of a workload's template count as well."""

    objects: list[Entry] = field(default_factory=list)
    labels: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    manifest: Any = None


def read_outline(source: str, wanted: str = "") -> Outline:
    """The objects of a source as far as it can be read, and the manifest of the wanted one."""
    sheet, found, manifest = Sheet.of(source), Outline(), None
    for chunk in sheet.chunks:
        if chunk.separator or chunk.origin is None:
            continue
        for entry, path, template in _entries(chunk.text, chunk.kind):
            line = chunk.origin[0]
            found.objects.append(replace(entry, line=entry.line + line, end_line=entry.end_line + line))
            _count(found.labels, entry, template)
            if wanted and manifest is None and entry.object == wanted:
                manifest = _value(chunk.text, path)
    return replace(found, manifest=manifest)


def _count(labels: dict[str, dict[str, list[str]]], entry: Entry, template: dict[str, str]) -> None:
    for kind, pairs in ((entry.kind, entry.labels), ("Pod", template)):
        for key, value in pairs.items():
            values = labels.setdefault(kind, {}).setdefault(key, [])
            if value not in values and len(values) < _MOST_VALUES:
                values.append(value)


def _value(text: str, path: tuple[str | int, ...]) -> Any:
    """What stands at the path; nothing in a text that cannot be read."""
    try:
        value = data_of(text)
    except InvalidInput:
        return None
    for step in path:
        value = value[step]
    return value


_Row = tuple[Entry, tuple[str | int, ...], dict[str, str]]


@lru_cache(maxsize=20_000)
def _entries(text: str, kind: str) -> tuple[_Row, ...]:
    """The objects of a chunk. While one object is typed, the others are known."""
    return tuple(_rows(objects_in(text, kind)))


def _rows(objects: tuple[Found, ...]) -> Iterator[_Row]:
    for found in objects:
        node = found.node
        replicas = text_at(node, "spec", "replicas")
        taints = descend(node, ("spec", "taints"))
        entry = Entry(
            object=found.object,
            kind=found.kind,
            namespace=found.namespace,
            name=found.name,
            line=node.start_mark.line + 1,
            end_line=max(node.start_mark.line + 1, node.end_mark.line),
            labels=_labels(descend(node, ("metadata", "labels"))),
            node=text_at(node, "spec", "nodeName"),
            owner=_owner(descend(node, ("metadata", "ownerReferences"))),
            count=parse_int64(replicas),
            taints=len(taints.value) if isinstance(taints, yaml.SequenceNode) else 0,
            unschedulable=text_at(node, "spec", "unschedulable") == "true",
        )
        yield entry, found.path, _labels(descend(node, ("spec", "template", "metadata", "labels")))


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
