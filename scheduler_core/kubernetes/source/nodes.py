"""A text as a tree of YAML nodes with their positions, and lookup by path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import yaml

from scheduler_core.kubernetes.objects.limits import Limits
from scheduler_core.kubernetes.objects.parsing import documents
from scheduler_core.kubernetes.objects.resolvers import SourceLoader

Path: TypeAlias = Sequence[str | int]

# An empty one of these selects everything, an absent one nothing.
SELECTORS = ("labelSelector", "namespaceSelector", "selector")

_SHALLOW = 10_000  # characters; a shorter text can't be nested deeply enough to overflow the parser's stack


def compose(text: str) -> yaml.Node | None:
    """Return the only document in a text; raise yaml.YAMLError, or InvalidInput if it is nested too deeply."""
    if len(text) > _SHALLOW:
        documents(text, Limits())
    node: yaml.Node | None = yaml.compose(text, Loader=SourceLoader)
    return node


def data_of(text: str) -> Any:
    """Return the value of a text; raise InvalidInput."""
    values = documents(text, Limits())
    return values[0] if values else None


def value_at(value: Any, path: Path) -> Any:
    """Return the value at a path of keys and indices, None if there is none."""
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def entry_of(node: yaml.Node | None, key: str) -> tuple[yaml.Node, yaml.Node] | None:
    """Return the (key, value) nodes of a mapping's entry, None if there is none."""
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if isinstance(name, yaml.ScalarNode) and name.value == key:
                return name, value
    return None


def child(node: yaml.Node | None, step: str | int) -> yaml.Node | None:
    """Return the node at one step of a path, None if it is absent or null."""
    if isinstance(step, str):
        entry = entry_of(node, step)
        value = entry[1] if entry else None
    elif isinstance(node, yaml.SequenceNode) and 0 <= step < len(node.value):
        value = node.value[step]
    else:
        value = None
    return None if value is None or is_null(value) else value


def descend(node: yaml.Node | None, path: Path) -> yaml.Node | None:
    for step in path:
        node = child(node, step)
    return node


def text_at(node: yaml.Node | None, *path: str | int) -> str:
    node = descend(node, path)
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null"


def is_flow(node: yaml.Node) -> bool:
    return bool(getattr(node, "flow_style", False))


def start(node: yaml.Node) -> int:
    return int(node.start_mark.index)


def column(node: yaml.Node) -> int:
    return int(node.start_mark.column)


def content_end(node: yaml.Node) -> int:
    """Return the offset after a node's last character; end marks of block collections include comments."""
    if isinstance(node, yaml.ScalarNode) or is_flow(node) or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    if isinstance(last, tuple):
        key, value = last
        return max(content_end(key) + 1, content_end(value))
    return content_end(last)
