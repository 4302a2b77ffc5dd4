"""From text to plain values: the documents of a YAML or JSON text, with nothing in them that JSON could not say."""

from __future__ import annotations

import json
import math
import re
import sys
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

from .reading import InputError, InvalidInput, TooLarge, shown

Manifest = dict[str, Any]
"""An object as somebody wrote it, or a mapping inside one: nothing is known of its values."""

_MAX_INT64 = 2**63 - 1
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # behind a backslash of its own it is text
_TEXT = "tag:yaml.org,2002:str"
_NOT_KEYS = {f"tag:yaml.org,2002:{kind}" for kind in ("bool", "int", "float")}


@dataclass(frozen=True, slots=True)
class Limits:
    """How large an input may be."""

    bytes: int = 5_000_000
    objects: int = 60_000
    depth: int = 60
    aliases: int = 100


NO_LIMITS = Limits(2**60, 2**60, 1000, 2**60)


class SourceLoader(yaml.CSafeLoader):
    """Safe YAML as Kubernetes reads it: the values of JSON alone; timestamps stay text, all keys are text."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        if not isinstance(node, yaml.MappingNode):  # something else with the tag !!map
            raise _refused(node, "the tag !!map is for a mapping: leave it out")
        self.flatten_mapping(node)
        for key, _ in node.value:
            if key.tag in _NOT_KEYS:
                key.tag = _TEXT
            elif key.tag == "tag:yaml.org,2002:null":
                raise _refused(key, "a key is null: give it a name, or put it in quotes")
        return super().construct_mapping(node, deep)

    def construct_text(self, node: yaml.ScalarNode) -> str:
        text = str(self.construct_scalar(node))
        if "\0" in text:  # no database keeps it
            raise _refused(node, "the text holds the character U+0000: take it out")
        return text

    def construct_boolean(self, node: yaml.ScalarNode) -> bool:
        try:
            return bool(self.construct_yaml_bool(node))
        except KeyError:
            raise _refused(node, "the tag !!bool is for true and false: leave it out") from None

    def construct_integer(self, node: yaml.ScalarNode) -> int | str:
        if ":" in node.value:
            return str(node.value)  # 1:30 is 90 in YAML, and text for Kubernetes
        try:
            return _integer(self.construct_yaml_int(node))
        except (ValueError, IndexError):
            raise _refused(node, "the number is not one of 64 bits: put it in quotes or correct it") from None

    def construct_number(self, node: yaml.ScalarNode) -> float | str:
        if ":" in node.value:
            return str(node.value)
        try:
            return _finite(self.construct_yaml_float(node))
        except (ValueError, IndexError):
            raise _refused(node, "the number is not finite: put it in quotes or correct it") from None

    def refuse(self, node: yaml.Node) -> None:
        tag = node.tag.replace("tag:yaml.org,2002:", "!!")
        raise _refused(node, f"the tag {shown(tag)} is not one of JSON's types: leave it out")


SourceLoader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
SourceLoader.yaml_constructors = {
    **{
        f"tag:yaml.org,2002:{kind}": SafeConstructor.yaml_constructors[f"tag:yaml.org,2002:{kind}"]
        for kind in ("null", "seq", "map")
    },
    **{f"tag:yaml.org,2002:{kind}": SourceLoader.construct_text for kind in ("str", "value", "merge")},
    "tag:yaml.org,2002:bool": SourceLoader.construct_boolean,
    "tag:yaml.org,2002:int": SourceLoader.construct_integer,
    "tag:yaml.org,2002:float": SourceLoader.construct_number,
    None: SourceLoader.refuse,
}


def _refused(node: yaml.Node, message: str) -> InvalidInput:
    return InvalidInput([InputError("", message, _line(node))])


def _line(place: yaml.Node | yaml.Event) -> int | None:
    mark = place.start_mark
    return mark.line + 1 if mark else None


def documents(source: str, limits: Limits) -> list[Any]:
    """The documents of a text within the limits of depth and aliases; raises InvalidInput or TooLarge."""
    if source.lstrip()[:1] in ("{", "["):
        try:
            return [_json(source, limits)]
        except (ValueError, RecursionError):
            pass  # flow-style YAML also begins like this, and YAML's complaints have a line
    try:
        check_shape(source, limits)
        return list(yaml.load_all(source, Loader=SourceLoader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        message = f"not valid YAML: {error.problem or error.context}; check indentation and quotes there"
        raise InvalidInput([InputError("", message, line)]) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InvalidInput([InputError("", f"not valid YAML: {str(error).splitlines()[0]}")]) from None


# ---- JSON ----


def _json(source: str, limits: Limits) -> Any:
    """The value of a JSON text; raises ValueError for what Kubernetes would not take, RecursionError."""
    value = json.loads(
        source,
        object_pairs_hook=_distinct,
        parse_int=_integer,
        parse_float=_finite,
        parse_constant=_finite,
    )
    # json.loads itself raises beyond Python's recursion limit; and the plain search is seventy times as fast.
    if limits.depth < sys.getrecursionlimit() and _is_deeper(value, limits.depth):
        raise ValueError("too deep")
    if "\\u0000" in source and _NUL.search(source):
        raise ValueError("holds U+0000")
    if "\\ud" in source or "\\uD" in source:
        json.dumps(value, ensure_ascii=False).encode()  # halves of surrogate pairs raise
    return value


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def _integer(written: str | int) -> int:
    number = int(written)
    if abs(number) > _MAX_INT64:
        raise ValueError("beyond 64 bits")
    return number


def _finite(written: str | float) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError("not finite")
    return number


def _is_deeper(value: Any, most: int) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(most):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


# ---- YAML, looked at before anything is built from it ----


@dataclass(slots=True)
class _Open:
    """A collection that goes on. `before` counts the values in front of it; a mapping has its keys with their lines."""

    anchor: str | None
    before: int
    keys: dict[str, int | None] | None
    at_key: bool = True

    def take(self, event: yaml.NodeEvent) -> None:
        """The next node in it, keys and values taking turns; raises InvalidInput for a key that was there before."""
        if self.keys is None:
            return
        if self.at_key and isinstance(event, yaml.ScalarEvent):
            if event.value in self.keys:
                first = self.keys[event.value]
                twice = (
                    f"the key {shown(event.value)} is there twice, first on line {first}: remove one of them"
                )
                raise InvalidInput([InputError("", twice, _line(event))])
            self.keys[event.value] = _line(event)
        self.at_key = not self.at_key


def check_shape(source: str, limits: Limits) -> None:
    """Looks at the events of a YAML text; raises TooLarge for what is too deep or grows, InvalidInput for what cannot
    be a value: a key twice, an alias of what it stands in.
    """
    sizes: dict[str | None, int] = {}
    open_: list[_Open] = []
    total = aliases = 0
    for event in yaml.parse(source, Loader=SourceLoader):
        if open_ and isinstance(event, yaml.NodeEvent):
            open_[-1].take(event)
        if isinstance(event, yaml.CollectionStartEvent):
            keys: dict[str, int | None] | None = {} if isinstance(event, yaml.MappingStartEvent) else None
            open_.append(_Open(event.anchor, total, keys))
        elif isinstance(event, yaml.CollectionEndEvent):
            closed = open_.pop()
            sizes[closed.anchor] = total - closed.before
        elif isinstance(event, yaml.AliasEvent):
            if any(each.anchor == event.anchor for each in open_):
                message = f"the alias *{event.anchor} stands in what it stands for: write the value instead"
                raise InvalidInput([InputError("", message, _line(event))])
            aliases += 1
            total += sizes.get(event.anchor, 1)
        total += 1
        if problem := _beyond(limits, len(open_), aliases, total):
            raise TooLarge([InputError("", f"{problem}; that is the limit", _line(event))])


def _beyond(limits: Limits, depth: int, aliases: int, total: int) -> str:
    if depth > limits.depth:
        return f"nesting is deeper than {limits.depth}"
    if aliases > limits.aliases:
        return f"more than {limits.aliases} aliases"
    if total > limits.bytes:
        return f"aliases expand to more than {limits.bytes:,} values"
    return ""
