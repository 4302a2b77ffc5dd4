"""What the commands about a live cluster share: their options, reading it, and how they answer."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.loading import parse_source
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.kubernetes.source.pseudonyms import pseudonymise
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.kubernetes.versions import Version, find_version
from scheduler_core.scheduler.cluster.kubelets import kubelet_release
from scheduler_core.sentences import counted
from scheduler_core.simulation.run.scenario import Scenario, read_readable

from .input import (
    OF_KUBELETS,
    add_types,
    add_version,
    left_out_lines,
    machines_of,
    read,
    version_of,
)
from .kubectl.cluster import LiveCluster, Unread, read_live
from .kubectl.flags import add_kubectl_flags
from .printing import print_json
from .shown import Shown
from .terminal import Progress, Terminal

FILES_OR_CLUSTER = "YAML or JSON, - for stdin; default: the cluster, read through kubectl"
OF_THE_SERVER = f"{OF_KUBELETS}; of a cluster, that of its API server"


class Answer(TypedDict):
    """What every answer about a live cluster begins with."""

    context: str
    kubernetes: str
    nodes: int
    unread: list[Unread]
    left_out: list[str]
    """What is wrong with objects that could not be read: the answer is as if they did not exist."""


@dataclass(slots=True)
class Live:
    """A cluster that was read, as a scenario; `names` are the pseudonyms by name, if they were asked for.

    `left_out` is what is wrong with objects that could not be read.
    """

    cluster: LiveCluster
    scenario: Scenario
    names: dict[str, str]
    left_out: list[InputError]

    def heading(self, terminal: Terminal) -> str:
        """Return what stands at the right of an answer: version and context."""
        release = f"v{self.scenario.release}"
        return f"{release}{terminal.dot}{self.cluster.context}" if self.cluster.context else release

    def about(self) -> Answer:
        """Return what every answer begins with."""
        return {
            "context": self.cluster.context,
            "kubernetes": self.scenario.version.name,
            "nodes": len(self.scenario.objects.nodes),
            "unread": self.cluster.unread,
            "left_out": [str(error) for error in self.left_out],
        }


def add_live(
    command: argparse.ArgumentParser, *, outputs: tuple[str, ...] = ("wide", "json", "yaml")
) -> None:
    """Add what the commands about a live cluster have: kubectl's options, the output, version, configuration."""
    if outputs:
        command.add_argument("-o", "--output", choices=outputs, help="default: text of 80 columns")
    command.add_argument(
        "--pseudonyms",
        action="store_true",
        help="replace names and label values with pseudonyms, which does not change answers",
    )
    command.add_argument(
        "--config",
        metavar="FILE",
        help="the scheduler's KubeSchedulerConfiguration; default: Kubernetes' own",
    )
    add_types(command)
    add_version(command, OF_THE_SERVER)
    _add_handing_on(command)
    add_kubectl_flags(command)


def _add_handing_on(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("besides the answer")
    group.add_argument(
        "--save",
        metavar="FILE",
        help="write the objects as manifests, or as an offline page if the name ends in .html",
    )
    group.add_argument(
        "--open", action="store_true", help="open the link of --to, or an offline page, in a browser"
    )
    add_server(group)


def add_server(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--to`."""
    command.add_argument(
        "--to",
        metavar="URL",
        default=os.environ.get("SCHEDSCOPE_SERVER"),
        help="send the objects to this SchedScope server, and print the link; default: $SCHEDSCOPE_SERVER",
    )


def read_scenario(options: argparse.Namespace, progress: Progress) -> Live:
    """Return the cluster that the options name; raise KubectlError and InvalidInput."""
    return scenario_of(read_live(options, progress), options, progress)


def scenario_of(
    cluster: LiveCluster, options: argparse.Namespace, progress: Progress, more: list[Manifest] | None = None
) -> Live:
    """Return what was read as a scenario; raise InvalidInput."""
    progress(f"computing with {counted(len(cluster.manifests), 'object')}")
    names: dict[str, str] = {}
    if options.pseudonyms:
        cluster.manifests, names = pseudonymise(cluster.manifests)
        # Texts of others hold names that cannot be told from words.
        cluster.context, cluster.messages, cluster.not_running, cluster.events = "", {}, {}, {}
        cluster.unread = [{**unread, "message": "", "namespace": ""} for unread in cluster.unread]
    config = parse_source(read(options.config), NO_LIMITS) if options.config else []
    version = version_of(options) or _version_of_server(cluster)
    manifests = [*cluster.manifests, *(more or ()), *machines_of(options), *config]
    scenario, entries = read_readable(manifests, version=version)
    foreign = [(index, error) for index, error in entries if index < len(cluster.manifests)]
    if len(foreign) < len(entries):  # what the command was given, not what others have in the cluster
        raise InvalidInput([error for index, error in entries if index >= len(cluster.manifests)])
    return Live(cluster, scenario, names, [error for _, error in foreign])


def _version_of_server(cluster: LiveCluster) -> Version | None:
    """Return the version that follows the server's; None if it does not tell one that can be followed."""
    release = kubelet_release([cluster.version or ""])
    return find_version(release["release"]) if release else None


def wants_data(options: argparse.Namespace) -> bool:
    """Return whether the answer is for a program."""
    return options.output in ("json", "yaml")


def print_answer(
    live: Live,
    options: argparse.Namespace,
    answer: Answer,
    lines: Callable[[str, Terminal], Iterable[str]],
    *,
    contents: Shown | None = None,
) -> None:
    """Print an answer as it is asked for, say what could not be read, and hand on what is to be kept or opened.

    `lines` makes text of the answer, with the heading at its right. `contents` is what is handed on, if not all
    that was read alone.
    """
    terminal = Terminal.of_stdout(wide=options.output == "wide")
    if wants_data(options):
        print_value(answer, options.output)
    else:
        print(*lines(live.heading(terminal), terminal), sep="\n")
    report_unread(live.cluster, terminal, live.left_out)
    hand_on(options, contents or Shown(live.scenario, getattr(options, "seed", None)))


def hand_on(options: argparse.Namespace, contents: Shown) -> None:
    """Save, send and open what the options ask for; raise OSError, InvalidInput and ExtraMissing."""
    if options.save or options.to or options.open:
        from .handing_on import hand_on as do

        do(options, contents)


def print_value(value: Any, output: str) -> None:
    """Print an answer as JSON or YAML."""
    if output == "json":
        print_json(value)
    else:
        plain = json.loads(json.dumps(value))
        print(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=110), end="")


def report_unread(cluster: LiveCluster, terminal: Terminal, left_out: Sequence[InputError] = ()) -> None:
    """Say on stderr what could not be read, and what that can change."""
    kinds = Counter(name.partition(" ")[0] for name in {error.object for error in left_out})
    for line in (*unread_lines(cluster.unread, terminal), *left_out, *left_out_lines(kinds)):
        print(line, file=sys.stderr)


def unread_lines(unread: list[Unread], terminal: Terminal) -> Iterator[str]:
    """Yield a line per consequence, with the resources that may not be read."""
    by_consequence: dict[tuple[str, str], list[str]] = {}
    for kind in unread:
        where = f" outside namespace {kind['namespace']}" if kind["namespace"] else ""
        by_consequence.setdefault((where, kind["consequence"]), []).append(kind["resource"].partition(".")[0])
    for (where, consequence), resources in by_consequence.items():
        yield from terminal.wrapped(f"{', '.join(resources)}{where}: {consequence}", " " * 13, "may not read")
