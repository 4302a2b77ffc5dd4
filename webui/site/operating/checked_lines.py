"""Lines of JSON that are known to be those that were written.

The first line is the head. After every CHECKED rows, and at the end, a line says how many rows came so far and the
SHA-256 of all lines before it, so that damage is found before anything is read, and where it is.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from gzip import GzipFile
from hashlib import sha256
from typing import Any

CHECKED = 500  # rows between two lines that check them
CHECK = b'{"sha256":'  # how such a line begins, and no row


class DamagedLines(ValueError):
    """Lines that are not those that were written; the text says which."""


class CheckedLines:
    """Writes the lines. `rows` is their number without head and checks."""

    def __init__(self, file: GzipFile) -> None:
        self.rows = 0
        self._file = file
        self._digest = sha256()

    def write_head(self, head: Mapping[str, Any]) -> None:
        self._write(json.dumps(head))

    def write(self, row: str) -> None:
        self._write(row)
        self.rows += 1
        if self.rows % CHECKED == 0:
            self._write_check(end=False)

    def write_end(self) -> None:
        self._write_check(end=True)

    def _write_check(self, *, end: bool) -> None:
        self._write(json.dumps({"sha256": self._digest.hexdigest(), "rows": self.rows, "end": end}))

    def _write(self, text: str) -> None:
        line = text.encode() + b"\n"
        self._digest.update(line)
        self._file.write(line)


def verify(file: Iterable[bytes]) -> None:
    """Read a file to its end line. Raise DamagedLines if a line is not what was written, or the end is missing."""
    digest, rows, first = sha256(), 0, 1
    number = 0
    for number, line in numbered(file):
        if line.startswith(CHECK):
            expected = {"sha256": digest.hexdigest(), "rows": rows}
            check = parsed(line)
            if {name: check.get(name) for name in expected} != expected:
                raise DamagedLines(f"damaged: lines {first} to {number} are not those that were written")
            if check.get("end"):
                return
            first = number + 1
        elif number > 1:
            rows += 1
        digest.update(line)
    raise DamagedLines(f"cut off after line {number}: the end is missing")


def rows_of(file: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the rows of a verified file with the numbers of their lines, from 1."""
    for number, line in numbered(file):
        if not line.startswith(CHECK):
            if number > 1:
                yield number, line
        elif parsed(line).get("end"):
            return


def numbered(file: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers, from 1. Raise DamagedLines where they cannot be decompressed."""
    number = 0
    try:
        for number, line in enumerate(file, start=1):
            yield number, line
    except (zlib.error, EOFError, OSError) as error:  # gzip.BadGzipFile is an OSError
        raise DamagedLines(f"damaged: it cannot be decompressed after line {number}: {error}") from error


def parsed(line: bytes) -> dict[str, Any]:
    """Return what a check says; {} for one that cannot be read."""
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
