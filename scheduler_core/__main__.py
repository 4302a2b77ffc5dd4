"""The command: `trace` and `simulate`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from .objects.loading import NO_LIMITS
from .objects.reading import InvalidInput
from .run import simulate
from .scenario import load
from .tracing import trace_lines
from .versions import DEFAULT_VERSION, find_version


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scheduler_core", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    trace = commands.add_parser("trace", help="scenarios as JSON lines on stdin, their traces on stdout")
    run = commands.add_parser("simulate", help="schedule the pending pods of manifests or dumps")
    run.add_argument("files", nargs="+", metavar="FILE", help="YAML or JSON, - for stdin")
    run.add_argument("--seed", type=int, help="break ties at random with this seed")
    for command in (trace, run):
        command.add_argument("--kubernetes-version", default=DEFAULT_VERSION, metavar="VERSION")
    options = parser.parse_args(arguments)
    try:
        version = find_version(options.kubernetes_version)
    except ValueError as error:
        parser.error(str(error))
    if options.command == "trace":
        for answer in trace_lines(sys.stdin, version):
            print(json.dumps(answer, separators=(",", ":")), flush=True)
        return 0
    return _simulate(options.files, options.kubernetes_version, options.seed)


def _simulate(files: list[str], kubernetes_version: str, seed: int | None) -> int:
    """Prints a line a pod; 1 when one stays pending, 2 when the input can't be used."""
    try:
        scenario = load("\n---\n".join(_read(name) for name in files), NO_LIMITS)
    except (InvalidInput, OSError) as error:
        for line in error.errors if isinstance(error, InvalidInput) else [error]:
            print(line, file=sys.stderr)
        return 2
    pending: set[str] = set()
    for event in simulate(scenario, kubernetes_version=kubernetes_version, seed=seed):
        if event["kind"] == "cycle.finished":
            print(_line(event))
            (pending.discard if event["node"] else pending.add)(event["pod"])
    return 1 if pending else 0


def _read(name: str) -> str:
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")


def _line(event: dict[str, object]) -> str:
    if event["node"]:
        return f"{event['pod']} -> {event['node']}"
    victims = event["victims"]
    if event["nominated_node"] and isinstance(victims, list):
        return (
            f"{event['pod']} nominated to {event['nominated_node']}, evicts {', '.join(victims) or 'nothing'}"
        )
    return f"{event['pod']} pending: {event['message'] or event['skipped']}"


if __name__ == "__main__":
    sys.exit(main())
