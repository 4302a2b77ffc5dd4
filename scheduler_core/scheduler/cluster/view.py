"""The cluster of a scenario for the map, as columns: nodes, pods, pod classes, and topology keys to group by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TypeVar

from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.node import HOSTNAME, REGION, ZONE, Node
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.typeddict import TypedDict

from .snapshot import interleaved

NOWHERE, ELSEWHERE = -1, -2
"""Instead of a node's index: the pod is pending; it runs on a node that is not listed."""


class LabelColumn(TypedDict):
    """A table of the distinct values of a label, and per node the index of its own; -1 where it has none."""

    values: list[str]
    codes: list[int]


class TaintsColumn(TypedDict):
    """A table of distinct lists of taints, and per node the index of its own."""

    values: list[list[str]]
    codes: list[int]


class AmountsColumn(TypedDict):
    """A table of distinct amounts by resource, as they were written, and per node the index of its own."""

    values: list[dict[str, str]]
    codes: list[int]


class ClusterNodes(TypedDict):
    """The nodes, in the order in which they are looked at."""

    names: list[str]
    labels: dict[str, LabelColumn]
    """By label."""
    taints: TaintsColumn
    allocatable: AmountsColumn
    unschedulable: list[int]
    """The nodes that are cordoned."""


class ClusterPods(TypedDict):
    """The pods that wait and run."""

    names: list[str]
    """Without the namespace, which is that of the class."""
    nodes: list[int]
    """The index of the node; -1: the pod waits, -2: it runs on a node that is not listed."""
    classes: list[int]
    """The index of the pod's class."""
    nominated: dict[str, str]
    """The nominated node, by the pod's index as text."""


class ClusterPodClass(TypedDict):
    """What pods of a class have in common."""

    namespace: str
    labels: dict[str, str]
    requests: dict[str, int]
    priority: int
    terminating: bool
    owner: str | None
    """The controller: "ReplicaSet/web"."""
    volumes: int
    """How many claims and disks each of them mounts."""


class ClusterView(TypedDict):
    """The cluster before the first cycle; a run log is folded over it."""

    nodes: ClusterNodes
    pods: ClusterPods
    classes: list[ClusterPodClass]
    topology_keys: list[str]
    """Node labels that are worth grouping by: those that rules of waiting pods name come first, the hostname last."""


H = TypeVar("H", bound=Hashable)


def cluster_view(objects: Objects) -> ClusterView:
    """Return the state before the first cycle as JSON; a run log is folded over it."""
    pods = [p for p in objects.pods if not p.finished]
    nodes = interleaved(objects.nodes)
    classes = {template: i for i, template in enumerate(dict.fromkeys(p.template for p in pods))}
    return {
        "nodes": _nodes(nodes),
        "pods": _pods(pods, {node.name: i for i, node in enumerate(nodes)}, classes),
        "classes": [_class(template) for template in classes],
        "topology_keys": _topology_keys(objects, pods),
    }


def _nodes(nodes: list[Node]) -> ClusterNodes:
    """Return the nodes as columns: a table of distinct values and per node an index into it, -1 if it has none."""
    keys = dict.fromkeys(key for node in nodes for key in node.labels)
    taints, taint_codes = _coded([tuple(str(taint) for taint in node.taints) for node in nodes])
    amounts, amount_codes = _coded([tuple(node.allocatable_quantities.items()) for node in nodes])
    return {
        "names": [node.name for node in nodes],
        "labels": {key: _labels(nodes, key) for key in keys},
        "taints": {"values": [list(listed) for listed in taints], "codes": taint_codes},
        "allocatable": {"values": [dict(quantities) for quantities in amounts], "codes": amount_codes},
        "unschedulable": [i for i, node in enumerate(nodes) if node.unschedulable],
    }


def _labels(nodes: list[Node], key: str) -> LabelColumn:
    values, codes = _coded([node.labels.get(key) for node in nodes])
    return {"values": values, "codes": codes}


def _coded(values: Iterable[H | None]) -> tuple[list[H], list[int]]:
    """Return the distinct values, and the index of each value among them; -1 for None."""
    table: dict[H, int] = {}
    codes = [-1 if value is None else table.setdefault(value, len(table)) for value in values]
    return list(table), codes


def _pods(pods: list[Pod], index: dict[str, int], classes: dict[PodTemplate, int]) -> ClusterPods:
    """Return the pods as columns. Names are without the namespace, which belongs to the class."""
    return {
        "names": [pod.name for pod in pods],
        "nodes": [index.get(pod.node_name, ELSEWHERE) if pod.node_name else NOWHERE for pod in pods],
        "classes": [classes[pod.template] for pod in pods],
        "nominated": {str(i): p.nominated_node_name for i, p in enumerate(pods) if p.nominated_node_name},
    }


def _class(template: PodTemplate) -> ClusterPodClass:
    return {
        "namespace": template.namespace,
        "labels": dict(template.labels),
        "requests": dict(template.requests),
        "priority": template.priority,
        "terminating": template.terminating,
        "owner": f"{template.controller.kind}/{template.controller.name}" if template.controller else None,
        "volumes": len(template.volumes),
    }


def _topology_keys(objects: Objects, pods: list[Pod]) -> list[str]:
    """Return the node label keys worth grouping by.

    First those in rules of pending pods, the most frequent first; then common ones; hostname last.
    """
    uses: Counter[str] = Counter()
    for pod in pods:
        if not pod.node_name:
            uses.update(_keys_of(pod.template))
    common_keys = (ZONE, REGION, "zone", "region", "rack")
    labels = {key for node in objects.nodes for key in node.labels}
    keys = [key for key, _ in uses.most_common()] + [key for key in common_keys if key in labels]
    return [key for key in dict.fromkeys(keys) if key in labels and key != HOSTNAME] + [HOSTNAME]


def _keys_of(template: PodTemplate) -> list[str]:
    affinity, anti = template.affinity.pod, template.affinity.pod_anti
    terms = (*affinity.required, *anti.required, *(w.term for w in (*affinity.preferred, *anti.preferred)))
    return [c.topology_key for c in template.spread] + [t.topology_key for t in terms]
