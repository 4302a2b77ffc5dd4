"""`lint`: what manifests and a cluster already say, as text, JSON, SARIF or GitLab's code quality."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from scheduler_core.advice.lint import OUTPUTS, RULES, SEVERITIES, lint, printed_report
from scheduler_core.controlplane.sample_clusters import clusters_by_name, find_cluster
from scheduler_core.kubernetes.versions import find_version


def add_lint(commands: Any) -> argparse.ArgumentParser:
    """Add the command to the subparsers and return it."""
    command: argparse.ArgumentParser = commands.add_parser(
        "lint", help="find constraints that do not do what they were written for; exit 1 with findings"
    )
    command.add_argument("files", nargs="*", metavar="FILE", help="YAML or JSON, - for stdin; read together")
    command.add_argument("-o", "--output", choices=OUTPUTS, default="text", help="default: text")
    command.add_argument(
        "--min-severity",
        choices=SEVERITIES,
        default="warning",
        help="leave out findings below this severity; default: warning",
    )
    command.add_argument(
        "--on",
        choices=tuple(clusters_by_name()),
        help="apply the rules about nodes to workloads without nodes, on this sample cluster",
    )
    command.add_argument("--rules", action="store_true", help="list the rules, read no file")
    return command


def run_lint(options: argparse.Namespace, read: Callable[[str], str]) -> int:
    """Print the findings; return 1 if there are any, else 0. Raise InvalidInput for what cannot be read."""
    if options.rules:
        print(*(f"{rule.severity:8} {rule.name}: {rule.title}" for rule in RULES.values()), sep="\n")
        return 0
    names = list(options.files) or ["-"]
    texts = [read(name) for name in names]
    version = None if options.kubernetes_version is None else find_version(options.kubernetes_version)
    cluster = None if options.on is None else find_cluster(options.on)
    report = lint(texts, cluster, version=version, min_severity=options.min_severity)
    print(printed_report(report, list(zip(names, texts, strict=True)), options.output), end="")
    return int(bool(report["findings"]))
