"""Values as text, in the style of the surrounding text."""

from __future__ import annotations

import json
from typing import Any

import yaml

from scheduler_core.kubernetes.objects.resolvers import SourceDumper


def inline(value: Any, *, as_json: bool) -> str:
    """Return a value on one line: JSON, or YAML that is also valid inside brackets."""
    if as_json:
        return json.dumps(value, ensure_ascii=False)
    return _dump([value], flow=True).strip()[1:-1]


def block(value: Any, indent: int) -> str:
    """Return a value on several lines, each indented by `indent` spaces, without a final line feed."""
    lines = _dump(value, flow=False).rstrip("\n").split("\n")
    return "\n".join(" " * indent + line if line else line for line in lines)


def entry(key: str, value: Any, indent: int) -> str:
    """Return `key: value` of a block mapping, with its first line not indented."""
    name = inline(key, as_json=False)
    if isinstance(value, dict) and value:
        return f"{name}:\n{block(value, indent + 2)}"
    if isinstance(value, list) and value:
        return f"{name}:\n{block(value, indent)}"
    return f"{name}: {inline(value, as_json=False)}"


def item(value: Any, indent: int) -> str:
    """Return `- value` of a block sequence, with its first line not indented."""
    if isinstance(value, dict | list) and value:
        return f"- {block(value, indent + 2).lstrip(' ')}"
    return f"- {inline(value, as_json=False)}"


def _dump(value: Any, *, flow: bool) -> str:
    """Return YAML with Unicode unescaped, except in texts with U+0085, which PyYAML would read back as a space."""
    for unicode in (True, False):
        text: str = yaml.dump(
            value,
            Dumper=SourceDumper,
            default_flow_style=flow,
            width=2**31,
            sort_keys=False,
            allow_unicode=unicode,
        )
        if "\x85" not in text:
            break
    return text


def scalar(value: Any, like: yaml.Node, *, as_json: bool) -> str:
    """Return a scalar with the quotes of the one that it replaces."""
    style = like.style if isinstance(like, yaml.ScalarNode) else None
    if isinstance(value, str) and not as_json:
        if style == '"':
            return json.dumps(value, ensure_ascii=False)
        if style == "'" and value.isprintable():
            return "'" + value.replace("'", "''") + "'"
    return inline(value, as_json=as_json)
