"""`karpenter`: reads scenarios in the form of the recordings and writes what Karpenter decides, one object per line."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from scheduler_core.autoscaling.run.scenario import read_scenario
from scheduler_core.autoscaling.run.trace import trace
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.typeddict import TypedDict

from .trace import NamedScenario, TraceFault


class KarpenterAnswer(TypedDict):
    """What Karpenter decides in a scenario."""

    scenario: NamedScenario
    result: dict[str, Any]
    """The keys of the recordings in `tests/conformance/data/karpenter/`."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add no arguments: all is in the scenarios."""


def run(options: argparse.Namespace) -> int:
    """Print an answer per line of stdin, and return 0."""
    answer = None
    for answer in answers(sys.stdin):
        print(json.dumps(answer, separators=(",", ":"), ensure_ascii=False), flush=True)
    if answer is None:
        print("no scenario in the input: write one JSON object a line", file=sys.stderr)
    return 0


def answers(lines: Iterable[str]) -> Iterator[KarpenterAnswer | TraceFault]:
    """Yield one answer per line, an `error` for an invalid line."""
    return (_answer(line) for line in lines if line.strip())


def _answer(line: str) -> KarpenterAnswer | TraceFault:
    name = None
    try:
        entry = json.loads(line)
        scenario = entry.get("scenario", entry) if isinstance(entry, dict) else entry
        name = scenario.get("name") if isinstance(scenario, dict) else None
        return {"scenario": {"name": name}, "result": trace(read_scenario(scenario))}
    except (InvalidInput, ValueError, RecursionError) as error:
        return {"scenario": {"name": name}, "error": str(error)}
    except Exception as error:  # a bug in the engine must not prevent the following answers
        logging.getLogger(__name__).exception("scenario %r", name)
        return {"scenario": {"name": name}, "error": f"internal error: {error!r}"}
