"""Values as text, in the manner of the text around them."""

from __future__ import annotations

import json
from typing import Any

import yaml


def inline(value: Any, *, as_json: bool) -> str:
    """A value on one line: JSON, or YAML that also stands inside brackets."""
    if as_json:
        return json.dumps(value, ensure_ascii=False)
    return _dumped([value], flow=True).strip()[1:-1]


def block(value: Any, indent: int) -> str:
    """A value over several lines, each behind `indent` spaces, without the last line's end."""
    lines = _dumped(value, flow=False).rstrip("\n").split("\n")
    return "\n".join(" " * indent + line if line else line for line in lines)


def entry(key: str, value: Any, indent: int) -> str:
    """`key: value` of a block mapping, its first line without indentation."""
    name = inline(key, as_json=False)
    if isinstance(value, dict) and value:
        return f"{name}:\n{block(value, indent + 2)}"
    if isinstance(value, list) and value:
        return f"{name}:\n{block(value, indent)}"
    return f"{name}: {inline(value, as_json=False)}"


def item(value: Any, indent: int) -> str:
    """`- value` of a block sequence, its first line without indentation."""
    if isinstance(value, dict | list) and value:
        return f"- {block(value, indent + 2).lstrip(' ')}"
    return f"- {inline(value, as_json=False)}"


def _dumped(value: Any, *, flow: bool) -> str:
    """YAML, with letters of all languages as they are; PyYAML would let U+0085 be read as a space."""
    for unicode in (True, False):
        text: str = yaml.safe_dump(
            value, default_flow_style=flow, width=2**31, sort_keys=False, allow_unicode=unicode
        )
        if "\x85" not in text:
            break
    return text


def scalar(value: Any, like: yaml.Node, *, as_json: bool) -> str:
    """A scalar with the quotes of the one that it replaces."""
    style = like.style if isinstance(like, yaml.ScalarNode) else None
    if isinstance(value, str) and not as_json:
        if style == '"':
            return json.dumps(value, ensure_ascii=False)
        if style == "'" and value.isprintable():
            return "'" + value.replace("'", "''") + "'"
    return inline(value, as_json=as_json)
