"""`compare-log`: compares the log of a real scheduler with `--v=10` with our cycles, line by line."""

from __future__ import annotations

import argparse

from scheduler_core.explain.compare.scheduler_log import LineDifference, LogComparison, compare_log, read_log
from scheduler_core.sentences import counted
from scheduler_core.simulation.run.scenario import Scenario

from . import real_scheduler
from .input import add_admission, on_scenario


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    files = "the cluster, before the log or after it; YAML or JSON, - for stdin"
    real_scheduler.add_arguments(command, log="of kube-scheduler, with --v=10", files=files)
    add_admission(command)


def run(options: argparse.Namespace) -> int:
    """Print what differs; return 1 if anything does, else 0. Raise InvalidInput and OSError."""
    with options.log.open(encoding="utf-8", errors="replace") as lines:
        attempts = read_log(lines)
    if not any(attempt.node or attempt.message for attempt in attempts):
        rule = "has no attempt to schedule a pod: start kube-scheduler with --v=10"
        raise real_scheduler.nothing_in(options.log, rule)

    def show(scenario: Scenario, _: list[str]) -> int:
        answer = compare_log(scenario, attempts)
        return real_scheduler.show(options, answer, answer["differences"], _heading(answer), _line)

    return on_scenario(options, show, has_answer=True)


def _heading(answer: LogComparison) -> str:
    compared = f"{counted(answer['attempts'], 'attempt')}, {counted(answer['lines'], 'line')}"
    differences = len(answer["differences"])
    if not differences:
        return f"{compared}: all as computed here"
    return f"{compared}: {differences:,} say something else than is computed here"


def _line(one: LineDifference) -> str:
    where = " ".join(filter(None, (one["line"], one["plugin"], one["node"])))
    here = "nothing" if one["here"] is None else one["here"]
    return f"  {one['pod']}, attempt {one['attempt']}: {where}: {one['log']} in the log, {here} here"
