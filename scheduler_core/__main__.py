"""The command: `simulate`, `whatif`, `capacity`, `lens`, `lint`, `play`, `compare`, `replay-trace` and others."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from .cli.answer import answer_lines
from .cli.bench import bench
from .cli.capacity import add_capacity, run_capacity
from .cli.explained_message import add_explain_message, run_explain_message
from .cli.inquiries import counted
from .cli.lens import add_lens, run_lens
from .cli.lint import add_lint, run_lint
from .cli.play import add_play, run_play
from .cli.replay_trace import add_replay_trace, run_replay_trace
from .cli.second_try import second_try_lines
from .cli.trace import trace_lines
from .cli.whatif import add_whatif, run_whatif
from .controlplane.admission.policy import ALL, AdmissionPolicy, policy_of
from .controlplane.sample_clusters import (
    ClusterObjects,
    SampleCluster,
    UnknownCluster,
    assumption_line,
    clusters_by_name,
    find_cluster,
    on_cluster,
)
from .explain.checks.checking import check, of_run
from .explain.checks.recorded_run import RecordedRun
from .explain.checks.report import lines, write_junit
from .explain.compare import compare
from .explain.compare.upgrade import UpgradeProgress, report_lines, select_versions, upgrade_matrix
from .explain.view.causes import causes
from .explain.view.second_try import second_try
from .kubernetes.objects.limits import NO_LIMITS
from .kubernetes.objects.loading import CONFIG_KIND
from .kubernetes.objects.reading import InputError, InvalidInput
from .kubernetes.versions import (
    BASE,
    DEFAULT_VERSION,
    DOCUMENTED_NAMESPACE_SELECTOR,
    KUBERNETES_VERSIONS,
    Version,
    described,
    find_version,
    release_age,
    switched,
)
from .scheduler.cycle.contract import CycleFinished
from .simulation.expectations.reading import KEY as EXPECT
from .simulation.run.reading_report import read_line, reading_report, unread_lines
from .simulation.run.scenario import Scenario, load_all

MAX_LISTED_NODES = 10
_OFFERED = f"one of {', '.join(map(described, KUBERNETES_VERSIONS))}, or a patch release such as 1.33.13"
# The help of --kubernetes-version, by whether it is that of `trace`.
VERSIONS_HELP = {
    False: f"{_OFFERED}; default: that of the nodes' kubelets, or {DEFAULT_VERSION}",
    True: f"{_OFFERED}; default: the key `kubernetes` of a line, or {BASE.name}",
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scheduler_core", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    trace = commands.add_parser(
        "trace", help="read scenarios as JSON lines from stdin, write their traces to stdout"
    )
    run = commands.add_parser("simulate", help="schedule the pending pods of manifests or dumps")
    run.add_argument("files", nargs="*", metavar="FILE", help="YAML or JSON, - for stdin")
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
    run.add_argument("--seed", type=int, help="break ties at random with this seed")
    run.add_argument(
        "--as-pending",
        metavar="NAMESPACE/NAME",
        help="try a running pod again as if it were pending, alone: where it would be placed now, and why",
    )
    run.add_argument(
        "--on",
        type=_sample_cluster,
        metavar="CLUSTER",
        help=f"try workloads without nodes on a sample cluster: {', '.join(clusters_by_name())}",
    )
    repairs, capacity, lens = add_whatif(commands), add_capacity(commands), add_lens(commands)
    steps, linter = add_play(commands), add_lint(commands)
    for command in (trace, run, repairs, capacity, lens, steps, linter):
        command.add_argument("--kubernetes-version", metavar="VERSION", help=VERSIONS_HELP[command is trace])
    for command in (trace, run):
        command.add_argument(
            "--documented-namespace-selector",
            action="store_true",
            help="pod affinity follows the documentation where v1.34 and v1.35 do not (NotIn, DoesNotExist)",
        )
        command.add_argument(
            "--allow-extenders", action="store_true", help="call the extenders of the configuration over HTTP"
        )
    comparison = commands.add_parser(
        "compare", help="show what differs between two versions, cycle by cycle, or among many"
    )
    comparison.add_argument("files", nargs="+", metavar="FILE", help="YAML or JSON, - for stdin")
    comparison.add_argument(
        "--versions",
        nargs="+",
        required=True,
        metavar="VERSION",
        help="two versions (1.27 1.34); or a range (1.30..1.34) or list (1.30,1.34), for the upgrade matrix",
    )
    comparison.add_argument("--json", action="store_true", help="print the upgrade matrix as JSON")
    comparison.add_argument("--seed", type=int, help="break ties at random with this seed")
    for command in (run, comparison, repairs, capacity, lens, steps):
        _add_admission(command)
    add_explain_message(commands)
    replay = add_replay_trace(commands)
    replay.add_argument(
        "--kubernetes-version", metavar="VERSION", help=f"{_OFFERED}; default: {DEFAULT_VERSION}"
    )
    measure = commands.add_parser(
        "bench", help="measure how many pods of a workload are scheduled per second"
    )
    measure.add_argument("workload", type=Path, metavar="WORKLOAD.json")
    measure.add_argument("--percentage", type=int, metavar="N", help="percentageOfNodesToScore")
    measure.add_argument(
        "--pods", type=int, metavar="N", help="schedule only this number of the measured pods"
    )
    measure.add_argument(
        "--trace", choices=("off", "full"), default="off", help="also encode the columns of each cycle"
    )
    options = parser.parse_args(arguments)
    try:
        versions = [find_version(text) for text in _versions(options)]
        admission = _admission(options)
    except ValueError as error:
        parser.error(str(error))
    try:
        if act := _WITHOUT_SCENARIO.get(options.command):
            return act(options)
        sources = [_read(name) for name in _files(options)]
        if cluster := getattr(options, "on", None):
            sources = [_on_cluster(sources, cluster)]
        # Without a version the files tell one.
        read_for = versions if _is_range(options) else versions[:1]
        scenario = _load(sources, read_for or [None], admission)
        exit_code = _run(scenario, versions, options, sources)
        _report_reading(scenario, sources, has_answer=options.command in _ON_SCENARIO)
        _suggest_cluster(scenario, options)
        return exit_code
    except (InvalidInput, OSError) as error:
        for line in error.errors if isinstance(error, InvalidInput) else [error]:
            print(line, file=sys.stderr)
        return 2


def _add_admission(command: argparse.ArgumentParser) -> None:
    for switch, everything in (("enable", ""), ("disable", f", {ALL} for all")):
        command.add_argument(
            f"--{switch}-admission",
            type=lambda names: names.split(","),
            default=[],
            metavar="NAME,…",
            help=f"{switch} admission plugins and controllers (see docs/commands.md{everything})",
        )


def _sample_cluster(name: str) -> SampleCluster:
    try:
        return find_cluster(name)
    except UnknownCluster as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _on_cluster(sources: list[str], cluster: SampleCluster) -> str:
    """Return the sources on a sample cluster, and say on stderr what is assumed; raise InvalidInput."""
    placed = on_cluster(sources, ClusterObjects.of_sample(cluster), NO_LIMITS)
    print(f"on the sample cluster {cluster.name}: {cluster.node_count} nodes without pods", file=sys.stderr)
    for assumption in placed.assumptions:
        print(f"assumed: {assumption_line(assumption)}", file=sys.stderr)
    return placed.source


def _run(scenario: Scenario, versions: list[Version], options: argparse.Namespace, sources: list[str]) -> int:
    if options.command == "whatif":
        return run_whatif(scenario, options, sources)
    if options.command == "capacity":
        return run_capacity(scenario, options, _read)
    if act := _ON_SCENARIO.get(options.command):
        return act(scenario, options)
    if options.command == "simulate" and options.as_pending:
        return _try_again(scenario, options)
    if options.command == "simulate":
        return _simulate(scenario, options)
    return _upgrade(scenario, options) if _is_range(options) else _compare(scenario, versions, options.seed)


def _report_reading(scenario: Scenario, sources: list[str], *, has_answer: bool) -> None:
    """Print what was not read, and what is missing if no pod is pending, to stderr.

    What is missing goes to stdout if there is no other answer, so that it is never empty.
    """
    report = reading_report(scenario, sources)
    if missing := report["missing"]:
        is_note = has_answer or scenario.summary()["pending"]
        print(*missing, sep="\n", file=sys.stderr if is_note else sys.stdout, flush=True)
        print(read_line(report), file=sys.stderr)
    for line in unread_lines(report):
        print(line, file=sys.stderr)


def _suggest_cluster(scenario: Scenario, options: argparse.Namespace) -> None:
    if options.command == "simulate" and not scenario.objects.nodes:
        print(f"or try it on a sample cluster: --on {' | '.join(clusters_by_name())}", file=sys.stderr)


def _versions(options: argparse.Namespace) -> list[str]:
    if options.command == "compare":
        return _compared_versions(options)
    if options.command in ("bench", "explain-message"):
        return []
    return [] if options.kubernetes_version is None else [options.kubernetes_version]


def _compared_versions(options: argparse.Namespace) -> list[str]:
    """Return the two versions, or those of a range or list; raise ValueError."""
    if len(options.versions) == 1:
        return select_versions(options.versions[0])
    if len(options.versions) > 2 or options.json:
        raise ValueError("--versions takes two versions without --json, or one range such as 1.30..1.34")
    return list(options.versions)


def _admission(options: argparse.Namespace) -> AdmissionPolicy:
    """Return the policy that the options ask for; raise UnknownName."""
    return policy_of(getattr(options, "enable_admission", ()), getattr(options, "disable_admission", ()))


def _is_range(options: argparse.Namespace) -> bool:
    """Return whether the upgrade matrix is asked for."""
    return options.command == "compare" and len(options.versions) == 1


def _load(sources: list[str], versions: Sequence[Version | None], admission: AdmissionPolicy) -> Scenario:
    """Return the scenario of the sources, and say on stderr what was filled in.

    It is read for the first of the versions that takes its configuration; raise InvalidInput if none does. None is
    the version that the sources tell.
    """
    first, *others = versions
    try:
        scenario = load_all(sources, NO_LIMITS, version=first, admission=admission)
    except InvalidInput as error:
        if not others or any(problem.object != CONFIG_KIND for problem in error.errors):
            raise
        return _load(sources, others, admission)
    for line in scenario.admitted.lines():
        print(line, file=sys.stderr)
    return scenario


def _trace(options: argparse.Namespace) -> int:
    answer = None
    release, switches = options.kubernetes_version, _switches(options)
    for answer in trace_lines(sys.stdin, release, switches, allow_extenders=options.allow_extenders):
        print(json.dumps(answer, separators=(",", ":")), flush=True)
    if answer is None:
        print("no scenario in the input: write one JSON object a line", file=sys.stderr)
    return 0


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
            f"no difference between {before} and {after}: {scenario.summary()['pending']} pending pods",
            file=sys.stderr,
        )
    return int(moved)


def _upgrade(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print the upgrade matrix; return 1 if a pod lands elsewhere under some version, else 0.

    Raise InvalidInput if no version has a run.
    """
    releases = select_versions(options.versions[0])
    matrix = upgrade_matrix(scenario, releases, seed=options.seed, report=_show_progress)
    if all(version["problems"] for version in matrix["versions"]):
        raise InvalidInput([InputError("", problem) for problem in matrix["versions"][-1]["problems"]])
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


def _files(options: argparse.Namespace) -> list[str]:
    names = [*options.files, *getattr(options, "expect", ())]
    if not names:
        raise InvalidInput([InputError("", "there is no input: name at least one FILE, or - for stdin")])
    return names


def _switches(options: argparse.Namespace) -> tuple[str, ...]:
    return (DOCUMENTED_NAMESPACE_SELECTOR,) if options.documented_namespace_selector else ()


def _version_line(scenario: Scenario, options: argparse.Namespace) -> str:
    """Return the version of a run, and why it is that."""
    kubelets, version = scenario.kubelets, scenario.version
    basis = "planned" if version.planned else "from release notes"
    mark = "" if version.recorded else f" ({basis})"
    if options.kubernetes_version is not None:
        why = "as --kubernetes-version says"
    elif kubelets is not None:
        nodes = "1 node" if kubelets["nodes"] == 1 else f"{kubelets['nodes']} nodes"
        why = f"from the kubelets of {nodes}"
    elif release_age(scenario.release) > release_age(DEFAULT_VERSION):
        why = "the first that serves the API version of its PodGroups"
    elif scenario.release != DEFAULT_VERSION:
        why = "the newest recorded that reads this configuration"
    else:
        why = "the default"
    return f"Kubernetes {scenario.version.name}{mark}, {why}"


def _simulate(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print a line per attempt, the pending pods by cause, and a line per expectation.

    Return 1 if an expectation fails or, without expectations, if a pod stays pending or would not exist; else 0.
    """
    expectations = of_run(scenario)
    if (options.expect or options.junit) and not expectations:
        raise InvalidInput(
            [InputError(EXPECT, "must be present: state at least one fact, see docs/expectations.md")]
        )
    if others := len(scenario.expectations) - len(expectations):
        print(f"not checked: {counted(others, 'expectation')} of the steps: see play", file=sys.stderr)
    for switch in _switches(options):
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
        print(f"{refusal.name} would not exist: {refusal.message} ({refusal.cause})")
    if answer := list(answer_lines(causes(run.recording))):
        print("", *answer, sep="\n")
    if not expectations:
        last = {event["pod"]: event["node"] for event in run.recording.finished}
        return int(bool(scenario.admitted.refusals) or not all(last.values()))
    results = check(run)
    print("", *lines(results), sep="\n")
    if options.junit:
        write_junit(options.junit, ", ".join(_files(options)), results)
    return int(not all(result.holds for result in results))


def _try_again(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print where a running pod would be placed now; return 1 if nowhere, else 0."""
    pod = options.as_pending if "/" in options.as_pending else f"default/{options.as_pending}"
    again = second_try(scenario, pod, seed=options.seed, allow_extenders=options.allow_extenders)
    print(*second_try_lines(again), sep="\n")
    return int(again["node"] is None)


def _bench(options: argparse.Namespace) -> int:
    trace = options.trace == "full"
    print(json.dumps(bench(options.workload, percentage=options.percentage, pods=options.pods, trace=trace)))
    return 0


def _explain_message(options: argparse.Namespace) -> int:
    return run_explain_message(options, _read(options.file))


def _replay_trace(options: argparse.Namespace) -> int:
    return run_replay_trace(options, _read)


_ON_SCENARIO: Mapping[str, Callable[[Scenario, argparse.Namespace], int]] = {
    "lens": run_lens,
    "play": run_play,
}


def _lint(options: argparse.Namespace) -> int:
    return run_lint(options, _read)


_WITHOUT_SCENARIO: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "trace": _trace,
    "bench": _bench,
    "explain-message": _explain_message,
    "replay-trace": _replay_trace,
    "lint": _lint,
}


def _read(name: str) -> str:
    """Return the text of a file; raise InvalidInput for another encoding, such as that of PowerShell's >."""
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        place = f"{error.reason} at byte {error.start:,}"
        raise InvalidInput(
            [InputError("", f"{name} must be UTF-8: save it in this encoding ({place})")]
        ) from None


def _line(event: CycleFinished) -> str:
    pod, node = event["pod"], event["node"]
    if node:
        return f"{pod} -> {node}"
    if nominated := event["nominated_node"]:
        return f"{pod} nominated to {nominated}, evicts {', '.join(event['victims']) or 'nothing'}"
    return f"{pod} pending: {event['message'] or event['skipped']}"


if __name__ == "__main__":
    sys.exit(main())
