"""YAML as kubectl and people mostly write it, read line by line, four times as fast as by its events.

That is block style with scalars on one line, literal blocks, and flow collections on one line. Everything else, and
every mistake, is left to the full reader: a document gets the value that it has there, or NotPlain is raised.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from . import json_text, scalars


class NotPlain(Exception):
    """The text has something that only the full reader reads, or a mistake."""


# Characters that YAML forbids, or that end a line for YAML 1.1 and for nobody else.
_UNUSUAL = re.compile("[^\n\t -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_SEPARATOR = re.compile(r"^---(?: +#.*| *)$\n?", re.MULTILINE)
_OTHER_MARKER = re.compile(r"^(?:---(?! +#.*$| *$)|\.\.\.|%)", re.MULTILINE)

_LINE = re.compile(
    r"""(\ *)(?:(-)(\ +|$))?            # indentation, a dash
        (?:([A-Za-z_./$][^\s:]*(?::[^\s:]+)*|"[^"\\]*"|'[^']*'):(?:\ +|$))?  # a key
        (.*)""",
    re.VERBOSE,
)
_DOUBLE_QUOTED = re.compile(r'("[^"\\]*(?:\\["\\/bfnrt][^"\\]*)*")(?: +#.*)?')
_SINGLE_QUOTED = re.compile(r"'([^']*)'(?: +#.*)?")
_INDICATORS = frozenset("?:,]}&*!>%@`")
_LITERAL_HEADER = re.compile(r"\|(-?)(?: +#.*)?")
_FLOW_TOKEN = re.compile(
    r"""\ *(?:([\[\]{},])             # a bracket or comma, or a scalar, perhaps as a key
        |(?:("[^"\\]*")|'([^']*)'
            |((?:[A-Za-z0-9_./$]|-(?=[A-Za-z0-9]))[A-Za-z0-9_./$+=*@~%-]*(?::[A-Za-z0-9_./$-]+)*)
         )(:(?=\ ))?)\ *""",
    re.VERBOSE,
)
_LONGEST_KEY = 1000  # characters; YAML allows 1,024 up to the colon
_LONGEST_REMEMBERED = 200  # characters
_MOST_REMEMBERED = 20_000  # lines


@dataclass(slots=True)
class _Line:
    """A line: the columns of its dash (-1: none) and of what follows, its key, and its value.

    `form` says what the value is: a scalar, nothing, or the text of a flow collection or of a literal's header.
    """

    dash: int
    column: int
    key: str | None
    form: int
    value: Any


_SCALAR, _NOTHING, _FLOW, _LITERAL = range(4)


def split(source: str) -> list[tuple[int, str]]:
    """Return the documents, each with its first line (from 0); raise NotPlain for directives and other markers."""
    source = source.replace("\r\n", "\n") if "\r" in source else source
    if _UNUSUAL.search(source) or _OTHER_MARKER.search(source):
        raise NotPlain
    texts, line = [], 0
    for text in _SEPARATOR.split(source):
        texts.append((line, text))
        line += text.count("\n") + 1
    return texts[1:] if len(texts) > 1 and _is_blank(texts[0][1]) else texts


def _is_blank(text: str) -> bool:
    return all(not stripped or stripped[0] == "#" for stripped in map(str.strip, text.split("\n")))


@dataclass(slots=True)
class BlockReader:
    """Reads documents. Equal lines are analysed once, and their scalars are one object."""

    depth: int
    lines: dict[str, _Line | None] = field(default_factory=dict)

    def read(self, text: str) -> Any:
        """Return the value of a document; raise NotPlain."""
        lines = text.split("\n")
        document = _Document(self.depth)
        analysed, at, end = self.lines, 0, len(lines)
        while at < end:
            raw = lines[at]
            at += 1
            line = analysed[raw] if raw in analysed else self._analyse(raw)
            if line is None:
                continue
            slot = document.place(line)
            if line.form == _SCALAR:
                document.container[slot] = line.value
            elif line.form == _FLOW:
                document.container[slot] = _flow(line.value, self.depth - len(document.stack) - 2)
            elif line.form == _LITERAL:
                document.container[slot], at = _literal(lines, at, document.indent, line.value)
            else:
                document.container[slot] = None
                document.open_slot = slot
        return document.root

    def _analyse(self, raw: str) -> _Line | None:
        line = _analyse(raw)
        if len(raw) <= _LONGEST_REMEMBERED:
            if len(self.lines) >= _MOST_REMEMBERED:
                self.lines.clear()
            self.lines[raw] = line
        return line


_CLOSED = object()


@dataclass(slots=True)
class _Document:
    """The collections of a document that the next line may continue: the innermost, its column, and those around it.

    `open_slot` is the key or the index that the last line leaves without a value, _CLOSED if there is none.
    """

    depth: int
    root: Any = None
    container: Any = None
    indent: int = -1
    stack: list[tuple[Any, int]] = field(default_factory=list)
    open_slot: Any = None

    def place(self, line: _Line) -> Any:
        """Open and close the collections before a line, and return the key or index of its value."""
        dash, key = line.dash, line.key
        first = dash if dash >= 0 else line.column
        if self.open_slot is not _CLOSED:
            self._open(first, key, is_item=dash >= 0)
        if first < self.indent:
            self._close(first)
        container = self.container
        if first != self.indent:
            raise NotPlain  # a scalar of several lines, or a mistake
        if dash >= 0:
            if type(container) is not list:
                raise NotPlain
            container.append(None)
            if key is None:
                return len(container) - 1
            self._push({}, len(container) - 1, line.column)
            return key
        if type(container) is list:  # it has the column of its own key
            container = self._pop()
        if key is None or key in container or first != self.indent:
            raise NotPlain
        return key

    def _open(self, first: int, key: str | None, *, is_item: bool) -> None:
        """Open the collection that begins in a line at this column, if the last line's value is one."""
        slot, self.open_slot = self.open_slot, _CLOSED
        if first > self.indent or (first == self.indent and is_item and type(self.container) is dict):
            if not is_item and key is None:
                raise NotPlain  # a scalar on a line of its own
            self._push([] if is_item else {}, slot, first)

    def _push(self, value: Any, slot: Any, indent: int) -> None:
        if self.container is None:
            self.root = value
        else:
            self.container[slot] = value
            self.stack.append((self.container, self.indent))
            if len(self.stack) > self.depth - 2:
                raise NotPlain
        self.container, self.indent = value, indent

    def _pop(self) -> Any:
        if not self.stack:
            raise NotPlain
        self.container, self.indent = self.stack.pop()
        return self.container

    def _close(self, first: int) -> None:
        while first < self.indent:
            self._pop()


def _analyse(raw: str) -> _Line | None:
    """Return what stands in a line, None for an empty one or a comment; raise NotPlain."""
    text = raw.rstrip(" ")
    if not text:
        return None
    match = _LINE.fullmatch(text)
    if match is None or "\t" in text:
        raise NotPlain
    spaces, dash, gap, key, rest = match.groups()
    if rest[:1] == "#":
        if dash is None and key is None:
            return None
        rest = ""
    indent = len(spaces)
    column = indent + 1 + len(gap) if dash else indent
    if dash and rest[:1] == "-" and (rest == "-" or rest[1] == " "):
        raise NotPlain  # a list that begins in a list's line
    if key is not None:
        if len(key) > _LONGEST_KEY:
            raise NotPlain
        key = _key(key)
    elif not dash or not rest:
        return _Line(indent if dash else -1, column, None, _NOTHING, None)
    form, value = _value(rest)
    return _Line(indent if dash else -1, column, key, form, value)


def _key(text: str) -> str:
    if text[0] in "\"'":
        return text[1:-1]
    if scalars.tag_of(text) != scalars.TEXT:
        raise NotPlain
    return text


def _value(text: str) -> tuple[int, Any]:
    """Return the form and the value of what follows a key or a dash."""
    if not text:
        return _NOTHING, None
    first = text[0]
    if first == '"':
        match = _DOUBLE_QUOTED.fullmatch(text)
        if not match:
            raise NotPlain
        return _SCALAR, json.loads(match[1])
    if first == "'":
        match = _SINGLE_QUOTED.fullmatch(text)
        if not match:
            raise NotPlain
        return _SCALAR, match[1]
    if first in "{[":
        return _FLOW, text
    if first == "|":
        return _LITERAL, text
    return _SCALAR, _plain(text)


def _plain(text: str) -> Any:
    """Return the value of a plain scalar, up to a comment."""
    text = text.partition(" #")[0].rstrip(" ")
    if text[0] in _INDICATORS or ": " in text or text[-1] == ":" or text[:2] in ("-", "- "):
        raise NotPlain
    tag = scalars.tag_of(text)
    if tag == scalars.TEXT:
        return text
    return _typed(text, tag)


def _typed(text: str, tag: str) -> Any:
    if tag == scalars.BOOLEAN:
        return scalars.BOOLEANS[text]
    if tag == scalars.NULL:
        return None
    try:
        if tag == scalars.INTEGER:
            return json_text.int64(scalars.integer(text))
        if tag == scalars.NUMBER:
            return scalars.number(text)
    except ValueError:
        pass  # the full reader says why
    raise NotPlain


def _literal(lines: list[str], at: int, parent: int, header: str) -> tuple[str, int]:
    """Return the text of a literal block below a collection at column `parent`, and the line after it."""
    match = _LITERAL_HEADER.fullmatch(header)
    if not match:
        raise NotPlain
    start = next((i for i in range(at, len(lines)) if lines[i].strip(" ")), None)
    indent = -1 if start is None else len(lines[start]) - len(lines[start].lstrip(" "))
    if indent <= parent or any(len(line) > indent for line in lines[at:start]):
        raise NotPlain  # an empty block, or a mistake
    prefix, content = " " * indent, []
    while at < len(lines):
        line = lines[at]
        if line.startswith(prefix):
            content.append(line[indent:])
        elif line.strip(" "):
            break
        else:
            content.append("")
        at += 1
    if at == len(lines) and lines[-1]:
        raise NotPlain  # no line feed at the end of the text
    text = "\n".join(content).rstrip("\n")
    return text if match[1] else text + "\n", at


# ---- flow collections ----


def _flow(text: str, depth: int) -> Any:
    """Return the value of a flow collection on one line; raise NotPlain."""
    if text == "{}":
        return {}
    if text == "[]":
        return []
    tokens = _FlowTokens(text)
    value = tokens.collection(depth)
    rest = text[tokens.at :]
    if rest and not (rest[0] == "#" and text[tokens.at - 1] == " "):
        raise NotPlain
    return value


@dataclass(slots=True)
class _FlowTokens:
    text: str
    at: int = 0

    def next(self) -> re.Match[str]:
        match = _FLOW_TOKEN.match(self.text, self.at)
        if not match:
            raise NotPlain
        self.at = match.end()
        return match

    def collection(self, depth: int) -> Any:
        bracket = self.next()[1]
        return self.mapping(depth) if bracket == "{" else self.sequence(depth)

    def mapping(self, depth: int) -> dict[str, object]:
        result: dict[str, object] = {}
        token = self.next()
        if token[1] == "}":
            return result
        while True:
            if not token[5] or len(token[0]) > _LONGEST_KEY:
                raise NotPlain
            key = _flow_scalar(token)
            if not isinstance(key, str) or key in result:
                raise NotPlain
            result[key] = self.value(depth)
            mark = self.next()[1]
            if mark == "}":
                return result
            if mark != ",":
                raise NotPlain
            token = self.next()

    def sequence(self, depth: int) -> list[Any]:
        result: list[Any] = []
        if self.text.startswith("]", self.at):
            self.next()
            return result
        while True:
            result.append(self.value(depth))
            mark = self.next()[1]
            if mark == "]":
                return result
            if mark != ",":
                raise NotPlain

    def value(self, depth: int) -> Any:
        if depth <= 0:
            raise NotPlain
        before = self.at
        token = self.next()
        if token[1] in ("{", "["):
            self.at = before
            return self.collection(depth - 1)
        if token[1] or token[5]:
            raise NotPlain
        return _flow_scalar(token)


def _flow_scalar(token: re.Match[str]) -> Any:
    _, double, single, plain, _ = token.groups()
    if double is not None:
        return double[1:-1]
    if single is not None:
        return single
    tag = scalars.tag_of(plain)
    return plain if tag == scalars.TEXT else _typed(plain, tag)
