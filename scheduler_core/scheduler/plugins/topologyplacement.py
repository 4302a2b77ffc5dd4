"""The placements of a pod group: sets of nodes, in one of which all of its members have to run.

Mirrors pkg/scheduler/framework/plugins/topologyaware/topology_placement.go @ v1.36.2. Upstream takes the placements
in the order of a map; here they are in the order of their names.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.podgroups import PodGroup
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.status import SUCCESS, Status, failure


def generate_placements(handle: Handle, group: PodGroup) -> tuple[dict[str, list[int]], Status]:
    """Return the nodes of each value of the topology key, by index, and an error if bound members span several.

    Nodes without the label are in none; members that are bound leave only the value of their node.
    """
    nodes, key = handle.snapshot.nodes, group.topology_key
    domain: str | None = None
    for pod, name in handle.pod_groups.scheduled(group.key).items():
        labels = nodes[handle.snapshot.index[name]].labels if name in handle.snapshot.index else {}
        if key not in labels:
            return {}, _undetermined(f"no topology domain found for pod {pod}")
        if domain not in (None, labels[key]):
            return {}, _undetermined(f"more than 1 domain found for pod group: {domain}, {labels[key]}")
        domain = labels[key]
    placements: dict[str, list[int]] = {}
    for i, node in enumerate(nodes):
        if key in node.labels and domain in (None, node.labels[key]):
            placements.setdefault(node.labels[key], []).append(i)
    return {name: placements[name] for name in sorted(placements)}, SUCCESS


def _undetermined(reason: str) -> Status:
    return failure(f"cannot determine domain for already scheduled pods: {reason}")
