"""Inquiries about the whole cluster on the command line: progress, and an end by Ctrl-C that keeps what is known."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import monotonic
from typing import Protocol

from scheduler_core.advice.whatif import DEFAULT_COSTS
from scheduler_core.advice.whatif.change import Costs
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import worded

_SHOWN_EVERY = 0.2  # seconds


class Steps(Protocol):
    """An inquiry that is answered step by step."""

    def steps(self) -> Iterator[None]: ...


def finish(inquiry: Steps) -> None:
    """Do all steps of an inquiry, or those until Ctrl-C."""
    printed_at, is_terminal = monotonic(), sys.stderr.isatty()
    try:
        for count, _ in enumerate(inquiry.steps(), 1):
            if is_terminal and monotonic() - printed_at > _SHOWN_EVERY:
                print(f"\r{count:,} steps\r", end="", file=sys.stderr, flush=True)
                printed_at = monotonic()
    except KeyboardInterrupt:
        print("stopped: the answer is not complete", file=sys.stderr)


def costs_of(options: list[str]) -> Costs:
    """Return the default costs with those of the options (`KIND=NUMBER`); raise InvalidInput."""
    costs = dict(DEFAULT_COSTS)
    for option in options:
        name, _, number = option.partition("=")
        kind = next((kind for kind in DEFAULT_COSTS if kind == name), None)
        if kind is None or not number.replace(".", "", 1).isdigit():
            kinds = ", ".join(DEFAULT_COSTS)
            raise InvalidInput.of(
                "--cost",
                worded(
                    "must be KIND=NUMBER with one of {kinds}; got {option}",
                    kinds=kinds,
                    option=option,
                ),
            )
        costs[kind] = float(number)
    return costs
