"""The cluster of a scenario for the map, as columns: nodes, pods, pod classes, and topology keys to group by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from scheduler_core.objects.cluster import Objects
from scheduler_core.objects.node import HOSTNAME, REGION, ZONE, Node
from scheduler_core.objects.pod import Pod, PodTemplate

from .snapshot import interleaved

NOWHERE, ELSEWHERE = -1, -2
"""Instead of a node's index: the pod is pending; it runs on a node that is not listed."""


def cluster_view(objects: Objects) -> dict[str, Any]:
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


def _nodes(nodes: list[Node]) -> dict[str, Any]:
    """Return the nodes as columns: a table of distinct values and per node an index into it, -1 if it has none."""
    keys = dict.fromkeys(key for node in nodes for key in node.labels)
    return {
        "names": [node.name for node in nodes],
        "labels": {key: _column([node.labels.get(key) for node in nodes]) for key in keys},
        "taints": _column([tuple(str(taint) for taint in node.taints) for node in nodes], list),
        "allocatable": _column([tuple(node.written.items()) for node in nodes], dict),
        "unschedulable": [i for i, node in enumerate(nodes) if node.unschedulable],
    }


def _column(values: Iterable[Hashable | None], as_json: Callable[[Any], Any] = str) -> dict[str, Any]:
    table: dict[Hashable, int] = {}
    codes = [-1 if value is None else table.setdefault(value, len(table)) for value in values]
    return {"values": [as_json(value) for value in table], "codes": codes}


def _pods(pods: list[Pod], index: dict[str, int], classes: dict[PodTemplate, int]) -> dict[str, Any]:
    """Return the pods as columns. Names are without the namespace, which belongs to the class."""
    return {
        "names": [pod.name for pod in pods],
        "nodes": [index.get(pod.node_name, ELSEWHERE) if pod.node_name else NOWHERE for pod in pods],
        "classes": [classes[pod.template] for pod in pods],
        "nominated": {str(i): p.nominated_node_name for i, p in enumerate(pods) if p.nominated_node_name},
    }


def _class(template: PodTemplate) -> dict[str, Any]:
    return {
        "namespace": template.namespace,
        "labels": dict(template.labels),
        "requests": dict(template.requests),
        "priority": template.priority,
        "terminating": template.terminating,
        "owner": f"{template.controller.kind}/{template.controller.name}" if template.controller else None,
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
