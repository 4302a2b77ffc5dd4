"""Where a path of an object stands in the texts: line and column of its value, or of the nearest field there is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import yaml

from scheduler_core.kubernetes.objects.json_text import as_yaml
from scheduler_core.kubernetes.source.nodes import content_end, entry_of
from scheduler_core.kubernetes.source.sheet import Sheet, SourceObject, objects_in

from .rule import Path

_LARGE = 500_000  # characters of a JSON text that is not parsed as a whole to find a line
_ITEMS = re.compile(r'"items"\s*:\s*\[')


@dataclass(frozen=True, slots=True)
class Place:
    """A range of a text: its number from 0, lines and columns from 1, the end exclusive."""

    source: int
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(slots=True)
class _Part:
    """A text of one or several objects, and the line and column at which it begins."""

    text: str
    line: int
    column: int
    objects: tuple[SourceObject, ...] | None = None
    kind: str = ""

    def find(self, name: str) -> SourceObject | None:
        if self.objects is None:
            self.objects = objects_in(self.text, self.kind)
        return next((candidate for candidate in self.objects if candidate.object == name), None)


@dataclass
class Places:
    """The places of objects in several texts."""

    sources: Sequence[str]
    _parts: list[list[_Part]] = field(init=False)

    def __post_init__(self) -> None:
        self._parts = [list(_parts(source)) for source in self.sources]

    def find(self, name: str, path: Path, within: tuple[int, int] | None = None) -> Place | None:
        """Return the place of a path in the first text that has the object, None if none has.

        `within` is a line and a column of the value there, from 1: the place is then from there to the end of its line.
        """
        plain = name.rpartition("/")[2].rpartition(" ")[2]
        for number, parts in enumerate(self._parts):
            for part in parts:
                if plain in part.text and (match := part.find(name)) is not None:
                    target = _target(match.node, path)
                    inner = _inside(number, part, target[0], within) if within else None
                    return inner or _place(number, part, target)
        return None

    def lines(self, name: str) -> tuple[int, int, int] | None:
        """Return the number of the text that has the object, and its first and last line, from 1."""
        plain = name.rpartition("/")[2].rpartition(" ")[2]
        for number, parts in enumerate(self._parts):
            for part in parts:
                if plain in part.text and (match := part.find(name)) is not None:
                    node = match.node
                    return number, part.line + node.start_mark.line + 1, part.line + node.end_mark.line + 1
        return None


def _parts(source: str) -> Iterator[_Part]:
    if len(source) > _LARGE and source.lstrip()[:1] in ("{", "["):
        yield from _items(source)
        return
    for chunk in Sheet.of(source).chunks:
        if not chunk.separator and chunk.origin is not None:
            yield _Part(chunk.text, chunk.origin[0], 0, kind=chunk.kind)


def _items(source: str) -> Iterator[_Part]:
    """Yield the items of a large List in JSON, without parsing them as YAML."""
    match = _ITEMS.search(source)
    at, line, counted = (match.end() if match else 0), 0, 0
    decoder = json.JSONDecoder()
    while match:
        while at < len(source) and source[at] in " \t\r\n,":
            at += 1
        if at >= len(source) or source[at] != "{":
            return
        try:
            _, end = decoder.raw_decode(source, at)
        except ValueError:
            return
        line += source.count("\n", counted, at)
        counted = at
        yield _Part(as_yaml(source[at:end]), line, at - (source.rfind("\n", 0, at) + 1))
        at = end


def _target(node: yaml.Node, path: Path) -> tuple[yaml.Node, yaml.Node | None]:
    """Return the value at a path and its key; of the nearest parent if it is absent."""
    key: yaml.Node | None = None
    for step in path:
        if isinstance(step, int) and isinstance(node, yaml.SequenceNode) and step < len(node.value):
            key, node = None, node.value[step]
        elif isinstance(step, str) and (entry := entry_of(node, step)) is not None:
            key, node = entry
        else:
            break
    return node, key


def _inside(source: int, part: _Part, node: yaml.Node, within: tuple[int, int]) -> Place | None:
    """Return the place of a character of a scalar's value; None for what is no scalar, or written with escapes.

    Quotes, folds and indentation of the text are passed by comparing it with the value, white space aside.
    """
    if not isinstance(node, yaml.ScalarNode):
        return None
    lines = node.value.split("\n")
    line, column = within
    before = "".join("".join([*lines[: line - 1], lines[line - 1][: column - 1]]).split())
    text, at = part.text, node.start_mark.index
    if node.style in ("|", ">"):
        at = text.index("\n", at)
    elif node.style in ("'", '"'):
        at += 1
    for character in before:
        at = text.find(character, at, node.end_mark.index) + 1
        if not at:  # written as an escape
            return None
    while text[at].isspace() and at + 1 < node.end_mark.index:
        at += 1
    first = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    row = part.line + text.count("\n", 0, at) + 1
    begin = (part.column if row == part.line + 1 else 0) + at - first + 1
    width = (min(end if end >= 0 else len(text), content_end(node))) - at
    return Place(source, row, begin, row, begin + max(width, 1))


def _place(source: int, part: _Part, target: tuple[yaml.Node, yaml.Node | None]) -> Place:
    """Return the range of a scalar, else of the key, else of the first line of a value."""
    node, key = target
    marked = node if isinstance(node, yaml.ScalarNode) and node.value else key or node
    start = marked.start_mark
    column = part.column if start.line == 0 else 0
    first = part.text.split("\n", start.line + 1)[start.line]
    end = (
        content_end(marked)
        if isinstance(marked, yaml.ScalarNode)
        else start.index + len(first) - start.column
    )
    width = max(min(end - start.index, len(first) - start.column), 1)
    line = part.line + start.line + 1
    begin = column + start.column + 1
    return Place(source, line, begin, line, begin + width)
