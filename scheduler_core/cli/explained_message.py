"""The command `explain-message`: what the scheduler and other programs say of a pod, in plain words."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from scheduler_core.explain.messages.contract import ExplainedMessage, Point
from scheduler_core.explain.messages.explain import SCHEDULER, explain_message
from scheduler_core.sentences import counted

from .input import read
from .printing import print_json


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help="output of kubectl or of a log; default: - for stdin",
    )
    command.add_argument("--json", action="store_true", help="print the explanation as JSON")
    command.add_argument(
        "--cluster", action="store_true", help="print only the manifests of the made-up cluster"
    )


def run(options: argparse.Namespace) -> int:
    """Print the explanation of a text; return 1 if the cluster is asked for and none can be made up, else 0."""
    explained = explain_message(read(options.file))
    cluster = explained["cluster"]
    if options.json:
        print_json(explained)
    elif not options.cluster:
        print(*message_lines(explained), sep="\n")
    elif cluster is None:
        print(f"no cluster could be made up: {explained['no_cluster']}", file=sys.stderr)
        return 1
    else:
        print(cluster["source"], end="")
    return 0


def message_lines(explained: ExplainedMessage) -> Iterator[str]:
    """Yield the explanation line by line."""
    yield explained["headline"]
    yield ""
    yield _numbered(explained)
    if explained["follows"]:
        yield explained["follows"]
    for point in explained["points"]:
        yield ""
        yield from _point_lines(point)
    for aside in explained["asides"]:
        yield ""
        yield f"Left aside: {aside}"
    if explained["speaker"] == SCHEDULER and explained["nodes"]:
        yield ""
        yield from _cluster_lines(explained)
    if explained["others"]:
        yield ""
        yield f"The text has {counted(len(explained['others']), 'more message')}; this is the first."


def _numbered(explained: ExplainedMessage) -> str:
    """Return the message with the number of its point before each clause."""
    parts = explained["parts"]
    return "".join(
        part["text"] if part["number"] is None else f"[{part['number']}] {part['text']}" for part in parts
    )


def _point_lines(point: Point) -> Iterator[str]:
    plugin = (
        f" ({point['plugin']})"
        if point["plugin"]
        else " (plugin unknown)"
        if point["kind"] == "other"
        else ""
    )
    yield f"[{point['number']}] {point['title']}{plugin}"
    yield f"    {point['about']}"
    eviction = f"{point['eviction_text'].capitalize()}. " if point["eviction_text"] else ""
    yield f"    {eviction}{point['time_text']}"
    yield from (f"    $ {command}" for command in point["commands"])
    if point["case"]:
        yield f"    Example: /examples/{point['case']}/"


def _cluster_lines(explained: ExplainedMessage) -> Iterator[str]:
    cluster = explained["cluster"]
    if cluster is None:
        yield f"We could not build a cluster that gives exactly this message: {explained['no_cluster']}."
        if nearest := explained["nearest"]:
            yield f"The nearest one gives: {''.join(piece['text'] for piece in nearest['pieces'])}"
            yield from (f"Yours has instead: {clause}" for clause in nearest["lacks"])
        return
    nodes = sum(group["count"] for group in cluster["nodes"])
    more = ", and goes on with the part about preemption" if cluster["continues"] else ""
    pods = counted(cluster["running"], "running pod")
    size = f"{counted(nodes, 'node')}, {pods}, v{cluster['release']} (--cluster prints it)"
    if cluster["is_scaled"]:
        yield (
            f"A made-up cluster with the same reasons in about the same proportions gives this message, but for the "
            f"counts{more}: {size}; your message speaks of {counted(explained['nodes'], 'node')}."
        )
        return
    yield f"A made-up cluster gives this message, character for character{more}: {size}."
