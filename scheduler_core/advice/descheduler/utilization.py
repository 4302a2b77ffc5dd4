"""Follows nodeutilization.go and its two policies in pkg/framework/plugins/nodeutilization of descheduler 0.36.

Requests are what counts as use, as without a metrics source; the thresholds are those of its chart.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, PODS
from scheduler_core.scheduler.cluster.snapshot import POD_COUNT
from scheduler_core.scheduler.plugins.helper import DO_NOT_SCHEDULE, untolerated

from .cluster import DeschedulerCluster

LOW, HIGH = 20, 50  # percent
_RESOURCES = (CPU, MEMORY, PODS)


@dataclass
class _Usage:
    """What a node's pods request, and what it has."""

    row: int
    used: dict[str, int]
    capacity: dict[str, int]

    def percent(self, resource: str) -> float:
        capacity = self.capacity[resource]
        return self.used[resource] / capacity * 100 if capacity > 0 else 0.0

    def limit(self, resource: str) -> int:
        """Return the amount at which the node is used too much."""
        return int(HIGH * 0.01 * self.capacity[resource])

    @property
    def is_low(self) -> bool:
        return all(self.percent(resource) <= LOW for resource in _RESOURCES)

    @property
    def is_high(self) -> bool:
        return any(self.percent(resource) > HIGH for resource in _RESOURCES)

    @property
    def exceeds_limit(self) -> bool:
        return any(self.used[resource] > self.limit(resource) for resource in _RESOURCES)


def low_node_utilization(cluster: DeschedulerCluster) -> None:
    """Evict pods of nodes that are used by more than half, if others are used by less than a fifth."""
    usages = [_usage(cluster, row) for row in cluster.rows]
    low = [u for u in usages if u.is_low and not cluster.nodes[u.row].unschedulable]
    high = [u for u in usages if u.is_high and u not in low]
    if not low or not high or len(low) == len(usages):
        return
    room = {name: sum(usage.limit(name) - usage.used[name] for usage in low) for name in _RESOURCES}
    high.sort(key=lambda usage: -sum(usage.used.values()))
    for usage in high:
        _relieve(cluster, usage, low, room)


def _relieve(cluster: DeschedulerCluster, usage: _Usage, low: list[_Usage], room: dict[str, int]) -> None:
    """Evict pods of a node until it is used no more than it should be, or the others have no more room."""
    busiest = max(_RESOURCES, key=usage.percent)
    for pod in cluster.by_priority(cluster.evictable_on(usage.row)):
        if not usage.exceeds_limit or min(room.values()) < 1:
            return
        if not any(_tolerates(cluster, pod, node.row) for node in low):
            continue
        percent = round(usage.percent(busiest))
        if cluster.evict(pod, "utilization", resource=busiest, percent=percent, limit=HIGH):
            for name in _RESOURCES:
                amount = 1 if name == PODS else pod.template.requests.get(name, 0)
                usage.used[name] -= amount
                room[name] -= amount


def high_node_utilization(cluster: DeschedulerCluster) -> None:
    """Evict the pods of nodes that are used by less than a fifth, if they fit on the others."""
    usages = [_usage(cluster, row) for row in cluster.rows]
    low = [usage for usage in usages if usage.is_low]
    others = [u for u in usages if u not in low and not cluster.nodes[u.row].unschedulable]
    if not low or not others:
        return
    room = {name: sum(usage.capacity[name] - usage.used[name] for usage in others) for name in _RESOURCES}
    low.sort(key=lambda usage: sum(usage.used.values()))
    for usage in low:
        busiest = max(_RESOURCES, key=usage.percent)
        for pod in cluster.by_priority(cluster.evictable_on(usage.row)):
            if min(room.values()) < 1:
                return
            if not cluster.fits_elsewhere(pod, [other.row for other in others]):
                continue
            percent = round(usage.percent(busiest))
            if cluster.evict(pod, "underutilization", resource=busiest, percent=percent, limit=LOW):
                for name in _RESOURCES:
                    room[name] -= 1 if name == PODS else pod.template.requests.get(name, 0)


def _usage(cluster: DeschedulerCluster, row: int) -> _Usage:
    snapshot = cluster.snapshot
    used = {name: int(snapshot.requested[POD_COUNT if name == PODS else name][row]) for name in _RESOURCES}
    return _Usage(row, used, {name: int(snapshot.allocatable[name][row]) for name in _RESOURCES})


def _tolerates(cluster: DeschedulerCluster, pod: Pod, row: int) -> bool:
    return untolerated(cluster.nodes[row].taints, pod.template.tolerations, DO_NOT_SCHEDULE) is None
