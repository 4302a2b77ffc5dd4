"""Strip comments and white space from JavaScript, and keep from which line each piece of it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

JAVASCRIPT = Language(tree_sitter_javascript.language())
WHOLE = frozenset({"comment", "regex", "string", "template_string"})  # white space within them counts

# A line that ends or begins so goes on: no semicolon is inserted there.
OPEN_ENDS = frozenset("{([,;:?=&|<>*%")
OPEN_STARTS = frozenset(")]}.,;:?=&|")

Segment = tuple[int, int]  # column (in UTF-16, as browsers count), line of the source; both from 0


@dataclass(frozen=True)
class Stripped:
    text: str
    lines: tuple[
        tuple[Segment, ...], ...
    ]  # of each line of the text: where another line of the source begins


@lru_cache(maxsize=1_000)  # pages share most of their modules
def strip(source: str) -> Stripped:
    """Return `source` without what only people read. Raise ValueError if it is not JavaScript."""
    pieces: list[str] = []
    lines: list[list[Segment]] = [[]]
    left, column = "(", 0
    for gap, token, row in tokens(source.encode()):
        separator = _separator(left, gap, token[0])
        column += len(separator)
        if separator == "\n":
            lines.append([])
            column = 0
        if not lines[-1] or lines[-1][-1][1] != row:
            lines[-1].append((column, row))
        pieces += (separator, token)
        left, column = token[-1], column + _width(token)
        for further in range(1, token.count("\n") + 1):  # within a template
            lines.append([(0, row + further)])
            column = _width(token.rpartition("\n")[2])
    return Stripped("".join(pieces), tuple(map(tuple, lines)))


def tokens(source: bytes) -> Iterator[tuple[str, str, int]]:
    """Yield the tokens besides comments, each with what is between it and the one before, and its line."""
    root = Parser(JAVASCRIPT).parse(source).root_node
    if root.has_error:
        raise ValueError("this is not JavaScript")
    end = 0
    for node in _leaves(root):
        start = node.start_byte
        if node.type != "comment" and node.end_byte > start:
            yield source[end:start].decode(), source[start : node.end_byte].decode(), node.start_point.row
            end = node.end_byte


def _leaves(root: Node) -> Iterator[Node]:
    """Yield the nodes that are written as they are, in the order of the text."""
    cursor = root.walk()
    while True:
        node = cursor.node
        assert node is not None
        if node.type in WHOLE or not cursor.goto_first_child():
            yield node
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return


def _separator(left: str, gap: str, right: str) -> str:
    """Return what must stand between two tokens with these characters at their ends."""
    if "\n" in gap:
        return "" if left in OPEN_ENDS or right in OPEN_STARTS else "\n"
    would_join = (_is_word(left) and _is_word(right)) or (left == right and left in "+-/")
    return " " if gap and would_join else ""


def _is_word(character: str) -> bool:
    return character.isalnum() or character in "_$#"


def _width(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
