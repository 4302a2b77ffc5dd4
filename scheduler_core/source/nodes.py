"""A text as a tree of YAML nodes with their places, and the way along a path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import yaml

from scheduler_core.objects.parsing import Limits, SourceLoader, check_shape, documents

Path: TypeAlias = Sequence[str | int]

_SHALLOW = 10_000  # characters, of which no nesting comes that overflows the stack of the parser


def compose(text: str) -> yaml.Node | None:
    """The only document in a text; raises yaml.YAMLError, and TooLarge for what is nested too deep."""
    if len(text) > _SHALLOW:
        check_shape(text, Limits())
    node: yaml.Node | None = yaml.compose(text, Loader=SourceLoader)
    return node


def data_of(text: str) -> Any:
    """What a text says; raises InvalidInput."""
    found = documents(text, Limits())
    return found[0] if found else None


def entry_of(node: yaml.Node | None, key: str) -> tuple[yaml.Node, yaml.Node] | None:
    """(key, value) of a mapping."""
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if isinstance(name, yaml.ScalarNode) and name.value == key:
                return name, value
    return None


def child(node: yaml.Node | None, step: str | int) -> yaml.Node | None:
    """What stands at one step of a path; nothing for an empty value."""
    if isinstance(step, str):
        found = entry_of(node, step)
        value = found[1] if found else None
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
    found = descend(node, path)
    return str(found.value) if isinstance(found, yaml.ScalarNode) else ""


def is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null"


def is_flow(node: yaml.Node) -> bool:
    return bool(getattr(node, "flow_style", False))


def start(node: yaml.Node) -> int:
    return int(node.start_mark.index)


def column(node: yaml.Node) -> int:
    return int(node.start_mark.column)


def content_end(node: yaml.Node) -> int:
    """Behind the last character that belongs to a node: marks of block collections reach over comments."""
    if isinstance(node, yaml.ScalarNode) or is_flow(node) or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    if isinstance(last, tuple):
        key, value = last
        return max(content_end(key) + 1, content_end(value))
    return content_end(last)
