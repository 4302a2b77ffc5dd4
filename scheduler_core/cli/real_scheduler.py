"""What `compare-dump` and `compare-log` share: a real scheduler's log beside the cluster, and what differs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import verbatim

from .input import add_files, add_version
from .printing import print_answer

_MOST_SHOWN = 20
_Difference = TypeVar("_Difference")


def add_arguments(command: argparse.ArgumentParser, *, log: str, files: str) -> None:
    """Add the arguments of both commands; `log` and `files` are what their help says."""
    command.add_argument("log", type=Path, metavar="LOG", help=log)
    add_files(command, help=files)
    command.add_argument("-o", "--output", choices=("json",), help="default: text")
    add_version(command)


def nothing_in(log: Path, rule: str) -> InvalidInput:
    """Return the refusal of a log that has nothing to compare."""
    return InvalidInput.of("", verbatim(rule), object=str(log))


def show(
    options: argparse.Namespace,
    answer: Any,
    differences: Sequence[_Difference],
    heading: str,
    line: Callable[[_Difference], str],
) -> int:
    """Print the answer as JSON, or its heading and a line for each difference; return 1 if there is any, else 0."""
    print_answer(answer, [heading, *_lines(differences, line)], as_json=options.output == "json")
    return int(bool(differences))


def _lines(differences: Sequence[_Difference], line: Callable[[_Difference], str]) -> Iterator[str]:
    yield from map(line, differences[:_MOST_SHOWN])
    if (others := len(differences) - _MOST_SHOWN) > 0:
        yield f"and {others:,} more: -o json"
