"""`simulate`: where each pending pod goes, or why nowhere."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from pathlib import Path

from scheduler_core.controlplane.sample_clusters import (
    ClusterObjects,
    SampleCluster,
    UnknownCluster,
    assumption_line,
    clusters_by_name,
    find_cluster,
    on_cluster,
)
from scheduler_core.explain.checks.checking import check, of_run
from scheduler_core.explain.checks.recorded_run import RecordedRun
from scheduler_core.explain.checks.report import lines, write_junit
from scheduler_core.explain.view.causes import causes
from scheduler_core.explain.view.second_try import second_try
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import DEFAULT_VERSION, release_age, switched
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.sentences import counted, worded
from scheduler_core.simulation.expectations.reading import KEY as EXPECT
from scheduler_core.simulation.run.scenario import Scenario

from .answer import answer_lines
from .input import add_admission, add_files, add_seed, add_version, file_names, load, read_all, report_reading
from .second_try import second_try_lines
from .switches import add_switches, switches_of


def add_arguments(run: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(run, nargs="*")
    run.add_argument(
        "--expect",
        nargs="+",
        default=[],
        metavar="FILE",
        help="more files, which must contain expectations (expect:), alone or with objects",
    )
    run.add_argument(
        "--junit", type=Path, metavar="FILE", help="write the results of the expectations as JUnit XML"
    )
    add_seed(run)
    run.add_argument(
        "--as-pending",
        metavar="NAMESPACE/NAME",
        help="try only a running pod again as if it were pending: where it would be placed now, and why",
    )
    run.add_argument(
        "--on",
        type=_sample_cluster,
        metavar="CLUSTER",
        help=f"try workloads without nodes on a sample cluster: {', '.join(clusters_by_name())}",
    )
    add_version(run)
    add_switches(run)
    add_admission(run)


def run(options: argparse.Namespace) -> int:
    """Print the answer and return the exit code; raise InvalidInput."""
    sources = read_all(options)
    if options.on:
        sources = [_on_cluster(sources, options.on)]
    scenario = load(sources, options)
    exit_code = (_try_again if options.as_pending else _simulate)(scenario, options)
    report_reading(scenario, sources, has_answer=False)
    if not scenario.objects.nodes:
        print(f"or try it on a sample cluster: --on {' | '.join(clusters_by_name())}", file=sys.stderr)
    return exit_code


def _sample_cluster(name: str) -> SampleCluster:
    try:
        return find_cluster(name)
    except UnknownCluster as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _on_cluster(sources: list[str], cluster: SampleCluster) -> str:
    """Return the sources on a sample cluster, and say on stderr what is assumed; raise InvalidInput."""
    placed = on_cluster(sources, ClusterObjects.of_sample(cluster), NO_LIMITS)
    print(
        f"on the sample cluster {cluster.name}: {counted(cluster.node_count, 'node')} without pods",
        file=sys.stderr,
    )
    for assumption in placed.assumptions:
        print(f"assumed: {assumption_line(assumption)}", file=sys.stderr)
    return placed.source


def _version_line(scenario: Scenario, options: argparse.Namespace) -> str:
    """Return the version of a run, and why it is that."""
    kubelets, version = scenario.kubelets, scenario.version
    basis = "planned" if version.planned else "from release notes"
    mark = "" if version.recorded else f" ({basis})"
    age, usual = release_age(scenario.release), release_age(DEFAULT_VERSION)
    if options.kubernetes_version is not None:
        why = "as --kubernetes-version says"
    elif kubelets is not None:
        nodes = counted(kubelets["nodes"], "node")
        why = f"from the kubelets of {nodes}"
    elif age > usual:
        why = "the first that serves the API version of its PodGroups"
    elif age != usual:
        why = "the newest recorded that reads this configuration"
    else:
        why = "the default"
    return f"Kubernetes {version.name}{mark}, {why}"


def _simulate(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print a line per attempt, the pending pods by cause, and a line per expectation.

    Return 1 if an expectation fails or, without expectations, if a pod stays pending or would not exist, or a
    workload is not admitted; else 0.
    """
    expectations = of_run(scenario)
    if (options.expect or options.junit) and not expectations:
        raise InvalidInput.of(
            EXPECT, worded("must be present: state at least one fact, see docs/expectations.md")
        )
    if others := len(scenario.expectations) - len(expectations):
        print(f"not checked: {counted(others, 'expectation')} of the steps: see play", file=sys.stderr)
    for switch in switches_of(options):
        scenario = scenario.under(switched(scenario.version, switch))
    print(_version_line(scenario, options), file=sys.stderr)
    run = RecordedRun.of(
        scenario,
        seed=options.seed,
        allow_extenders=options.allow_extenders,
    )
    for event in run.recording.finished:
        print(_line(event))
    for refusal in scenario.admitted.refusals:
        print(f"{refusal.name} would not be created: {refusal.message} ({refusal.cause})")
    if answer := list(answer_lines(causes(run.recording))):
        print("", *answer, sep="\n")
    waits = scenario.queued is not None and _print_queues(scenario, run.recording.placements)
    if not expectations:
        last = {event["pod"]: event["node"] for event in run.recording.finished}
        return int(bool(scenario.admitted.refusals) or waits or not all(last.values()))
    results = check(run)
    print("", *lines(results), sep="\n")
    if options.junit:
        write_junit(options.junit, ", ".join(file_names(options)), results)
    return int(not all(result.holds for result in results))


def _print_queues(scenario: Scenario, placed: Collection[str]) -> bool:
    """Print what Kueue decided, and return whether a workload waits."""
    from scheduler_core.explain.queueing import idle_workloads, queue_answer  # here: few inputs have queues

    from .queueing_text import queue_lines

    queues = queue_answer(scenario)
    if queues and (answer := list(queue_lines(queues, idle_workloads(scenario, placed)))):
        print("", *answer, sep="\n")
    return bool(queues and queues["pending"])


def _try_again(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print where a running pod would be placed now; return 1 if nowhere, else 0."""
    pod = options.as_pending if "/" in options.as_pending else f"default/{options.as_pending}"
    again = second_try(scenario, pod, seed=options.seed, allow_extenders=options.allow_extenders)
    print(*second_try_lines(again), sep="\n")
    return int(again["node"] is None)


def _line(event: CycleFinished) -> str:
    pod, node = event["pod"], event["node"]
    if node:
        return f"{pod} -> {node}"
    if nominated := event["nominated_node"]:
        return f"{pod} nominated to {nominated}, evicts {', '.join(event['victims']) or 'nothing'}"
    return f"{pod} pending: {event['message'] or event['skipped']}"
