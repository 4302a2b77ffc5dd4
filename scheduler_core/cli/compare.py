"""`compare`: what differs between two versions, cycle by cycle, or among many; or between two sets of NodePools."""

from __future__ import annotations

import argparse
import json
import sys

from scheduler_core.advice.scaling import compare_pools
from scheduler_core.autoscaling.dumps.dump import is_nodepool
from scheduler_core.explain.compare import compare
from scheduler_core.explain.compare.upgrade import (
    UpgradeProgress,
    report_lines,
    select_versions,
    upgrade_matrix,
)
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.loading import parse_source
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.kubernetes.versions import Version, find_version
from scheduler_core.sentences import counted, verbatim, worded
from scheduler_core.simulation.run.scenario import Scenario

from .input import (
    add_admission,
    add_files,
    add_seed,
    add_types,
    load,
    read,
    read_all,
    report_reading,
)
from .pools_text import pool_lines
from .printing import print_json
from .terminal import Terminal

MAX_LISTED_NODES = 10


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(command)
    compared = command.add_mutually_exclusive_group(required=True)
    compared.add_argument(
        "--pools",
        metavar="FILE",
        help="NodePools in place of those of the input: which pods get nodes of another one or none, and at what cost",
    )
    compared.add_argument(
        "--versions",
        nargs="+",
        metavar="VERSION",
        help="two versions (1.27 1.34); or a range (1.30..1.34) or list (1.30,1.34), for the upgrade matrix",
    )
    command.add_argument(
        "--json", action="store_true", help="print the upgrade matrix, or what NodePools change, as JSON"
    )
    add_types(command)
    add_seed(command)
    add_admission(command)
    command.set_defaults(refuse=command.error)


def run(options: argparse.Namespace) -> int:
    """Print the differences; return 1 if a placement differs, else 0. Raise InvalidInput."""
    if options.pools is not None:
        return _compare_pools(options)
    names = _names(options)
    versions = [find_version(name) for name in names]
    sources = read_all(options)
    if len(options.versions) == 1:
        scenario = load(sources, options, versions)
        exit_code = print_matrix(scenario, names, options)
    else:
        scenario = load(sources, options, versions[:1])
        exit_code = _compare(scenario, versions, options.seed)
    report_reading(scenario, sources, has_answer=False)
    return exit_code


def _compare_pools(options: argparse.Namespace) -> int:
    """Print what other NodePools change; return 1 if a pod gets a node of another one, or none, else 0."""
    nodepools = [m for m in parse_source(read(options.pools), NO_LIMITS) if is_nodepool(m)]
    if not nodepools:
        raise InvalidInput.of("", worded("must have a NodePool"), object=options.pools)
    sources = read_all(options)
    scenario = load(sources, options, [None])
    answer = compare_pools(Recording.of(scenario, seed=options.seed), nodepools)
    if options.json:
        print_json(answer)
    else:
        print(*pool_lines(answer, Terminal.of_stdout()), sep="\n")
        report_reading(scenario, sources, has_answer=False)
    return int(bool(answer["moved"]))


def _names(options: argparse.Namespace) -> list[str]:
    """Return the two versions, or those of a range or list; end the command for others."""
    try:
        if len(options.versions) == 1:
            return select_versions(options.versions[0])
        if len(options.versions) > 2 or options.json:
            raise ValueError("--versions takes two versions without --json, or one range such as 1.30..1.34")
        return [find_version(text).name for text in options.versions]
    except ValueError as error:
        options.refuse(str(error))
        raise AssertionError("argparse ends the command") from error


def _compare(scenario: Scenario, versions: list[Version], seed: int | None) -> int:
    """Print the differences; return 1 if a placement differs, else 0."""
    before, after = (version.name for version in versions)
    moved = False
    cycle = None
    for cycle in compare(scenario, before, after, seed=seed):
        moved |= cycle.moved
        print(f"{cycle.pod}, attempt {cycle.attempt}")
        for d in cycle.differences:
            print(f"  {d.subject} {d.plugin}".rstrip() + f": {d.before} -> {d.after}{_node_list(d.nodes)}")
    if cycle is None:
        print(
            f"no difference between {before} and {after}: {counted(scenario.summary()['pending'], 'pending pod')}",
            file=sys.stderr,
        )
    return int(moved)


def print_matrix(scenario: Scenario, releases: list[str], options: argparse.Namespace) -> int:
    """Print the upgrade matrix; return 1 if a pod lands elsewhere under some version, else 0.

    Raise InvalidInput if no version has a run.
    """
    matrix = upgrade_matrix(scenario, releases, seed=options.seed, report=_show_progress)
    if all(version["problems"] for version in matrix["versions"]):
        raise InvalidInput(
            [InputError("", verbatim(problem)) for problem in matrix["versions"][-1]["problems"]]
        )
    if options.json:
        print(json.dumps(matrix, indent=1))
    else:
        print(*report_lines(matrix), sep="\n")
    return int(any(len(pod["stays"]) > 1 for pod in matrix["pods"]))


def _show_progress(progress: UpgradeProgress) -> None:
    """Show a line that the next one replaces, if somebody looks."""
    if sys.stderr.isatty():
        what = "explaining" if progress["explains"] else "running"
        line = f"{progress['done']}/{progress['total']} {what} {progress['release']}"
        print(f"\r{line:<40}\r", end="", file=sys.stderr, flush=True)


def _node_list(nodes: tuple[str, ...]) -> str:
    rest = f", and {len(nodes) - MAX_LISTED_NODES} more" if len(nodes) > MAX_LISTED_NODES else ""
    return f"  [{', '.join(nodes[:MAX_LISTED_NODES])}{rest}]" if nodes else ""
