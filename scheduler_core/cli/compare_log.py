"""`compare-log`: the log of a real scheduler with `--v=10`, held against our cycles line by line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from scheduler_core.explain.compare.scheduler_log import LineDifference, LogComparison, compare_log, read_log
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.simulation.run.scenario import Scenario

from .input import add_admission, add_files, add_version, on_scenario
from .words import counted

_MOST_SHOWN = 20


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("log", type=Path, metavar="LOG", help="of kube-scheduler, with --v=10")
    add_files(command, help="the cluster, before the log or after it; YAML or JSON, - for stdin")
    command.add_argument("-o", "--output", choices=("json",), help="default: text")
    add_version(command)
    add_admission(command)


def run(options: argparse.Namespace) -> int:
    """Print what differs; return 1 if anything does, else 0. Raise InvalidInput and OSError."""
    with options.log.open(encoding="utf-8", errors="replace") as lines:
        attempts = read_log(lines)
    if not any(attempt.node or attempt.message for attempt in attempts):
        rule = "has no attempt to schedule a pod: start kube-scheduler with --v=10"
        raise InvalidInput([InputError("", rule, object=str(options.log))])

    def show(scenario: Scenario, _: list[str]) -> int:
        found = compare_log(scenario, attempts)
        if options.output == "json":
            print(json.dumps(found, indent=1, ensure_ascii=False))
        else:
            print(*_lines(found), sep="\n")
        return int(bool(found["differences"]))

    return on_scenario(options, show, has_answer=True)


def _lines(found: LogComparison) -> Iterator[str]:
    compared = f"{counted(found['attempts'], 'attempt')}, {counted(found['lines'], 'line')}"
    differences = found["differences"]
    if not differences:
        yield f"{compared}: all as computed here"
        return
    yield f"{compared}: {len(differences):,} say something else than is computed here"
    yield from map(_line, differences[:_MOST_SHOWN])
    if (others := len(differences) - _MOST_SHOWN) > 0:
        yield f"and {others:,} more: -o json"


def _line(one: LineDifference) -> str:
    where = " ".join(filter(None, (one["line"], one["plugin"], one["node"])))
    here = "nothing" if one["here"] is None else one["here"]
    return f"  {one['pod']}, attempt {one['attempt']}: {where}: {one['log']} in the log, {here} here"
