"""`compare-dump`: compares a real scheduler's view of its cluster (SIGUSR2) with the API server's objects."""

from __future__ import annotations

import argparse

from scheduler_core.explain.compare.scheduler_dump import (
    DumpComparison,
    DumpDifference,
    compare_dump,
    read_dump,
)
from scheduler_core.sentences import counted
from scheduler_core.simulation.run.scenario import Scenario

from . import real_scheduler
from .input import on_scenario


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    log = "of kube-scheduler, after a SIGUSR2"
    real_scheduler.add_arguments(
        command, log=log, files="the cluster at that time; YAML or JSON, - for stdin"
    )


def run(options: argparse.Namespace) -> int:
    """Print what differs; return 1 if anything does, else 0. Raise InvalidInput and OSError."""
    with options.log.open(encoding="utf-8", errors="replace") as lines:
        dump = read_dump(lines)
    if dump is None:
        rule = "has no dump: send SIGUSR2 to kube-scheduler, and take its log as text"
        raise real_scheduler.nothing_in(options.log, rule)

    def show(scenario: Scenario, _: list[str]) -> int:
        answer = compare_dump(scenario, dump)
        return real_scheduler.show(options, answer, answer["differences"], _heading(answer), _line)

    return on_scenario(options, show, has_answer=True)


def _heading(answer: DumpComparison) -> str:
    pods = f"{counted(answer['pods'], 'pod')} on them, {answer['waiting']:,} waiting"
    size = f"{counted(answer['nodes'], 'node')} in the scheduler's cache, {pods}"
    differences = len(answer["differences"])
    return f"{size}: {counted(differences, 'difference') if differences else 'all as in the files'}"


def _line(one: DumpDifference) -> str:
    name, dumped, here = one["name"], one["dump"], one["here"]
    match one["what"]:
        case "node":
            return f"  {name}: a node {_only(dumped)}"
        case "waiting":
            return f"  {name}: waits {_only(dumped)}"
        case "pod":
            return (
                f"  {name}: on {dumped or 'no node'} for the scheduler, on {here or 'no node'} in the files"
            )
    return f"  {name}: {one['resource']} {one['what']} {dumped:,} for the scheduler, {here:,} in the files"


def _only(dumped: int | str | None) -> str:
    return "for the scheduler alone" if dumped else "in the files alone"
