"""`lint`: what manifests and a cluster already say, as text, JSON, SARIF or GitLab's code quality."""

from __future__ import annotations

import argparse
import sys

import orjson

from scheduler_core.advice.lint import OUTPUTS, RULES, SEVERITIES, lint, printed_report
from scheduler_core.controlplane.sample_clusters import clusters_by_name, find_cluster
from scheduler_core.kubernetes.objects.loading import LeftOut
from scheduler_core.kubernetes.objects.reading import InvalidInput

from .input import add_version, read, report_left_out, version_of
from .kubectl.cluster import read_live
from .kubectl.flags import add_kubectl_flags
from .live import report_unread
from .terminal import Progress, Terminal


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="YAML or JSON, - for stdin; read together. Without files: piped input, otherwise the cluster",
    )
    command.add_argument("-o", "--output", choices=OUTPUTS, default="text", help="default: text")
    command.add_argument(
        "--min-severity",
        choices=SEVERITIES,
        default="warning",
        help="omit findings below this severity; default: warning",
    )
    command.add_argument(
        "--on",
        choices=tuple(clusters_by_name()),
        help="apply the rules about nodes to workloads without nodes, on this sample cluster",
    )
    command.add_argument("--rules", action="store_true", help="list the rules, read no file")
    add_version(command)
    add_kubectl_flags(command)


def run(options: argparse.Namespace) -> int:
    """Print the findings; return 1 if there are any, else 0. Raise InvalidInput for what cannot be read."""
    if options.rules:
        print(*(f"{rule.severity:8} {rule.name}: {rule.title}" for rule in RULES.values()), sep="\n")
        return 0
    names, texts = _texts(options)
    cluster = None if options.on is None else find_cluster(options.on)
    left_out = LeftOut(names)
    try:
        report = lint(
            texts, cluster, version=version_of(options), min_severity=options.min_severity, left_out=left_out
        )
    except InvalidInput:
        if left_out.errors or not (options.files and left_out.others):
            raise
        report = None  # files of other programs alone, as a hook names them
    report_left_out(left_out, options)
    for number in left_out.others:
        print(f"{names[number]}: no object of Kubernetes: not linted", file=sys.stderr)
    if report is None:
        return 0
    print(printed_report(report, list(zip(names, texts, strict=True)), options.output), end="")
    return int(bool(report["findings"]))


def _texts(options: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Return the texts with their names; raise InvalidInput and KubectlError."""
    is_live = options.program.startswith("kubectl ") or sys.stdin.isatty()
    if options.files or not is_live:
        names = options.files or ["-"]
        return names, [read(name) for name in names]
    progress = Progress()
    cluster = read_live(options, progress)
    progress.end()
    report_unread(cluster, Terminal.of_stdout())
    return ["cluster"], [orjson.dumps({"kind": "List", "items": cluster.manifests}).decode()]
