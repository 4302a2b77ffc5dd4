"""Changes of one object in its text, at the positions of its YAML nodes.

The text is never regenerated: a change replaces the characters of a value, or adds lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from . import rendering
from .nodes import SELECTORS, Path, child, column, compose, content_end, descend, entry_of, is_flow, start

# A new key goes before the first existing key that usually follows it.
_ORDER = ("apiVersion", "kind", "name", "namespace", "metadata", "labels", "spec", "status")


@dataclass(frozen=True, slots=True)
class Splice:
    """`text` replaces the characters from `start` to `end`, exclusive."""

    start: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        return text[: self.start] + self.text + text[self.end :]


class Text:
    """A text with one document. Its methods return the text after one change."""

    def __init__(self, text: str, *, as_json: bool) -> None:
        self.text = text
        self.as_json = as_json
        self.root = compose(text)

    def put(self, path: Path, value: Any) -> str:
        """Set the value at the path, creating missing parents."""
        node, depth = self.root, 0
        while depth < len(path) and (next_node := child(node, path[depth])) is not None:
            node, depth = next_node, depth + 1
        if node is None:
            raise ValueError("the text has no object")
        rest = path[depth:]
        if not rest:
            return self._replace(path, node, value)
        return self._add(path[:depth], node, rest[0], _nest(rest[1:], value))

    def insert(self, path: Path, value: Any) -> str:
        """Insert an item at the path, before the existing item or at the end of the list."""
        *above, index = path
        parent = descend(self.root, above)
        if not isinstance(parent, yaml.SequenceNode) or not isinstance(index, int):
            raise ValueError("the path is not an item of a list")
        if index >= len(parent.value):
            return self._add(above, parent, index, value)
        if is_flow(parent):
            at = start(parent.value[index])
            text = f"{rendering.inline(value, as_json=self.as_json)},{self._gap(at) or ' '}"
        else:
            at, indent = self._dash(parent, index), column(parent)
            text = f"{rendering.item(value, indent)}\n{' ' * indent}"
        return Splice(at, at, text).apply(self.text)

    def remove(self, path: Path, keep: int) -> str:
        """Remove the value at the path, and parents that become empty except the first `keep` steps."""
        if descend(self.root, path) is None and not self._has_null(path):
            return self.text
        while len(path) - 1 > keep and self._is_only_child(path):
            if path[-2] in SELECTORS:
                parent = descend(self.root, path[:-1])
                assert parent is not None
                return self._replace(path[:-1], parent, {})
            path = path[:-1]
        parent = descend(self.root, path[:-1])
        assert parent is not None
        if len(parent.value) == 1 and len(path) > 1:
            return self._replace(path[:-1], parent, [] if isinstance(parent, yaml.SequenceNode) else {})
        return self._without(parent, path[-1])

    # ---- lookup ----

    def _has_null(self, path: Path) -> bool:
        parent, last = descend(self.root, path[:-1]), path[-1]
        return isinstance(last, str) and entry_of(parent, last) is not None

    def _is_only_child(self, path: Path) -> bool:
        parent = descend(self.root, path[:-1])
        return parent is not None and len(parent.value) == 1

    def _position(self, parent: yaml.Node, step: str | int) -> int:
        if isinstance(step, int):
            return step
        return next(i for i, (key, _) in enumerate(parent.value) if key.value == step)

    # ---- replacing ----

    def _replace(self, path: Path, node: yaml.Node, value: Any) -> str:
        if not isinstance(value, dict | list) and isinstance(node, yaml.ScalarNode):
            if node.style in ("|", ">"):
                return self._rewrite(path, value)
            text = rendering.scalar(value, node, as_json=self.as_json)
            return Splice(start(node), content_end(node), text).apply(self.text)
        if is_flow(node) and (node.value or self._in_flow(path)) and isinstance(value, dict | list):
            text = rendering.inline(value, as_json=self.as_json)
            return Splice(start(node), content_end(node), text).apply(self.text)
        return self._rewrite(path, value)

    def _rewrite(self, path: Path, value: Any) -> str:
        """Replace the whole entry."""
        parent, step = descend(self.root, path[:-1]), path[-1]
        assert parent is not None
        if is_flow(parent):
            node = descend(self.root, path)
            assert node is not None
            text = rendering.inline(value, as_json=self.as_json)
            return Splice(start(node), content_end(node), text).apply(self.text)
        if isinstance(step, str):
            pair = entry_of(parent, step)
            assert pair is not None
            key, node = pair
            text = rendering.entry(step, value, column(key))
            return Splice(start(key), self._before_break(node), text).apply(self.text)
        text = rendering.item(value, column(parent))
        return Splice(self._dash(parent, step), self._before_break(parent.value[step]), text).apply(self.text)

    def _in_flow(self, path: Path) -> bool:
        return any(is_flow(ancestor) for i in range(len(path)) if (ancestor := descend(self.root, path[:i])))

    # ---- adding ----

    def _add(self, path: Path, parent: yaml.Node, step: str | int, value: Any) -> str:
        if isinstance(parent, yaml.ScalarNode) or isinstance(parent, yaml.SequenceNode) != isinstance(
            step, int
        ):
            if parent.value:
                raise ValueError("the path has another value")
            whole: Any = [value] if isinstance(step, int) else {step: value}
            return self._replace(path, parent, whole)
        if isinstance(step, str) and (pair := entry_of(parent, step)):
            return self._fill(parent, *pair, value)
        if is_flow(parent):
            if not parent.value and not self._in_flow(path) and path and not self.as_json:
                return self._rewrite(path, [value] if isinstance(step, int) else {step: value})
            return self._add_inline(parent, step, value)
        return self._add_lines(parent, step, value)

    def _fill(self, parent: yaml.Node, key: yaml.Node, node: yaml.Node, value: Any) -> str:
        """Set the value of a key that has none."""
        if is_flow(parent):
            text = rendering.inline(value, as_json=self.as_json)
            return Splice(start(node), content_end(node), text).apply(self.text)
        text = rendering.entry(str(key.value), value, column(key))
        return Splice(start(key), max(content_end(node), content_end(key) + 1), text).apply(self.text)

    def _add_inline(self, parent: yaml.Node, step: str | int, value: Any) -> str:
        text = rendering.inline(value, as_json=self.as_json)
        if isinstance(step, str):
            text = f"{rendering.inline(step, as_json=self.as_json)}: {text}"
        if not parent.value:
            return Splice(start(parent) + 1, content_end(parent) - 1, text).apply(self.text)
        last = parent.value[-1]
        first_of_last = start(last[0] if isinstance(last, tuple) else last)
        end = content_end(last[1] if isinstance(last, tuple) else last)
        gap = self._gap(first_of_last) if self.text.rfind("\n", 0, first_of_last) >= start(parent) else ""
        return Splice(end, end, f",{gap or ' '}{text}").apply(self.text)

    def _add_lines(self, parent: yaml.Node, step: str | int, value: Any) -> str:
        indent = column(parent)
        if isinstance(step, int):
            at = self._end(parent)
            return Splice(at, at, f"\n{' ' * indent}{rendering.item(value, indent)}").apply(self.text)
        text = rendering.entry(step, value, indent)
        follower = self._follower(parent, step)
        if follower is not None:
            at = start(follower)
            return Splice(at, at, f"{text}\n{' ' * indent}").apply(self.text)
        at = self._end(parent)
        return Splice(at, at, f"\n{' ' * indent}{text}").apply(self.text)

    def _follower(self, parent: yaml.Node, key: str) -> yaml.Node | None:
        if key not in _ORDER:
            return None
        later = _ORDER[_ORDER.index(key) + 1 :]
        return next((name for name, _ in parent.value if name.value in later), None)

    # ---- removing ----

    def _without(self, parent: yaml.Node, step: str | int) -> str:
        at = self._position(parent, step)
        entries = [e if isinstance(e, tuple) else (e, e) for e in parent.value]
        (first, last), following = entries[at], entries[at + 1 : at + 2]
        if is_flow(parent):
            if following:
                return Splice(start(first), start(following[0][0]), "").apply(self.text)
            before = content_end(entries[at - 1][1]) if at else start(parent) + 1
            return Splice(before, content_end(last), "").apply(self.text)
        begin = self._dash(parent, at) if isinstance(step, int) else start(first)
        line = self.text.rfind("\n", 0, begin) + 1
        if not self.text[line:begin].strip():
            return Splice(line, self._after_line(self._end(last)), "").apply(self.text)
        # after a dash: the next entry moves up
        if following:
            then = self._dash(parent, at + 1) if isinstance(step, int) else start(following[0][0])
            return Splice(begin, then, "").apply(self.text)
        return Splice(begin, self._end(last), "{}").apply(self.text)

    # ---- positions ----

    def _dash(self, sequence: yaml.Node, index: int) -> int:
        """Return the offset of an item's "-"."""
        if index == 0:
            return start(sequence)
        at = content_end(sequence.value[index - 1])
        indent = column(sequence)
        while True:
            at = self.text.index("-", at)
            line = self.text.rfind("\n", 0, at) + 1
            if at - line == indent and not self.text[line:at].strip():
                return at
            at += 1

    def _gap(self, at: int) -> str:
        """Return the line break and indentation before an offset, "" if other text precedes it on its line."""
        before = self.text.rfind("\n", 0, at)
        blank = self.text[before + 1 : at]
        return f"\n{blank}" if before >= 0 and not blank.strip() else ""

    def _before_break(self, node: yaml.Node) -> int:
        """Return the offset after a node's last character, without the final line feed of a block scalar."""
        end = content_end(node)
        while end > start(node) and self.text[end - 1] == "\n":
            end -= 1
        return end

    def _end(self, node: yaml.Node) -> int:
        """Return the end of a node's last line, including a trailing comment."""
        line_end = self.text.find("\n", self._before_break(node))
        return len(self.text) if line_end < 0 else line_end

    def _after_line(self, end: int) -> int:
        return end + 1 if end < len(self.text) else end


def _nest(path: Path, value: Any) -> Any:
    for step in reversed(path):
        value = {step: value} if isinstance(step, str) else [value]
    return value
