"""From text to plain values: the documents of a YAML or JSON text, restricted to what JSON can express."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

from . import json_text, scalars
from .reading import InputError, InvalidInput, TooLarge, quoted

Manifest = dict[str, Any]
"""An object as somebody wrote it, or a mapping inside one: nothing is known of its values."""

_NOT_KEYS = (scalars.BOOLEAN, scalars.INTEGER, scalars.NUMBER)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an input: bytes of text, objects, nesting depth, YAML aliases."""

    bytes: int = 5_000_000
    objects: int = 60_000
    depth: int = 60
    aliases: int = 100


NO_LIMITS = Limits(2**60, 2**60, 1000, 2**60)


class SourceLoader(yaml.CSafeLoader):
    """Safe YAML as Kubernetes reads it: only values that JSON has; timestamps and keys are text."""

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: tuple[bool, bool]) -> str:
        if kind is yaml.ScalarNode and implicit[0] and value is not None:
            return scalars.tag_of(value)
        return str(super().resolve(kind, value, implicit))  # type: ignore[no-untyped-call]

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        if not isinstance(node, yaml.MappingNode):  # any other node with the tag !!map
            raise _invalid(node, "the tag !!map is only for mappings: remove it")
        self.flatten_mapping(node)
        for key, _ in node.value:
            if key.tag in _NOT_KEYS:
                key.value, key.tag = scalars.key(key.value, key.tag), scalars.TEXT
            elif key.tag == scalars.NULL:
                raise _invalid(key, "a key must not be null: give it a name or put it in quotes")
        return super().construct_mapping(node, deep)

    def construct_text(self, node: yaml.ScalarNode) -> str:
        text = str(self.construct_scalar(node))
        if "\0" in text:  # databases can't store it
            raise _invalid(node, "the text must not contain the character U+0000: remove it")
        return text

    def construct_boolean(self, node: yaml.ScalarNode) -> bool:
        if node.value not in scalars.BOOLEANS:
            raise _invalid(node, "the tag !!bool is only for true and false: remove it")
        return scalars.BOOLEANS[node.value]

    def construct_integer(self, node: yaml.ScalarNode) -> int:
        try:
            return json_text.int64(scalars.integer(node.value))
        except ValueError:
            raise _invalid(node, "the number must fit into 64 bits: correct it or put it in quotes") from None

    def construct_number(self, node: yaml.ScalarNode) -> int | float:
        try:
            return scalars.number(node.value)
        except ValueError:
            raise _invalid(node, "the number must be finite: correct it or put it in quotes") from None

    def reject_tag(self, node: yaml.Node) -> None:
        tag = node.tag.replace("tag:yaml.org,2002:", "!!")
        raise _invalid(node, f"the tag {quoted(tag)} is not a JSON type: remove it")


SourceLoader.yaml_constructors = {
    **{
        f"tag:yaml.org,2002:{kind}": SafeConstructor.yaml_constructors[f"tag:yaml.org,2002:{kind}"]
        for kind in ("null", "seq", "map")
    },
    **{f"tag:yaml.org,2002:{kind}": SourceLoader.construct_text for kind in ("str", "value", "merge")},
    scalars.BOOLEAN: SourceLoader.construct_boolean,
    scalars.INTEGER: SourceLoader.construct_integer,
    scalars.NUMBER: SourceLoader.construct_number,
    None: SourceLoader.reject_tag,
}


class AmbiguousScalars(yaml.resolver.BaseResolver):
    """Lets a dumper quote each text that kubectl or another reader of YAML takes for another type."""

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: tuple[bool, bool]) -> str:
        if kind is yaml.ScalarNode and implicit[0] and value is not None:
            tag = scalars.tag_of(value)
            if tag != scalars.TEXT:
                return tag
        return str(super().resolve(kind, value, implicit))  # type: ignore[no-untyped-call]


class SourceDumper(AmbiguousScalars, yaml.SafeDumper):
    """Writes values so that the same values are read."""


def _invalid(node: yaml.Node, message: str) -> InvalidInput:
    return InvalidInput([InputError("", message, _line(node))])


def _line(place: yaml.Node | yaml.Event) -> int | None:
    mark = place.start_mark
    return mark.line + 1 if mark else None


def documents(source: str, limits: Limits) -> list[Any]:
    """Return the documents of a text, checking depth and aliases; raise InvalidInput or TooLarge."""
    if json_text.is_json(source):
        try:
            return json_text.values(source, limits.depth)
        except (ValueError, RecursionError):
            pass  # flow-style YAML begins alike, and YAML's errors have a line
    try:
        check_shape(source, limits)
        return list(yaml.load_all(source, Loader=SourceLoader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        message = f"not valid YAML: {error.problem or error.context}; {_advice(source)}"
        raise InvalidInput([InputError("", message, line)]) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InvalidInput([InputError("", f"not valid YAML: {str(error).splitlines()[0]}")]) from None


def _advice(source: str) -> str:
    if "{{" in source:
        return "it looks like a template: render it first, for example with helm template"
    return "check indentation and quotes there"


# ---- YAML, checked before any value is built from it ----


@dataclass(slots=True)
class _OpenCollection:
    """A collection whose end has not been read. `before` counts the values before it; `keys` have their lines."""

    anchor: str | None
    before: int
    keys: dict[str, int | None] | None
    at_key: bool = True

    def add_node(self, event: yaml.NodeEvent) -> None:
        """Add the next node, keys and values in turn; raise InvalidInput for a duplicate key."""
        if self.keys is None:
            return
        if self.at_key and isinstance(event, yaml.ScalarEvent):
            if event.value in self.keys:
                first = self.keys[event.value]
                message = (
                    f"the key {quoted(event.value)} is duplicated, first on line {first}: remove one of them"
                )
                raise InvalidInput([InputError("", message, _line(event))])
            self.keys[event.value] = _line(event)
        self.at_key = not self.at_key


def check_shape(source: str, limits: Limits) -> None:
    """Check the events of a YAML text without building values.

    Raise TooLarge for excessive depth or alias expansion, InvalidInput for duplicate keys and recursive aliases.
    """
    sizes: dict[str | None, int] = {}
    open_collections: list[_OpenCollection] = []
    total = aliases = 0
    for event in yaml.parse(source, Loader=SourceLoader):
        if open_collections and isinstance(event, yaml.NodeEvent):
            open_collections[-1].add_node(event)
        if isinstance(event, yaml.CollectionStartEvent):
            keys: dict[str, int | None] | None = {} if isinstance(event, yaml.MappingStartEvent) else None
            open_collections.append(_OpenCollection(event.anchor, total, keys))
        elif isinstance(event, yaml.CollectionEndEvent):
            closed = open_collections.pop()
            sizes[closed.anchor] = total - closed.before
        elif isinstance(event, yaml.AliasEvent):
            if any(each.anchor == event.anchor for each in open_collections):
                message = f"the alias *{event.anchor} is inside the value that it refers to: write the value instead"
                raise InvalidInput([InputError("", message, _line(event))])
            aliases += 1
            total += sizes.get(event.anchor, 1)
        total += 1
        if problem := _exceeded_limit(limits, len(open_collections), aliases, total):
            raise TooLarge([InputError("", f"{problem}, which is the limit", _line(event))])


def _exceeded_limit(limits: Limits, depth: int, aliases: int, total: int) -> str:
    if depth > limits.depth:
        return f"nesting is deeper than {limits.depth}"
    if aliases > limits.aliases:
        return f"more than {limits.aliases} aliases"
    if total > limits.bytes:
        return f"aliases expand to more than {limits.bytes:,} values"
    return ""
