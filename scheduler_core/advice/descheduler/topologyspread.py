"""Follows pkg/framework/plugins/removepodsviolatingtopologyspreadconstraint of descheduler 0.36.

Only constraints DoNotSchedule, its default, and pods that may be evicted count.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, TopologySpreadConstraint
from scheduler_core.scheduler.cluster.columns import BoolArray
from scheduler_core.scheduler.plugins.helper import required_node_affinity, tolerated_nodes

from .cluster import DeschedulerCluster


@dataclass
class _Domain:
    value: str
    pods: list[Pod]


def remove_pods_violating_topology_spread_constraint(cluster: DeschedulerCluster) -> None:
    """Evict pods of domains that exceed maxSkew, as many as an even spread would move."""
    pods = [pod for row in cluster.rows for pod in cluster.evictable_on(row)]
    chosen: dict[str, tuple[Pod, dict[str, str | int]]] = {}
    for namespace in dict.fromkeys(pod.namespace for pod in pods):
        listed = [pod for pod in pods if pod.namespace == namespace]
        for template, constraint in _constraints(listed):
            for pod, operands in _surplus(cluster, listed, template, constraint):
                chosen.setdefault(pod.key, (pod, operands))
    for pod, operands in chosen.values():
        cluster.evict(pod, "skew", **operands)


def _constraints(pods: list[Pod]) -> Iterator[tuple[PodTemplate, TopologySpreadConstraint]]:
    """Yield the distinct constraints, each with a pod class that has it."""
    distinct: dict[Hashable, tuple[PodTemplate, TopologySpreadConstraint]] = {}
    for template in dict.fromkeys(pod.template for pod in pods):
        for constraint in template.spread:
            if constraint.when_unsatisfiable == "DoNotSchedule":
                affinity = template.affinity.node.required, tuple(template.node_selector.items())
                distinct.setdefault((constraint, affinity, template.tolerations), (template, constraint))
    yield from distinct.values()


def _surplus(
    cluster: DeschedulerCluster, pods: list[Pod], template: PodTemplate, constraint: TopologySpreadConstraint
) -> Iterator[tuple[Pod, dict[str, str | int]]]:
    """Yield the pods that leave domains for one constraint, with the operands of the skew (balanceDomains)."""
    eligible = _eligible(cluster, template, constraint)
    domains = _domains(cluster, pods, constraint, eligible)
    sizes = [len(domain.pods) for domain in domains]
    if not sizes or max(sizes) - min(sizes) <= constraint.max_skew:
        return
    average = sum(sizes) / len(sizes)
    operands: dict[str, str | int] = {
        "key": constraint.topology_key,
        "skew": max(sizes) - min(sizes),
        "max_skew": constraint.max_skew,
    }
    below = {domain.value for domain in domains if len(domain.pods) < average}
    targets = [
        row
        for row in cluster.rows
        if eligible[row] and cluster.nodes[row].labels.get(constraint.topology_key) in below
    ]
    for pod in _leaving(cluster, domains, average, constraint.max_skew, targets):
        yield pod, operands


def _eligible(
    cluster: DeschedulerCluster, template: PodTemplate, constraint: TopologySpreadConstraint
) -> BoolArray:
    columns = cluster.snapshot.columns
    eligible = np.ones(len(cluster.nodes), dtype=bool)
    if constraint.node_affinity_policy == "Honor":
        eligible &= required_node_affinity(columns, template)
    if constraint.node_taints_policy == "Honor":
        eligible &= tolerated_nodes(columns, template.tolerations)
    return eligible


def _domains(
    cluster: DeschedulerCluster,
    pods: list[Pod],
    constraint: TopologySpreadConstraint,
    eligible: BoolArray,
) -> list[_Domain]:
    """Return the domains, the smallest first, each with the pods that leave it last at the front (sortDomains)."""
    labels = [node.labels.get(constraint.topology_key) for node in cluster.nodes]
    pods_of: dict[str, list[Pod]] = {}
    for row in cluster.rows:
        if eligible[row] and (value := labels[row]) is not None:
            pods_of.setdefault(value, [])
    for pod in pods:
        at = cluster.snapshot.node_of(pod.key)
        value = None if at is None else labels[at]
        if value is not None and constraint.selector.matches(pod.template.labels):
            pods_of.setdefault(value, []).append(pod)
    domains = [_Domain(value, sorted(listed, key=_kept_first)) for value, listed in pods_of.items()]
    return sorted(domains, key=lambda domain: len(domain.pods))


def _kept_first(pod: Pod) -> tuple[bool, int]:
    """Return what sorts pods: those bound to nodes stay longest, then those of low priority.

    comparePodsByPriority makes the pods of high priority leave first, contrary to its comment.
    """
    template = pod.template
    node_affinity = template.affinity.node
    is_bound = bool(template.node_selector or node_affinity.required or node_affinity.preferred)
    return not is_bound, template.priority


def _leaving(
    cluster: DeschedulerCluster, domains: list[_Domain], average: float, max_skew: int, targets: list[int]
) -> Iterator[Pod]:
    """Move pods from large domains to small ones, on paper; yield those that fit on a node of a small domain."""
    low, high = 0, len(domains) - 1
    while low < high:
        if len(domains[high].pods) <= average:
            high -= 1
        small, large = domains[low].pods, domains[high].pods
        skew = len(large) - len(small)
        moved = min(ceil(len(large) - average), ceil(average - len(small)), ceil((skew - max_skew) / 2))
        if skew <= max_skew or moved <= 0:
            low += 1
            continue
        large.sort(key=lambda pod: cluster.fits_elsewhere(pod, targets))
        leaving = large[-moved:]
        yield from [pod for pod in leaving if cluster.fits_elsewhere(pod, targets)]
        del large[-moved:]
        small += leaving
