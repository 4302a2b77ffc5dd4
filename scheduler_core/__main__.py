"""The command: `trace`, `simulate`, `compare` and `bench`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from .checks.checking import check
from .checks.recorded_run import RecordedRun
from .checks.report import lines, write_junit
from .cli.bench import bench
from .cli.trace import trace_lines
from .compare import compare
from .cycle.contract import CycleFinished
from .expectations.reading import KEY as EXPECT
from .objects.parsing import NO_LIMITS
from .objects.reading import InputError, InvalidInput
from .run.scenario import Scenario, load_all
from .versions import DEFAULT_VERSION, DOCUMENTED_NAMESPACE_SELECTOR, Version, find_version

SHOWN_NODES = 10


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scheduler_core", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    trace = commands.add_parser("trace", help="scenarios as JSON lines on stdin, their traces on stdout")
    run = commands.add_parser("simulate", help="schedule the pending pods of manifests or dumps")
    run.add_argument("files", nargs="*", metavar="FILE", help="YAML or JSON, - for stdin")
    run.add_argument(
        "--expect",
        nargs="+",
        default=[],
        metavar="FILE",
        help="further files, which must hold expectations (expect:), alone or beside objects",
    )
    run.add_argument(
        "--junit", type=Path, metavar="FILE", help="write how the expectations fared as JUnit XML"
    )
    run.add_argument("--seed", type=int, help="break ties at random with this seed")
    for command in (trace, run):
        command.add_argument("--kubernetes-version", default=DEFAULT_VERSION, metavar="VERSION")
        command.add_argument(
            "--documented-namespace-selector",
            action="store_true",
            help="pod affinity follows the documentation where v1.34 and v1.35 do not (NotIn, DoesNotExist)",
        )
        command.add_argument(
            "--allow-extenders", action="store_true", help="call the extenders of the configuration over HTTP"
        )
    comparison = commands.add_parser("compare", help="what differs between two versions, cycle by cycle")
    comparison.add_argument("files", nargs="+", metavar="FILE", help="YAML or JSON, - for stdin")
    comparison.add_argument("--versions", nargs=2, required=True, metavar=("BEFORE", "AFTER"))
    comparison.add_argument("--seed", type=int, help="break ties at random with this seed")
    measure = commands.add_parser("bench", help="how many pods of a workload are scheduled in a second")
    measure.add_argument("workload", type=Path, metavar="WORKLOAD.json")
    measure.add_argument("--percentage", type=int, metavar="N", help="percentageOfNodesToScore")
    measure.add_argument("--pods", type=int, metavar="N", help="so many of the measured pods")
    measure.add_argument(
        "--trace", choices=("off", "full"), default="off", help="encode the columns of each cycle too"
    )
    options = parser.parse_args(arguments)
    try:
        versions = [find_version(text) for text in _versions(options)]
    except ValueError as error:
        parser.error(str(error))
    try:
        if options.command == "trace":
            return _trace(versions[0], allow_extenders=options.allow_extenders)
        if options.command == "bench":
            return _bench(options)
        scenario = load_all([_read(name) for name in _files(options)], NO_LIMITS, version=versions[0])
        if options.command == "compare":
            return _compare(scenario, versions, options.seed)
        return _simulate(scenario, versions[0], options)
    except (InvalidInput, OSError) as error:
        for line in error.errors if isinstance(error, InvalidInput) else [error]:
            print(line, file=sys.stderr)
        return 2


def _versions(options: argparse.Namespace) -> list[str]:
    if options.command == "compare":
        return list(options.versions)
    if options.command == "bench":
        return []
    switch = f"+{DOCUMENTED_NAMESPACE_SELECTOR}" if options.documented_namespace_selector else ""
    return [options.kubernetes_version + switch]


def _trace(version: Version, *, allow_extenders: bool) -> int:
    for answer in trace_lines(sys.stdin, version, allow_extenders=allow_extenders):
        print(json.dumps(answer, separators=(",", ":")), flush=True)
    return 0


def _compare(scenario: Scenario, versions: list[Version], seed: int | None) -> int:
    """Prints what differs; 1 when a placement does."""
    before, after = (version.name for version in versions)
    moved = False
    for cycle in compare(scenario, before, after, seed=seed):
        moved |= cycle.moved
        print(f"{cycle.pod}, attempt {cycle.attempt}")
        for d in cycle.found:
            print(f"  {d.subject} {d.plugin}".rstrip() + f": {d.before} -> {d.after}{_named(d.nodes)}")
    return int(moved)


def _named(nodes: tuple[str, ...]) -> str:
    rest = f", and {len(nodes) - SHOWN_NODES} more" if len(nodes) > SHOWN_NODES else ""
    return f"  [{', '.join(nodes[:SHOWN_NODES])}{rest}]" if nodes else ""


def _files(options: argparse.Namespace) -> list[str]:
    names = [*options.files, *getattr(options, "expect", ())]
    if not names:
        raise InvalidInput(
            [InputError("", "there is nothing to read: name at least one FILE, or - for stdin")]
        )
    return names


def _simulate(scenario: Scenario, version: Version, options: argparse.Namespace) -> int:
    """Prints a line a pod, and one an expectation; 1 when one of these fails, or, without any, a pod stays pending."""
    if (options.expect or options.junit) and not scenario.expectations:
        raise InvalidInput([InputError(EXPECT, "must be there: state at least one fact, see the README")])
    run = RecordedRun.of(
        scenario,
        kubernetes_version=version.name,
        seed=options.seed,
        allow_extenders=options.allow_extenders,
    )
    for event in run.recording.finished:
        print(_line(event))
    if not scenario.expectations:
        last = {event["pod"]: event["node"] for event in run.recording.finished}
        return int(not all(last.values()))
    results = check(run)
    print("", *lines(results), sep="\n")
    if options.junit:
        write_junit(options.junit, ", ".join(_files(options)), results)
    return int(not all(result.holds for result in results))


def _bench(options: argparse.Namespace) -> int:
    trace = options.trace == "full"
    print(json.dumps(bench(options.workload, percentage=options.percentage, pods=options.pods, trace=trace)))
    return 0


def _read(name: str) -> str:
    """The text of a file; raises InvalidInput for one in another encoding, as PowerShell's > makes them."""
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        place = f"{error.reason} at byte {error.start:,}"
        raise InvalidInput([InputError("", f"{name} must be UTF-8: save it as that ({place})")]) from None


def _line(event: CycleFinished) -> str:
    pod, node = event["pod"], event["node"]
    if node:
        return f"{pod} -> {node}"
    if nominated := event["nominated_node"]:
        return f"{pod} nominated to {nominated}, evicts {', '.join(event['victims']) or 'nothing'}"
    return f"{pod} pending: {event['message'] or event['skipped']}"


if __name__ == "__main__":
    sys.exit(main())
