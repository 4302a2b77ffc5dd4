"""Where in the source text a path of an object stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import yaml

_STEP = re.compile(r"[^.\[\]]+|\[\d+\]")


def locate(source: str, places: list[tuple[int, str]]) -> list[int | None]:
    """Lines (from 1) of (index of the object, path in it); the nearest parent where the path is absent."""
    try:
        documents = list(yaml.compose_all(source, Loader=yaml.CSafeLoader))
    except yaml.YAMLError:
        return [None] * len(places)
    objects = list(_objects(documents))
    return [_line(objects[i], path) if i < len(objects) else None for i, path in places]


def _objects(nodes: Sequence[yaml.Node | None]) -> Iterator[yaml.Node]:
    """The objects in the order of loading._flatten."""
    for node in nodes:
        if isinstance(node, yaml.SequenceNode):
            yield from _objects(node.value)
        elif isinstance(node, yaml.MappingNode):
            items = _get(node, "items")
            kind = _get(node, "kind")
            if isinstance(items, yaml.SequenceNode) and kind is not None and str(kind.value).endswith("List"):
                yield from _objects(items.value)
            else:
                yield node


def _get(node: yaml.Node, key: str) -> yaml.Node | None:
    for name, value in node.value:
        if name.value == key:
            return value  # type: ignore[no-any-return]
    return None


def _line(node: yaml.Node, path: str) -> int:
    line: int = node.start_mark.line
    for key, child in _walk(node, _STEP.findall(path)):
        line = (key or child).start_mark.line
    return line + 1


def _walk(node: yaml.Node, steps: list[str]) -> Iterator[tuple[yaml.Node | None, yaml.Node]]:
    """(key, value) for each step of the path, as far as it exists. A label key may hold dots."""
    while steps:
        if steps[0].startswith("["):
            index = int(steps[0][1:-1])
            if not isinstance(node, yaml.SequenceNode) or index >= len(node.value):
                return
            key, node, steps = None, node.value[index], steps[1:]
        else:
            if not isinstance(node, yaml.MappingNode):
                return
            found = _longest_key(node, steps)
            if found is None:
                return
            key, node, used = found
            steps = steps[used:]
        yield key, node


def _longest_key(node: yaml.Node, steps: list[str]) -> tuple[yaml.Node, yaml.Node, int] | None:
    for used in range(len(steps), 0, -1):
        name = ".".join(steps[:used])
        for key, value in node.value:
            if key.value == name:
                return key, value, used
    return None
