"""`replay-trace`: a recorded trace of pods that came and went, played under one or more configurations."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import DEFAULT_VERSION, find_version
from scheduler_core.sentences import worded
from scheduler_core.simulation.histories import history_figures, play_history, read_trace
from scheduler_core.simulation.histories.configurations import (
    DEFAULT,
    NAMED,
    named_configuration,
    read_configuration,
)
from scheduler_core.simulation.run.scenario import Scenario

from .history_page import history_page
from .history_report import report_lines
from .input import add_seed, add_version, read

MAX_CONFIGURATIONS = 4


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "pods",
        metavar="PODS",
        help="CSV or JSON: name, cpu_milli, memory_mib, creation_time, deletion_time, …",
    )
    command.add_argument("nodes", metavar="NODES", help="CSV or JSON: sn, cpu_milli, memory_mib, gpu, model")
    command.add_argument(
        "--config",
        action="append",
        metavar="FILE|NAME",
        help=f"a KubeSchedulerConfiguration, or {', '.join(NAMED)}; several are compared; default: {DEFAULT}",
    )
    command.add_argument("--output", choices=("text", "json", "html"), default="text", help="default: text")
    add_seed(command)
    add_version(command, DEFAULT_VERSION)


def run(options: argparse.Namespace) -> int:
    """Print the history; raise InvalidInput."""
    trace = read_trace(
        read(options.pods), read(options.nodes), names=(Path(options.pods).name, Path(options.nodes).name)
    )
    history = play_history(trace, _configurations(options), seed=options.seed)
    if options.output == "text":
        print(*report_lines(history), sep="\n")
    elif options.output == "json":
        print(json.dumps({**history, "figures": history_figures(history)}, ensure_ascii=False))
    else:
        print(history_page(history))
    return 0


def _configurations(options: argparse.Namespace) -> dict[str, Scenario]:
    """Return the configurations by the names that the results have."""
    texts = options.config or [DEFAULT]
    if len(set(texts)) < len(texts) or len(texts) > MAX_CONFIGURATIONS:
        raise InvalidInput.of(
            "--config",
            worded(
                "must be given at most {max_configurations} times, each with another value",
                max_configurations=MAX_CONFIGURATIONS,
            ),
        )
    version = find_version(options.kubernetes_version) if options.kubernetes_version else None
    return {
        text: named_configuration(text, version or find_version(DEFAULT_VERSION))
        if text in NAMED
        else read_configuration(read(text), text, version=version)
        for text in texts
    }
