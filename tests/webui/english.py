"""Finds English sentences in a page that is in another language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

# Words that make a sentence of names: what has three words in a row and one of these is English. A part of a
# name with hyphens is none, as in aws-do-eks.
_GLUE = re.compile(
    r"(?<![\w-])(?:a|an|and|are|as|at|be|been|but|by|can|do|does|each|every|for|from|had|has|have|how|if|in|into|"
    r"is|it|its|many|may|more|must|no|not|of|on|one|only|or|same|than|that|the|their|then|there|they|"
    r"this|to|until|up|was|were|what|when|where|which|while|who|why|will|with|without|would|you|your)(?![\w-])"
)
_WORDS = re.compile(r"[A-Za-z][A-Za-z'’-]*(?:[,;:]? [A-Za-z][A-Za-z'’-]*){2,}")
_QUOTED = re.compile(r"“[^”]*”")  # what the scheduler or a document says
_READ_ALOUD = ("title", "aria-label", "alt", "placeholder", "content", "data-why")
_SCENES = frozenset({"base", "scenes", "target"})  # what a run has, which the page's script puts into words
_CODE = frozenset({"pre", "code", "kbd", "style"})
_VOID = frozenset(
    {"meta", "link", "input", "br", "img", "use", "hr", "rect", "path", "wbr", "line", "circle"}
)


def english_in(page: str) -> list[str]:
    """Return the English sentences of an HTML page that are not in quotation marks and no code.

    Attributes that people read count, and so do the texts of JSON in scripts.
    """
    reader = _Reader()
    reader.feed(page)
    return [said for text in reader.texts for said in english(text)]


def english(text: str) -> list[str]:
    """Return the runs of English words in a text: three or more, one of which holds others together."""
    runs = _WORDS.findall(_QUOTED.sub("“”", text))
    return [run for run in runs if _GLUE.search(run.lower())]


class _Reader(HTMLParser):
    """Collects what of a page is read by people."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside: list[tuple[str, bool]] = []  # each open element, and whether it is code
        self._is_json = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.texts += [values[name] for name in _READ_ALOUD if name in values]
        self._is_json = tag == "script" and values.get("type") == "application/json"
        if tag not in _VOID:
            is_code = tag in _CODE or "mono" in values.get("class", "").split()
            self._inside.append((tag, is_code or (tag == "script" and not self._is_json)))

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop()[0] != tag:
            pass
        self._is_json = False

    def handle_data(self, data: str) -> None:
        if self._is_json:
            self.texts += _strings(json.loads(data))
        elif not any(is_code for _, is_code in self._inside):
            self.texts.append(" ".join(data.split()))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for text in value:
            yield from _strings(text)
    elif isinstance(value, dict):
        for key, part in value.items():
            if key not in _SCENES:
                yield from _strings(part)
