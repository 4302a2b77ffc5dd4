"""The cluster of a scenario for a picture: nodes, pods, their classes, and keys worth grouping by."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .objects.cluster import Objects
from .objects.node import HOSTNAME, REGION, ZONE
from .objects.pod import Pod, PodTemplate
from .snapshot import interleaved


def cluster_view(objects: Objects) -> dict[str, Any]:
    """The state before the first cycle; a run log is folded over it."""
    pods = [p for p in objects.pods if p.phase not in ("Succeeded", "Failed")]
    classes = {template: i for i, template in enumerate(dict.fromkeys(p.template for p in pods))}
    nodes = interleaved(objects.nodes)
    return {
        "nodes": [
            {
                "name": node.name,
                "labels": dict(node.labels),
                "taints": [str(taint) for taint in node.taints],
                "unschedulable": node.unschedulable,
                "allocatable": dict(node.written),
            }
            for node in nodes
        ],
        "pods": [_pod(pod, classes) for pod in pods],
        "classes": [
            {"namespace": t.namespace, "labels": dict(t.labels), "requests": dict(t.requests)}
            for t in classes
        ],
        "topology_keys": _topology_keys(objects, pods),
    }


def _pod(pod: Pod, classes: dict[PodTemplate, int]) -> dict[str, Any]:
    template = pod.template
    return {
        "pod": pod.key,
        "node": pod.node_name or None,
        "class": classes[template],
        "priority": template.priority,
        "terminating": template.terminating,
        "owner": f"{template.controller.kind}/{template.controller.name}" if template.controller else None,
        "nominated": pod.nominated_node_name or None,
    }


def _topology_keys(objects: Objects, pods: list[Pod]) -> list[str]:
    """Keys that rules of pending pods name, the most used first; then usual ones that nodes have; hostname last."""
    used: Counter[str] = Counter()
    for pod in pods:
        if not pod.node_name:
            used.update(_keys_of(pod.template))
    usual = (ZONE, REGION, "zone", "region", "rack")
    labels = {key for node in objects.nodes for key in node.labels}
    keys = [key for key, _ in used.most_common()] + [key for key in usual if key in labels]
    return [key for key in dict.fromkeys(keys) if key in labels and key != HOSTNAME] + [HOSTNAME]


def _keys_of(template: PodTemplate) -> list[str]:
    affinity, anti = template.affinity.pod, template.affinity.pod_anti
    terms = (*affinity.required, *anti.required, *(w.term for w in (*affinity.preferred, *anti.preferred)))
    return [c.topology_key for c in template.spread] + [t.topology_key for t in terms]
