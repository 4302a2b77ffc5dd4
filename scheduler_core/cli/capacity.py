"""`capacity`: how many more pods fit, which nodes to add for a number of them, and which nodes could go."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from scheduler_core.advice.whatif import CapacityInquiry, RemovalInquiry, with_template
from scheduler_core.advice.whatif.cluster_contract import MixedPod, MoreCapacity, Removal
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.node import ZONE
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import counted, worded
from scheduler_core.simulation.run.scenario import Scenario

from .input import add_admission, add_files, add_seed, add_version, on_scenario, read
from .inquiries import finish
from .printing import print_answer

MOST_SHOWN = 20


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(command)
    command.add_argument(
        "--pod",
        action="append",
        default=[],
        metavar="NAMESPACE/NAME[=TIMES]",
        help="replicate this pod of the input; repeatable, for a mix that is placed in turn",
    )
    command.add_argument("--template", metavar="FILE", help="replicate the pods of this manifest")
    command.add_argument(
        "--count", type=int, default=0, metavar="N", help="also say which nodes to add for N"
    )
    command.add_argument(
        "--by", default=ZONE, metavar="KEY", help=f"count by this topology key; default: {ZONE}"
    )
    command.add_argument("--drop", action="store_true", help="show which nodes could be removed")
    command.add_argument("--json", action="store_true", help="print the answer as JSON")
    add_seed(command)
    add_version(command)
    add_admission(command)


_QUEUES = "room is counted on nodes, and quota is not asked for"


def run(options: argparse.Namespace) -> int:
    """Print the answer and return the exit code; raise InvalidInput."""
    return on_scenario(options, lambda scenario, _: _run(scenario, options), with_queues=_QUEUES)


def _run(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print the answer; return 1 if the pods that are asked for do not fit, or if no node could go, else 0."""
    if options.drop == bool(options.pod or options.template) or options.count < 0:
        raise InvalidInput.of("", worded("name --pod or --template, with a --count from 1, or --drop"))
    recording = Recording.of(scenario, seed=options.seed)
    return _drop(recording, options) if options.drop else _more(recording, options)


def _drop(recording: Recording, options: argparse.Namespace) -> int:
    inquiry = RemovalInquiry(recording)
    finish(inquiry)
    answer = inquiry.answer()
    print_answer(answer, removal_lines(answer), as_json=options.json)
    return int(not answer["nodes"])


def _more(recording: Recording, options: argparse.Namespace) -> int:
    mix = [_entry(text) for text in options.pod]
    templates: list[Pod] = []
    if options.template:
        recording, templates = with_template(recording, read(options.template), NO_LIMITS)
        mix += [MixedPod(pod=pod.key, times=1) for pod in templates]
    inquiry = CapacityInquiry(recording, mix, options.count, key=options.by, templates=templates)
    finish(inquiry)
    answer = inquiry.answer()
    print_answer(answer, capacity_lines(answer), as_json=options.json)
    return int(answer["capacity"]["pods"] < max(options.count, 1))


def _entry(text: str) -> MixedPod:
    """Return an entry of the mix; raise InvalidInput."""
    pod, _, times = text.partition("=")
    if times and (not times.isdigit() or int(times) < 1):
        raise InvalidInput.of("--pod", worded("must be NAMESPACE/NAME=TIMES, from 1; got {text}", text=text))
    return {"pod": pod if "/" in pod else f"default/{pod}", "times": int(times or 1)}


def capacity_lines(answer: MoreCapacity) -> Iterator[str]:
    """Yield how many fit, where, what stops them, and which nodes to add."""
    capacity, count = answer["capacity"], answer["count"]
    mix = " + ".join(f"{e['times']} × {e['pod']}" if e["times"] > 1 else e["pod"] for e in answer["mix"])
    asked = f" of {count:,}" if count else ""
    limit = "" if capacity["message"] or count else " (the limit)"
    yield f"{mix}: {capacity['pods']:,}{asked} more fit{limit}"
    if len(answer["mix"]) > 1:
        yield from (f"  {pods:,} × {pod}" for pod, pods in capacity["by_pod"].items())
    for domain, nodes in capacity["domain_nodes"].items():
        name = f"{capacity['key']}={domain}" if domain else f"without {capacity['key']}"
        stops = ", ".join(f"{n:,} {why}" for why, n in capacity["stops"].get(domain, {}).items())
        where = f"{capacity['domains'].get(domain, 0):,} on {counted(nodes, 'node')}"
        yield f"  {name}: {where}{f', then {stops}' if stops else ''}"
    if capacity["message"]:
        yield f"stopped at {capacity['stopped']}: {capacity['message']}"
    if count and capacity["pods"] < count:
        yield from _node_lines(answer)


def _node_lines(answer: MoreCapacity) -> Iterator[str]:
    added, count = answer["nodes_to_add"], answer["count"]
    if added is None:
        yield f"no nodes of a shape that is there make room for {count:,}"
        return
    yield f"for {count:,} add:"
    for nodes in added:
        zone = f" in {nodes['zone']}" if nodes["zone"] else ""
        yield f"  {counted(nodes['count'], 'node')} like {nodes['like']}{zone}"


def removal_lines(answer: Removal) -> Iterator[str]:
    """Yield the nodes that could go, all at once and each for itself."""
    nodes, together = answer["nodes"], answer["together"]
    if not nodes:
        yield "no node can be removed: the others do not take its pods"
        return
    all_at_once = " together" if len(together) > 1 else ""
    yield f"{counted(len(together), 'node')} can be removed{all_at_once} (not necessarily the maximum):"
    for node in together[:MOST_SHOWN]:
        moves = ", ".join(f"{pod} -> {to}" for pod, to in list(node["moves"].items())[:3])
        more = f", … {counted(node['pods'], 'pod')} in all" if node["pods"] > 3 else ""
        yield f"  {node['node']}: {f'{moves}{more}' if moves else 'nothing to move'}"
    if len(together) > MOST_SHOWN:
        yield f"  and {len(together) - MOST_SHOWN:,} more: --json has all"
    yield f"{counted(len(nodes), 'node')} can be removed, each by itself"
