"""How answers look on a terminal: colour where it is shown, signs that need none elsewhere, 80 columns, progress."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final, Literal

WIDTH: Final = 80
Style = Literal["strong", "reject", "pass", "mute"]
Sign = Literal["reject", "unresolvable", "pass"]

_CODES: Final[dict[Style, str]] = {"strong": "1", "reject": "38;5;208", "pass": "38;5;74", "mute": "90"}
_SIGNS: Final[dict[Sign, tuple[str, str]]] = {
    "reject": ("✕", "x"),
    "unresolvable": ("⊘", "!"),
    "pass": ("✓", "+"),
}
_STYLING: Final = re.compile(r"\x1b\[[\d;]*m")
_ERASED: Final = "\r\x1b[K"


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where an answer is printed. Without colour the same lines have ASCII signs."""

    colour: bool = False
    width: int = WIDTH

    @classmethod
    def of_stdout(cls, *, wide: bool = False) -> Terminal:
        """Return that of stdout: colour on a terminal unless NO_COLOR is set, 80 columns at most unless `wide`."""
        is_terminal = sys.stdout.isatty()
        colour = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        columns = shutil.get_terminal_size().columns if is_terminal else WIDTH
        return cls(colour=colour, width=max(columns, WIDTH) if wide else min(max(columns, 40), WIDTH))

    def styled(self, text: str, style: Style) -> str:
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colour and text else text

    def sign(self, sign: Sign) -> str:
        plain = _SIGNS[sign][not self.colour]
        return self.styled(plain, "pass" if sign == "pass" else "reject")

    @property
    def dot(self) -> str:
        return " · " if self.colour else " - "

    def header(self, left: str, right: str, *, plain: str) -> str:
        """Return a line with a text at its right end, if both fit; `plain` is the left one without colour."""
        space = self.width - len(plain) - len(right)
        return f"{left}{' ' * space}{self.styled(right, 'mute')}" if space > 1 else left

    def bar(self, counts: Sequence[int], *, faint: int = 0, length: int = 40) -> str:
        """Return shares of a whole side by side; the last `faint` ones are drawn faintly."""
        total = sum(counts) + faint
        full = round(length * sum(counts) / total) if total else 0
        if not self.colour:
            return "#" * full + "." * (length - full)
        return self.styled("█" * full, "reject") + self.styled("░" * (length - full), "mute")

    def wrapped(self, text: str, indent: str, first: str = "") -> Iterator[str]:
        """Yield a text in lines of the terminal's width; `first` begins the first, `indent` the others."""
        lines = wrap(text, self.width - len(indent), break_long_words=False, break_on_hyphens=False)
        for number, line in enumerate(lines or [""]):
            yield (indent if number or not first else _padded(first, len(indent))) + line


def _padded(text: str, width: int) -> str:
    """Return a text with spaces behind it, so that it is as wide as it looks."""
    return text + " " * max(width - len(_STYLING.sub("", text)), 1)


def commands(text: str, width: int) -> Iterator[str]:
    """Yield commands as a shell takes them, a long one over several lines; comments stay comments."""
    for line in text.splitlines():
        if line.startswith("#") or len(line) + 2 <= width:
            yield line if line.startswith("#") else f"$ {line}"
            continue
        yield from _broken(line, width)


def _broken(line: str, width: int) -> Iterator[str]:
    current = "$"
    for word in _words(line):
        if len(current) + len(word) + 3 > width and current not in ("$", "   "):
            yield f"{current} \\"
            current = "   "
        current = f"{current} {word}"
    yield current


def _words(line: str) -> Iterable[str]:
    """Return the words of a command as they are written, quoted ones whole."""
    word, quote = "", ""
    for character in line:
        if character == " " and not quote:
            if word:
                yield word
            word = ""
            continue
        if character in "'\"" and quote in ("", character):
            quote = "" if quote else character
        word += character
    if word:
        yield word


class Progress:
    """A line on stderr that the next one replaces, if somebody looks."""

    def __init__(self) -> None:
        self._shows = sys.stderr.isatty()

    def __call__(self, text: str) -> None:
        if self._shows:
            print(f"{_ERASED}{text[: WIDTH - 1]}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Take the line away."""
        if self._shows:
            print(_ERASED, end="", file=sys.stderr, flush=True)
