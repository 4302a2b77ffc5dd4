"""The line of an object's field in the source text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from scheduler_core.allowance import each

from .collector import paused_collector
from .json_text import as_yaml
from .simulator import EXPORTED_KINDS

_INDEX = re.compile(r"\[(\d{1,9})\]")


@paused_collector()
def locate(source: str, places: list[tuple[int, str]]) -> list[int | None]:
    """Return the lines (from 1) of pairs of an object's index and a path in it; of the nearest parent if absent."""
    objects = _objects(source)
    return [_line(objects[i], path) if i < len(objects) else None for i, path in each(places)]


def locate_in(source: str, name: str, paths: list[str]) -> list[int | None]:
    """Return the lines (from 1) of paths in the object with this name, None if there is no such object.

    Names are "Pod default/web-0" or "Node node1".
    """
    return locate_named(source, [(name, path) for path in paths])


@paused_collector()
def locate_named(source: str, places: list[tuple[str, str]]) -> list[int | None]:
    """Return the lines (from 1) of pairs of an object's name and a path in it, None if there is no such object."""
    nodes: dict[str, yaml.Node] = {}
    for node in each(_objects(source)):
        for name in _names(node):
            nodes.setdefault(name, node)
    return [_line(nodes[name], path) if name in nodes else None for name, path in each(places)]


def _names(node: yaml.Node) -> set[str]:
    """Return the names of an object; without a namespace it is in `default`, or in none."""
    kind, meta = _value(node, "kind"), _value(node, "metadata")
    if kind is None or not isinstance(meta, yaml.MappingNode):
        return set()
    own, namespace = _value(meta, "name"), _value(meta, "namespace")
    names = {f"{kind.value} {'default' if namespace is None else namespace.value}/{own.value if own else ''}"}
    if own is not None and namespace is None:
        names.add(f"{kind.value} {own.value}")
    return names


def _objects(source: str) -> list[yaml.Node]:
    """Return the objects of the documents in the order of loading._flatten; none of what is no YAML."""
    try:
        documents = list(each(yaml.compose_all(as_yaml(source), Loader=yaml.CSafeLoader)))
    except yaml.YAMLError:
        return []
    written = (document for document in documents if document.tag != "tag:yaml.org,2002:null")
    return [node for document in written for node in _flatten(document)]


def _flatten(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _flatten(item)
        return
    items, kind = _value(node, "items"), _value(node, "kind")
    if kind is None and any(isinstance(_value(node, key), yaml.SequenceNode) for key in ("nodes", "pods")):
        yield from _exported(node)
        return
    if not (isinstance(items, yaml.SequenceNode) and kind is not None and str(kind.value).endswith("List")):
        yield node
        return
    yield from _flatten(items)
    if _value(node, "expect") is not None:
        yield node


def _exported(node: yaml.Node) -> Iterator[yaml.Node]:
    """Yield the objects of an export in the order of simulator.exported_objects."""
    for value in (_value(node, field) for field in EXPORTED_KINDS):
        if isinstance(value, yaml.SequenceNode):
            yield from value.value
        elif isinstance(value, yaml.MappingNode):
            yield value


def _value(node: yaml.Node, key: str) -> yaml.Node | None:
    """Return the value of a key, None if the node is not a mapping or lacks it."""
    return next((value for name, value in _entries(node) if name.value == key), None)


def _entries(node: yaml.Node) -> list[tuple[yaml.Node, yaml.Node]]:
    """Return the keys and values of a mapping, none of any other node."""
    return node.value if isinstance(node, yaml.MappingNode) else []


def _line(node: yaml.Node, path: str) -> int:
    line: int = node.start_mark.line
    for key, child in _walk(node, path):
        line = (key or child).start_mark.line
    return line + 1


def _walk(node: yaml.Node, path: str) -> Iterator[tuple[yaml.Node | None, yaml.Node]]:
    """Yield (key, value) for each step of the path, as far as it exists. A label key may contain dots."""
    while path:
        key: yaml.Node | None = None
        if index := _INDEX.match(path):
            number = int(index[1])
            if not isinstance(node, yaml.SequenceNode) or number >= len(node.value):
                return
            node, path = node.value[number], path[index.end() :]
        else:
            path = path.removeprefix(".")
            fitting = [entry for entry in _entries(node) if _begins(path, entry[0].value)]
            if not fitting:
                return
            key, node = max(fitting, key=lambda entry: len(entry[0].value))
            path = path[len(key.value) :]
        yield key, node


def _begins(path: str, key: object) -> bool:
    """Return whether the first steps of a path are a key."""
    return (
        isinstance(key, str)
        and bool(key)
        and path.startswith(key)
        and path[len(key) : len(key) + 1] in ("", ".", "[")
    )
