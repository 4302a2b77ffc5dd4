"""DaemonSet: a pod for each node that its pods may run on.

Mirrors NodeShouldRunDaemonPod of pkg/controller/daemon/daemon_controller.go and
pkg/controller/daemon/util/daemonset_util.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from scheduler_core.kubernetes.objects.cluster import NO_PRIORITY
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import read_template
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.scheduler.cluster.columns import BoolArray, NodeColumns
from scheduler_core.scheduler.plugins.helper import (
    DO_NOT_SCHEDULE,
    required_node_affinity,
    tolerated_nodes,
    untolerated,
)
from scheduler_core.sentences import Sentence, worded

from .cluster import Cluster
from .names import template_hash
from .pods import is_finished
from .workload import Workload, mapping

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_TOLERATED_TAINTS = (
    ("node.kubernetes.io/not-ready", "NoExecute"),
    ("node.kubernetes.io/unreachable", "NoExecute"),
    ("node.kubernetes.io/disk-pressure", "NoSchedule"),
    ("node.kubernetes.io/memory-pressure", "NoSchedule"),
    ("node.kubernetes.io/pid-pressure", "NoSchedule"),
    ("node.kubernetes.io/unschedulable", "NoSchedule"),
)
_TOLERATED_ON_HOST_NETWORK = ("node.kubernetes.io/network-unavailable", "NoSchedule")


def daemon_set(workload: Workload, cluster: Cluster) -> Iterator[Manifest]:
    template = daemon_template(workload)
    nodes_with_pod = {target_node(pod) for pod in cluster.pods.owned(workload) if not is_finished(pod)}
    eligible = eligible_nodes(template, cluster.nodes)
    missing = [name for name in eligible if name not in nodes_with_pod]
    labels = {"controller-revision-hash": template_hash(workload.template)}
    for i in cluster.reserve_objects(len(missing)):
        yield cluster.pods.make(workload, template_for_node(template, missing[i]), labels=labels)


def daemon_template(workload: Workload) -> Manifest:
    """Return the workload's template with the controller's tolerations."""
    return {**workload.template, "spec": _with_tolerations(mapping(workload.template, "spec"))}


def template_for_node(template: Manifest, node: str) -> Manifest:
    """Return the template of the pod for a node."""
    return {**template, "spec": _for_node(template["spec"], node)}


def eligible_nodes(template: Manifest, columns: NodeColumns) -> list[str]:
    """Return the names of the nodes that are to have a pod of the template."""
    return [columns.nodes[i].name for i in np.flatnonzero(_eligible(template, columns))]


def continuing_nodes(template: Manifest, columns: NodeColumns) -> set[str]:
    """Return the names of the nodes whose pod of the template may stay: NoSchedule taints do not matter to it."""
    tolerating = {
        **template["spec"],
        "tolerations": [*(template["spec"].get("tolerations") or ()), _NO_SCHEDULE],
    }
    return set(eligible_nodes({**template, "spec": tolerating}, columns))


def why_no_node(template: Manifest, columns: NodeColumns) -> Sentence | None:
    """Return why no node is to have a pod of the template; None if one is."""
    if _eligible(template, columns).any() or not columns.nodes:
        return None
    if name := template["spec"].get("nodeName"):
        return worded("its template has nodeName {name}", name=name)
    pod = read_template(ManifestField(template, "", Problems()), {}, NO_PRIORITY)
    selected = required_node_affinity(columns, pod)
    if not selected.any():
        return worded("no node has the labels that its nodeSelector or node affinity requires")
    keys = {
        taint.key
        for i in np.flatnonzero(selected)
        for taint in columns.nodes[i].taints
        if untolerated([taint], pod.tolerations, DO_NOT_SCHEDULE) is not None
    }
    return worded(
        "it does not tolerate the taints of its eligible nodes: {taints}",
        taints=", ".join(sorted(keys)),
    )


_NO_SCHEDULE = {"operator": "Exists", "effect": "NoSchedule"}


def _eligible(template: Manifest, columns: NodeColumns) -> BoolArray:
    """Return per node whether nodeName, node affinity and taints allow the pod; the controller ignores resources."""
    pod = read_template(ManifestField(template, "", Problems()), {}, NO_PRIORITY)
    result = required_node_affinity(columns, pod) & tolerated_nodes(columns, pod.tolerations)
    if node_name := template["spec"].get("nodeName"):
        result &= np.array([node.name == node_name for node in columns.nodes], dtype=bool)
    return result


def controller_tolerations(spec: Manifest) -> list[Manifest]:
    """Return the tolerations that the controller gives to a pod (AddOrUpdateDaemonPodTolerations)."""
    on_host_network = spec.get("hostNetwork") is True
    taints = (*_TOLERATED_TAINTS, *((_TOLERATED_ON_HOST_NETWORK,) if on_host_network else ()))
    return [{"key": key, "operator": "Exists", "effect": effect} for key, effect in taints]


def _with_tolerations(spec: Manifest) -> Manifest:
    """Return the spec with the controller's tolerations."""
    listed = spec.get("tolerations")
    tolerations: list[Any] = list(listed) if isinstance(listed, list) else []
    tolerations += [t for t in controller_tolerations(spec) if t not in tolerations]
    return {**spec, "tolerations": tolerations}


def _for_node(spec: Manifest, node: str) -> Manifest:
    """Return the spec with the node's name instead of required terms (ReplaceDaemonSetPodNodeNameNodeAffinity)."""
    term = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": [node]}]}
    affinity = mapping(spec, "affinity")
    node_affinity = {**mapping(affinity, "nodeAffinity"), _REQUIRED: {"nodeSelectorTerms": [term]}}
    spec_without_node = {key: value for key, value in spec.items() if key != "nodeName"}
    return {**spec_without_node, "affinity": {**affinity, "nodeAffinity": node_affinity}}


def target_node(pod: Manifest) -> str:
    """Return the node that the pod runs on or that its affinity names (GetTargetNodeName)."""
    if name := mapping(pod, "spec").get("nodeName"):
        return str(name)
    terms = mapping(pod, "spec", "affinity", "nodeAffinity", _REQUIRED).get("nodeSelectorTerms")
    for term in terms if isinstance(terms, list) else ():
        fields = mapping(term).get("matchFields")
        for field in fields if isinstance(fields, list) else ():
            values = mapping(field).get("values")
            if isinstance(values, list) and len(values) == 1:
                return str(values[0])
    return ""
