"""A moment of a running cluster: its nodes for the map, and its content for a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from scheduler_core.kubernetes.objects.loading import SourceManifest, read_objects
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput, Problems
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY
from scheduler_core.sentences import worded
from scheduler_core.simulation.daytwo.moment import content_of
from scheduler_core.simulation.run.scenario import ScenarioContent

from .contract import LiveImagined, LiveNode

_HARD = ("NoSchedule", "NoExecute")
_UNREADY = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")


def live_content(
    manifests: Mapping[str, Manifest],
    config: Manifest | None,
    pod: str | None = None,
    imagined: LiveImagined | None = None,
) -> ScenarioContent:
    """Return the content of a moment, given by "Kind namespace/name"; `pod` (`namespace/name`) waits at the head.

    `imagined` is how the scheduler knew its bindings otherwise. Raise InvalidInput if the pod does not wait.
    """
    objects = {**manifests, **dict(_imagined(manifests, imagined))} if imagined else manifests
    try:
        return content_of(objects, config, pod)
    except KeyError:
        rule = worded("does not wait at this moment: choose another decision")
        raise InvalidInput([InputError("", rule, object=f"Pod {pod}")]) from None


def _imagined(manifests: Mapping[str, Manifest], imagined: LiveImagined) -> Iterator[tuple[str, Manifest]]:
    """Yield the pods that the scheduler knew otherwise, as it knew them."""
    nodes: dict[str, str | None] = {**imagined["bound"], **dict.fromkeys(imagined["unbound"])}
    for name, node in nodes.items():
        key = f"Pod {name}"
        if key in manifests:
            spec = {k: value for k, value in manifests[key]["spec"].items() if k != "nodeName"}
            yield key, {**manifests[key], "spec": {**spec, "nodeName": node} if node else spec}


def live_nodes(manifests: Iterable[Manifest]) -> list[LiveNode]:
    """Return the nodes of a cluster for the map; what cannot be read is left out."""
    problems = Problems()
    wanted = [m for m in manifests if m.get("kind") in ("Node", "Pod")]
    objects = read_objects([SourceManifest(m, i) for i, m in enumerate(wanted)], problems)
    return nodes_of(objects.nodes, objects.pods)


def nodes_of(nodes: Iterable[Node], pods: Iterable[Pod]) -> list[LiveNode]:
    """Return nodes for the map, with what their pods request."""
    on: dict[str, list[Pod]] = defaultdict(list)
    for pod in pods:
        if pod.node_name and not pod.finished:
            on[pod.node_name].append(pod)
    return [_node(node, on[node.name]) for node in nodes]


def pool_of(node: Node) -> str:
    """Return the pool that a node belongs to by its labels, "" if none says it."""
    return group_of(node.labels) or ""


def _node(node: Node, pods: list[Pod]) -> LiveNode:
    return {
        "name": node.name,
        "pool": pool_of(node),
        "zone": node.zone_key[1],
        "cpu": _share(node, pods, CPU),
        "memory": _share(node, pods, MEMORY),
        "pods": len(pods),
        "ready": not any(taint.key in _UNREADY for taint in node.taints),
        "unschedulable": node.unschedulable,
        "tainted": any(taint.effect in _HARD for taint in node.taints),
    }


def _share(node: Node, pods: list[Pod], resource: str) -> float | None:
    allocatable = node.allocatable.get(resource, 0)
    requested = sum(pod.template.requests.get(resource, 0) for pod in pods)
    return round(requested / allocatable, 3) if allocatable else None
