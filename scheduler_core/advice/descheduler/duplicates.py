"""Follows pkg/framework/plugins/removeduplicates of descheduler 0.36."""

from __future__ import annotations

from collections import Counter
from math import ceil

from scheduler_core.kubernetes.objects.pod import Pod

from .cluster import DeschedulerCluster

_Owner = tuple[str, str, str, tuple[str, ...]]


def remove_duplicates(cluster: DeschedulerCluster) -> None:
    """Evict pods of one owner and image from nodes that have more of them than an even spread would give."""
    pods: dict[_Owner, dict[int, list[Pod]]] = {}
    total: Counter[_Owner] = Counter()
    for row in cluster.rows:
        for pod in cluster.evictable_on(row):
            if (owner := _owner(pod)) is not None:
                total[owner] += 1
                pods.setdefault(owner, {}).setdefault(row, []).append(pod)
    for owner, by_node in pods.items():
        duplicates = {row: listed[1:] for row, listed in by_node.items() if len(listed) > 1}
        targets = _targets(cluster, [pod for listed in duplicates.values() for pod in listed])
        if len(targets) < 2:
            continue
        average = ceil(total[owner] / len(targets))
        for listed in duplicates.values():
            for pod in listed[average - 1 :] if len(listed) + 1 > average else ():
                operands = {"pods": len(listed) + 1, "average": average, "nodes": len(targets)}
                cluster.evict(pod, "duplicate", **operands)


def _owner(pod: Pod) -> _Owner | None:
    controller = pod.template.controller
    if controller is None:
        return None
    return pod.namespace, controller.kind, controller.name, tuple(sorted(pod.template.images))


def _targets(cluster: DeschedulerCluster, pods: list[Pod]) -> set[int]:
    """Return the nodes on which the pods may run, if that are more than one for a class (getTargetNodes)."""
    targets: set[int] = set()
    for template in dict.fromkeys(pod.template for pod in pods):
        mask = cluster.may_run(template)
        rows = {row for row in cluster.rows if mask[row]}
        if len(rows) > 1:
            targets |= rows
    return targets
