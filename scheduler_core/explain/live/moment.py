"""A moment of a running cluster: its nodes for the map, and its content for a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from scheduler_core.controlplane.admission import DEFAULT_POLICY
from scheduler_core.explain.view.causes.workload import pod_group, workload_of
from scheduler_core.kubernetes.objects.kinds import QUEUEING_KINDS
from scheduler_core.kubernetes.objects.loading import SourceManifest, read_objects
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput, Problems
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, PODS
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import unit
from scheduler_core.sentences import worded
from scheduler_core.simulation.daytwo.moment import content_of
from scheduler_core.simulation.run.scenario import ScenarioContent

from .closed import HARD, closed_by
from .contract import LiveAmount, LiveClosed, LiveImagined, LiveNode, LiveNodePod, LiveNodeView

_UNREADY = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")


def live_content(
    manifests: Mapping[str, Manifest],
    config: Manifest | None,
    pod: str | None = None,
    imagined: LiveImagined | None = None,
) -> ScenarioContent:
    """Return the content of a moment, given by "Kind namespace/name"; `pod` (`namespace/name`) waits at the head.

    `imagined` is how the scheduler knew its bindings otherwise. With a pod the queues of Kueue are left out: a run
    begins with Kueue, and what it would admit or evict was not so yet. Raise InvalidInput if the pod does not wait.
    """
    queues = {key for key in manifests if key.partition(" ")[0] in QUEUEING_KINDS}
    objects = {**manifests, **dict(_imagined(manifests, imagined))} if imagined else manifests
    if pod is not None and queues:
        objects = {key: manifest for key, manifest in objects.items() if key not in queues}
    try:
        content = content_of(objects, config, pod)
    except KeyError:
        rule = worded("is not pending at this moment: choose another decision")
        raise InvalidInput.of("", rule, object=f"Pod {pod}") from None
    if pod is None and queues:  # Kueue acts where admission does
        content["admission"] = DEFAULT_POLICY.content()
    return content


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
    nodes, pods = _read(m for m in manifests if m.get("kind") in ("Node", "Pod"))
    return nodes_of(nodes, pods)


def live_node(node: Manifest, pods: Iterable[Manifest]) -> LiveNodeView | None:
    """Return a node with its pods, None if it cannot be read; since when it is closed is not known here."""
    nodes, running = _read([node, *pods])
    return _view(nodes[0], [pod for pod in running if not pod.finished]) if nodes else None


def _read(manifests: Iterable[Manifest]) -> tuple[list[Node], list[Pod]]:
    objects = read_objects([SourceManifest(m, i) for i, m in enumerate(manifests)], Problems())
    return objects.nodes, objects.pods


def nodes_of(
    nodes: Iterable[Node], pods: Iterable[Pod], closed: Callable[[str], list[LiveClosed]] | None = None
) -> list[LiveNode]:
    """Return nodes for the map, with what their pods request; `closed` says what closes a node since when."""
    on: dict[str, list[Pod]] = defaultdict(list)
    for pod in pods:
        if pod.node_name and not pod.finished:
            on[pod.node_name].append(pod)
    return [_node(node, on[node.name], closed) for node in nodes]


def _view(node: Node, pods: list[Pod]) -> LiveNodeView:
    amounts = [_amount(node, pods, resource) for resource in node.allocatable]
    weights = {a["resource"]: a["allocatable"] for a in amounts if a["resource"] in (CPU, MEMORY)}

    def weight(pod: Pod) -> float:
        requests = pod.template.requests
        return max((requests.get(name, 0) / total for name, total in weights.items() if total), default=0.0)

    return {
        "node": _node(node, pods, None),
        "kubelet": node.kubelet_version,
        "amounts": [amount for amount in amounts if amount["allocatable"]],
        "pods": [_pod(pod) for pod in sorted(pods, key=lambda pod: (-weight(pod), pod.key))],
    }


def _amount(node: Node, pods: list[Pod], resource: str) -> LiveAmount:
    requested = len(pods) if resource == PODS else sum(pod.template.requests.get(resource, 0) for pod in pods)
    return {
        "resource": resource,
        "unit": unit(resource),
        "allocatable": node.allocatable[resource],
        "requested": requested,
    }


def _pod(pod: Pod) -> LiveNodePod:
    workload = workload_of(pod)
    return {
        "pod": pod.key,
        "workload": pod_group(workload, [pod.name]),
        "requests": {name: amount for name, amount in pod.template.requests.items() if amount},
        "stays": workload.kind == "DaemonSet",
    }


def pool_of(node: Node) -> str:
    """Return the pool that a node belongs to by its labels, "" if none says it."""
    return group_of(node.labels) or ""


def _node(node: Node, pods: list[Pod], closed: Callable[[str], list[LiveClosed]] | None) -> LiveNode:
    now: LiveNode = {
        "name": node.name,
        "pool": pool_of(node),
        "zone": node.zone_key[1],
        "cpu": _share(node, pods, CPU),
        "memory": _share(node, pods, MEMORY),
        "pods": len(pods),
        "ready": not any(taint.key in _UNREADY for taint in node.taints),
        "unschedulable": node.unschedulable,
        "tainted": any(taint.effect in HARD for taint in node.taints),
    }
    by = closed(node.name) if closed else [LiveClosed(what=what, since=None) for what in closed_by(node)]
    return {**now, "closed": by} if by else now


def _share(node: Node, pods: list[Pod], resource: str) -> float | None:
    allocatable = node.allocatable.get(resource, 0)
    requested = sum(pod.template.requests.get(resource, 0) for pod in pods)
    return round(requested / allocatable, 3) if allocatable else None
