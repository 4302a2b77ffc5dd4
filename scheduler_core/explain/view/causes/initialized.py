"""Pods that count for more than they use: a pod's requests never shrink when its init containers have ended.

kube-scheduler adds to a node, for as long as a pod lives, the larger of what its containers request and what each step
of its initialization does (kubernetes/kubernetes#124282). The words are of nodes that would have room otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord

from .contract import InitializedPod

MOST_INITIALIZED = 3


def initialized_pods(
    record: CycleRecord, resource: str, rows: IntArray, missing: IntArray
) -> list[InitializedPod]:
    """Return the pods whose ended init containers keep the incoming pod off a node, by what they count too much.

    `rows` are nodes that the pod may use, `missing[i]` what node `rows[i]` lacks of the resource. The pods are those
    of one node, the one that would have most room; at most three. Empty if no node would have room without them.
    """
    snapshot = record.framework.handle.snapshot
    surplus = {
        template: more for template in snapshot.nodes_by_class if (more := _surplus(template, resource)) > 0
    }
    if not surplus:
        return []
    room = -missing.copy()
    held: dict[int, list[tuple[int, Pod]]] = {}
    for place in _with_pods_of(record, surplus, rows):
        row = int(rows[place])
        held[place] = [
            (surplus[pod.template], pod)
            for pod in snapshot.pods_on(row)
            if pod.template in surplus and _is_initialized(record, pod)
        ]
        room[place] += sum(more for more, _ in held[place])
    gained = [place for place in held if missing[place] > 0 and room[place] >= 0]
    if not gained:
        return []
    best = max(gained, key=lambda place: int(room[place]))
    pods = sorted(held[best], key=lambda pair: (-pair[0], pair[1].key))[:MOST_INITIALIZED]
    node = snapshot.nodes[int(rows[best])].name
    return [_as_json(pod, node, resource) for _, pod in pods]


def _with_pods_of(record: CycleRecord, templates: Iterable[PodTemplate], rows: IntArray) -> Iterator[int]:
    """Yield the places in `rows` of the nodes that have pods of these classes."""
    nodes_by_class = record.framework.handle.snapshot.nodes_by_class
    nodes = {node for template in templates for node in nodes_by_class[template]}
    yield from np.flatnonzero(np.isin(rows, list(nodes))).tolist()


def _surplus(template: PodTemplate, resource: str) -> int:
    """Return what a pod of the class counts beyond what it requests once it is initialized."""
    if not template.init_images:
        return 0
    return template.requests.get(resource, 0) - template.resources.requests_after_init().get(resource, 0)


def _is_initialized(record: CycleRecord, pod: Pod) -> bool:
    """Return whether the input says that the init containers have ended, as it never does of pods placed in the run."""
    manifest: Manifest = record.framework.handle.objects.manifests.get(("Pod", pod.key), {})
    status = mapping(manifest, "status")
    if not mapping(manifest, "spec").get("nodeName"):
        return False
    conditions = status.get("conditions") or ()
    return status.get("phase") == "Running" or any(
        c.get("type") == "Initialized" and c.get("status") == "True" for c in conditions
    )


def _as_json(pod: Pod, node: str, resource: str) -> InitializedPod:
    return {
        "pod": pod.key,
        "node": node,
        "counted": pod.template.requests[resource],
        "running": pod.template.resources.requests_after_init().get(resource, 0),
    }
