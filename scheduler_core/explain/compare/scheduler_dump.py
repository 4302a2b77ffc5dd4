"""The dump that kube-scheduler writes to its log on SIGUSR2, compared with the API server's objects.

The text is that of pkg/scheduler/backend/cache/debugger/dumper.go (v1.36.2) in klog's format of several lines.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.simulation.run.scenario import Scenario

_NODES: Final = '"Dump of cached NodeInfo" nodes='
_QUEUE: Final = '"Dump of scheduling queue" '
_POD: Final = re.compile(r"name: (\S+), namespace: (\S+), uid: ")
_AMOUNT: Final = re.compile(r"(MilliCPU|Memory|EphemeralStorage|AllowedPodNumber):(\d+)")
_SCALARS: Final = re.compile(r"ScalarResources:map\[([^\]]*)\]")
_NAMES: Final = {"MilliCPU": "cpu", "Memory": "memory", "EphemeralStorage": "ephemeral-storage"}
_NAMES_ALLOCATABLE: Final = {**_NAMES, "AllowedPodNumber": "pods"}


@dataclass(slots=True)
class DumpedNode:
    """A node of the scheduler's cache: amounts by resource, cpu in thousandths, and its pods."""

    allocatable: dict[str, int] = field(default_factory=dict)
    requested: dict[str, int] = field(default_factory=dict)
    pods: set[str] = field(default_factory=set)
    deleted: bool = False


@dataclass(slots=True)
class Dump:
    """The nodes of the cache by name, and the pods of the queue; pods are `namespace/name`."""

    nodes: dict[str, DumpedNode] = field(default_factory=dict)
    waiting: set[str] = field(default_factory=set)


What = Literal["node", "pod", "waiting", "allocatable", "requested"]


class DumpDifference(TypedDict):
    """What the scheduler knows otherwise than the API server.

    `what` and `name` say of what: a node, a pod on it, a pod that waits, an amount of a node. The values are amounts,
    or the pod's node; None: there is none.
    """

    what: What
    name: str
    resource: str
    dump: int | str | None
    here: int | str | None


class DumpComparison(TypedDict):
    nodes: int
    pods: int
    waiting: int
    differences: list[DumpDifference]


def read_dump(lines: Iterable[str]) -> Dump | None:
    """Return the last dump of a log, None if there is none."""
    dump: Dump | None = None
    part: Literal["nodes", "queue"] | None = None
    node: DumpedNode | None = None
    nominated = False
    for line in lines:
        if _NODES in line:
            dump, part = Dump(), "nodes"
        elif _QUEUE in line and dump is not None:
            part = "queue"
        elif not line.startswith("\t"):
            part = None
        elif dump is not None and part == "queue":
            dump.waiting.update(_pods(line))
        elif dump is not None and part == "nodes":
            key, _, value = line.strip().partition(":")
            if key == "Node name":
                node = dump.nodes[value.strip()] = DumpedNode()
                nominated = False
            elif node is not None:
                nominated = nominated or key.startswith("Nominated Pods")
                _note(node, key, value, () if nominated else _pods(line))
    return dump


def _note(node: DumpedNode, key: str, value: str, pods: Iterable[str]) -> None:
    match key:
        case "Deleted":
            node.deleted = value.strip() == "true"
        case "Requested Resources":
            node.requested = _amounts(value, _NAMES)
        case "Allocatable Resources":
            node.allocatable = _amounts(value, _NAMES_ALLOCATABLE)
        case _:
            node.pods.update(pods)


def _pods(line: str) -> Iterator[str]:
    if match := _POD.match(line.strip()):
        yield f"{match[2]}/{match[1]}"


def _amounts(text: str, names: Mapping[str, str]) -> dict[str, int]:
    """Return the amounts of a Resource as Go prints it, without those that are zero."""
    amounts = {names[name]: int(value) for name, value in _AMOUNT.findall(text) if name in names}
    if match := _SCALARS.search(text):
        for pair in match[1].split():
            name, _, value = pair.rpartition(":")
            amounts[name] = int(value)
    return _nonzero(amounts)


def _nonzero(amounts: Mapping[str, int]) -> dict[str, int]:
    return {name: value for name, value in amounts.items() if value}


def compare_dump(scenario: Scenario, dump: Dump) -> DumpComparison:
    """Compare the scheduler's cache and queue with the nodes and pods of a scenario, as they are before its run."""
    differences = [*_nodes(scenario, dump), *_placed(scenario, dump), *_waiting(scenario, dump)]
    return {
        "nodes": len(dump.nodes),
        "pods": sum(len(node.pods) for node in dump.nodes.values()),
        "waiting": len(dump.waiting),
        "differences": differences,
    }


def _nodes(scenario: Scenario, dump: Dump) -> Iterator[DumpDifference]:
    """Yield the nodes that only one side has, and the amounts in which the others differ."""
    here = {node.name: node for node in scenario.objects.nodes}
    requested: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for pod in scenario.objects.pods:
        if pod.node_name and not pod.finished:
            for resource, amount in pod.template.requests.items():
                requested[pod.node_name][resource] += amount
    known = {name: node for name, node in dump.nodes.items() if not node.deleted}
    for name in sorted(here.keys() | known.keys()):
        if name not in here or name not in known:
            dumped, ours = (name if name in side else None for side in (known, here))
            yield _difference("node", name, "", dumped, ours)
            continue
        yield from _differing("allocatable", name, known[name].allocatable, here[name].allocatable)
        yield from _differing("requested", name, known[name].requested, requested[name])


def _differing(
    what: What, name: str, dumped: Mapping[str, int], here: Mapping[str, int]
) -> Iterator[DumpDifference]:
    for resource in sorted(dumped.keys() | _nonzero(here).keys()):
        if dumped.get(resource, 0) != here.get(resource, 0):
            yield _difference(what, name, resource, dumped.get(resource, 0), here.get(resource, 0))


def _placed(scenario: Scenario, dump: Dump) -> Iterator[DumpDifference]:
    """Yield the pods that are on another node for the scheduler."""
    here = {pod.key: pod.node_name for pod in scenario.objects.pods if pod.node_name and not pod.finished}
    dumped = {pod: name for name, node in dump.nodes.items() for pod in node.pods}
    for pod in sorted(here.keys() | dumped.keys()):
        if here.get(pod) != dumped.get(pod):
            yield _difference("pod", pod, "", dumped.get(pod), here.get(pod))


def _waiting(scenario: Scenario, dump: Dump) -> Iterator[DumpDifference]:
    """Yield the pods that wait for one side alone, without those of other schedulers."""
    profiles = {profile.scheduler_name for profile in scenario.config.profiles}
    here = {
        pod.key
        for pod in scenario.objects.pods
        if not pod.node_name and not pod.finished and pod.template.scheduler_name in profiles
    }
    for pod in sorted(here ^ dump.waiting):
        dumped, ours = ("waits" if pod in side else None for side in (dump.waiting, here))
        yield _difference("waiting", pod, "", dumped, ours)


def _difference(
    what: What, name: str, resource: str, dumped: int | str | None, here: int | str | None
) -> DumpDifference:
    return {"what": what, "name": name, "resource": resource, "dump": dumped, "here": here}
