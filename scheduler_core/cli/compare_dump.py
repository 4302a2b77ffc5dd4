"""`compare-dump`: what a real scheduler knows of its cluster (SIGUSR2), held against what the API server has."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from scheduler_core.explain.compare.scheduler_dump import (
    DumpComparison,
    DumpDifference,
    compare_dump,
    read_dump,
)
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.simulation.run.scenario import Scenario

from .input import add_files, add_version, on_scenario
from .words import counted

_MOST_SHOWN = 20


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("log", type=Path, metavar="LOG", help="of kube-scheduler, after a SIGUSR2")
    add_files(command, help="the cluster at that time; YAML or JSON, - for stdin")
    command.add_argument("-o", "--output", choices=("json",), help="default: text")
    add_version(command)


def run(options: argparse.Namespace) -> int:
    """Print what differs; return 1 if anything does, else 0. Raise InvalidInput and OSError."""
    with options.log.open(encoding="utf-8", errors="replace") as lines:
        dump = read_dump(lines)
    if dump is None:
        rule = "has no dump: send SIGUSR2 to kube-scheduler, and take its log as text"
        raise InvalidInput([InputError("", rule, object=str(options.log))])

    def show(scenario: Scenario, _: list[str]) -> int:
        found = compare_dump(scenario, dump)
        if options.output == "json":
            print(json.dumps(found, indent=1, ensure_ascii=False))
        else:
            print(*_lines(found), sep="\n")
        return int(bool(found["differences"]))

    return on_scenario(options, show, has_answer=True)


def _lines(found: DumpComparison) -> Iterator[str]:
    pods = f"{counted(found['pods'], 'pod')} on them, {found['waiting']:,} waiting"
    size = f"{counted(found['nodes'], 'node')} in the scheduler's cache, {pods}"
    differences = found["differences"]
    if not differences:
        yield f"{size}: all as in the files"
        return
    yield f"{size}: {counted(len(differences), 'difference')}"
    yield from map(_line, differences[:_MOST_SHOWN])
    if (others := len(differences) - _MOST_SHOWN) > 0:
        yield f"and {others:,} more: -o json"


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
