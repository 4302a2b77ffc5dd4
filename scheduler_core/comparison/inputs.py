"""What differs in what two runs start from: objects by kind and name, and inside them field by field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

ABSENT = object()

Kind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class InputDifference:
    """A field, or with an empty path a whole object, that only one side has or that has another value there.

    The object is "Pod default/web-0", or the kind alone for the configuration. A side that lacks it has None.
    """

    object: str
    path: str
    kind: Kind
    before: Any = None
    after: Any = None


def input_differences(before: dict[str, Any], after: dict[str, Any]) -> Iterator[InputDifference]:
    """Between two contents (`Scenario.content`): changed objects first, then those of one side alone."""
    old, new = _objects(before), _objects(after)
    alone = []
    for name in dict.fromkeys((*old, *new)):
        if name not in new:
            alone.append(InputDifference(name, "", "removed"))
        elif name not in old:
            alone.append(InputDifference(name, "", "added"))
        else:
            yield from _inside(name, "", old[name], new[name])
    yield from alone


def _objects(content: dict[str, Any]) -> dict[str, Any]:
    """By name; a name that comes twice has its number."""
    named: dict[str, Any] = {}
    config = content.get("config")
    for manifest in [*([config] if config else []), *(content.get("objects") or [])]:
        name = _name(manifest)
        number = 2
        while name in named:
            name, number = f"{_name(manifest)} ({number})", number + 1
        named[name] = manifest
    return named


def _name(manifest: Any) -> str:
    metadata = manifest.get("metadata") or {}
    kind = str(manifest.get("kind", ""))
    name = metadata.get("name")
    if not name:
        return kind
    namespace = metadata.get("namespace") or ("default" if kind == "Pod" else "")
    return f"{kind} {namespace}/{name}" if namespace else f"{kind} {name}"


def _inside(name: str, path: str, before: Any, after: Any) -> Iterator[InputDifference]:
    if before is ABSENT:
        yield InputDifference(name, path, "added", after=after)
    elif after is ABSENT:
        yield InputDifference(name, path, "removed", before=before)
    elif isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from _inside(name, _joined(path, key), before.get(key, ABSENT), after.get(key, ABSENT))
    elif isinstance(before, list) and isinstance(after, list):
        yield from _items(name, path, before, after)
    elif before != after or isinstance(before, bool) != isinstance(after, bool):
        yield InputDifference(name, path, "changed", before, after)


def _items(name: str, path: str, before: list[Any], after: list[Any]) -> Iterator[InputDifference]:
    """An item put in or taken out leaves the others as they are; the numbers are those of the side that has it."""
    matcher = SequenceMatcher(None, _texts(before), _texts(after), autojunk=False)
    for _, i1, i2, j1, j2 in matcher.get_opcodes():
        for k in range(max(i2 - i1, j2 - j1)):
            old = before[i1 + k] if i1 + k < i2 else ABSENT
            new = after[j1 + k] if j1 + k < j2 else ABSENT
            index = i1 + k if old is not ABSENT else j1 + k
            yield from _inside(name, f"{path}[{index}]", old, new)


def _texts(items: list[Any]) -> list[str]:
    return [json.dumps(item, sort_keys=True, default=str) for item in items]


def _joined(path: str, key: str) -> str:
    plain = key.replace("_", "").replace("-", "").isalnum()
    if not plain:
        return f'{path}["{key}"]'
    return f"{path}.{key}" if path else key
