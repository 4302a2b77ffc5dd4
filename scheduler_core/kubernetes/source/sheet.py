"""A source as chunks of text, one per object as far as possible without parsing.

Documents are separated by `---`, the items of kubectl's Lists by their dashes, so that an edit in a dump of megabytes
parses only the object that it changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from scheduler_core.allowance import grant
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.objects.simulator import EXPORTED_KINDS

from .nodes import Path, compose, descend, text_at

_SEPARATOR = re.compile(r"^---[ \t]*(#.*)?\r?$\n?", re.MULTILINE)
_LIST_KIND = re.compile(r"^kind:[ \t]*[\"']?(\w*)List\b", re.MULTILINE)
_ITEMS = re.compile(r"^items:[ \t]*(#.*)?\r?\n((?:[ \t]*(?:#.*)?\r?\n)*)(?=( *)- )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SourceObject:
    """An object in a chunk: its path, its name in messages ("Pod default/web-0"), and its YAML node."""

    path: tuple[str | int, ...]
    kind: str
    namespace: str
    name: str
    node: yaml.Node

    @property
    def object(self) -> str:
        if not self.name:
            return self.kind
        return f"{self.kind} {self.namespace}/{self.name}" if self.namespace else f"{self.kind} {self.name}"


@dataclass(slots=True, eq=False)
class Chunk:
    """A run of whole lines. `kind` is the kind of a typed List's items; an `item` starts with a dash.

    `origin` are its lines in the original source as (first, end), None for added text.
    """

    text: str
    origin: tuple[int, int] | None
    kind: str = ""
    item: bool = False
    separator: bool = False
    changed: bool = False

    def objects(self) -> tuple[SourceObject, ...]:
        return () if self.separator else objects_in(self.text, self.kind)


@dataclass(slots=True)
class Sheet:
    """The chunks of a source. `parsed` counts the characters that operations have parsed."""

    chunks: list[Chunk] = field(default_factory=list)
    as_json: bool = False
    parsed: int = 0

    @classmethod
    def of(cls, source: str) -> Sheet:
        grant("bytes", len(source))
        as_json = source.lstrip()[:1] in ("{", "[") and not _SEPARATOR.search(source)
        sheet, line = cls(as_json=as_json), 0
        for chunk in [Chunk(source, None)] if as_json else _split(source):
            lines = lines_of(chunk.text)
            chunk.origin = (line, line + len(lines))
            line += len(lines)
            sheet.chunks.append(chunk)
        return sheet

    def text(self) -> str:
        return "".join(chunk.text for chunk in self.chunks)

    def find(self, object_name: str) -> tuple[Chunk, SourceObject] | None:
        """Return the object with this name, which for a KubeSchedulerConfiguration is its kind."""
        name = object_name.rpartition("/")[2].rpartition(" ")[2]
        for chunk in self.chunks:
            if chunk.separator or name not in chunk.text:
                continue
            self.parsed += len(chunk.text)
            for candidate in chunk.objects():
                if candidate.object == object_name:
                    return chunk, candidate
        return None


def lines_of(text: str) -> list[str]:
    """Return lines with their ends. Only a line feed ends a line."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _split(source: str) -> Iterator[Chunk]:
    at = 0
    for match in _SEPARATOR.finditer(source):
        if match.start() > at:
            yield from _document(source[at : match.start()])
        yield Chunk(match.group(), None, separator=True)
        at = match.end()
    if at < len(source):
        yield from _document(source[at:])


def _document(text: str) -> Iterator[Chunk]:
    kind, items = _LIST_KIND.search(text), _ITEMS.search(text)
    if not kind or not items:
        yield Chunk(text, None)
        return
    yield Chunk(text[: items.end()], None, separator=True)
    indent, at = items.group(3), items.end()
    # an item continues while lines are indented deeper than its dash, empty, or comments
    item = re.compile(rf"^{indent}- .*\n?(?:^(?:{indent} .*|[ \t]*(?:#.*)?\r?)(?:\n|\Z))*", re.MULTILINE)
    while (match := item.match(text, at)) and match.end() > at:
        yield Chunk(match.group(), None, kind=kind.group(1), item=True)
        at = match.end()
    if at < len(text):
        yield Chunk(text[at:], None, separator=True)


def objects_in(text: str, kind: str) -> tuple[SourceObject, ...]:
    """The objects of a chunk; none where it is no valid YAML."""
    try:
        return tuple(_objects(compose(text), (), kind))
    except (yaml.YAMLError, InvalidInput, ValueError, RecursionError):
        return ()


def _objects(node: yaml.Node | None, path: Path, kind: str) -> Iterator[SourceObject]:
    """Yield the objects in the order of loading._flatten."""
    if isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _objects(value, (*path, index), kind)
    elif isinstance(node, yaml.MappingNode):
        own = text_at(node, "kind") or kind
        items = descend(node, ("items",))
        if own.endswith("List") and isinstance(items, yaml.SequenceNode):
            yield from _objects(items, (*path, "items"), own.removesuffix("List"))
            return
        if not own:
            yield from _exported(node, path)
            return
        namespace = text_at(node, "metadata", "namespace") or ("default" if own == "Pod" else "")
        yield SourceObject(tuple(path), own, namespace, text_at(node, "metadata", "name"), node)


def _exported(node: yaml.MappingNode, path: Path) -> Iterator[SourceObject]:
    """Yield the objects in a mapping if it is an export of kube-scheduler-simulator."""
    if any(isinstance(descend(node, (field,)), yaml.SequenceNode) for field in ("nodes", "pods")):
        for name, value in node.value:
            _, kind = EXPORTED_KINDS.get(name.value, ("", ""))
            if kind:
                yield from _objects(value, (*path, name.value), kind)
