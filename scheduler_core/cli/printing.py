"""An answer on stdout."""

from __future__ import annotations

import json
from collections.abc import Iterable


def print_json(answer: object) -> None:
    """Print an answer as JSON to read."""
    print(json.dumps(answer, indent=1, ensure_ascii=False))


def print_answer(answer: object, lines: Iterable[str], *, as_json: bool) -> None:
    """Print an answer as JSON or as lines of text."""
    if as_json:
        print_json(answer)
    else:
        print(*lines, sep="\n")
