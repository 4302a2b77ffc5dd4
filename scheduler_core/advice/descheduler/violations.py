"""Pods that would not be placed where they are: by taints, node affinity or anti-affinity.

Follows pkg/framework/plugins/{removepodsviolatingnodetaints,removepodsviolatingnodeaffinity,
removepodsviolatinginterpodantiaffinity} of descheduler 0.36.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.affinity import PodAffinityTerm
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.plugins.helper import required_node_affinity, untolerated

from .cluster import DeschedulerCluster


def remove_pods_violating_node_taints(cluster: DeschedulerCluster) -> None:
    """Evict pods that do not tolerate a taint NoSchedule of their node."""
    for row in cluster.rows:
        for pod in cluster.evictable_on(row):
            taint = untolerated(cluster.nodes[row].taints, pod.template.tolerations, ("NoSchedule",))
            if taint is not None:
                cluster.evict(pod, "taint", taint=str(taint))


def remove_pods_violating_node_affinity(cluster: DeschedulerCluster) -> None:
    """Evict pods with required node affinity that no longer matches their node, if another one would take them."""
    for row in cluster.rows:
        for pod in cluster.evictable_on(row):
            template = pod.template
            if template.affinity.node.required is None:
                continue
            matches = required_node_affinity(cluster.snapshot.columns, template)[row]
            if not matches and cluster.fits(pod, cluster.rows):
                cluster.evict(pod, "node-affinity")


def remove_pods_violating_inter_pod_anti_affinity(cluster: DeschedulerCluster) -> None:
    """Evict pods whose required anti-affinity a pod of the same domain meets, one after another."""
    for row in cluster.rows:
        for pod in cluster.by_priority(cluster.snapshot.pods_on(row)):
            if not cluster.is_evictable(pod):
                continue
            for term in pod.template.affinity.pod_anti.required:
                if other := _violator(cluster, pod, row, term):
                    cluster.evict(pod, "anti-affinity", key=term.topology_key, other=other)
                    break


def _violator(cluster: DeschedulerCluster, pod: Pod, row: int, term: PodAffinityTerm) -> str:
    """Return a pod that the term keeps out of the domain of this node, "" if there is none."""
    value = cluster.nodes[row].labels.get(term.topology_key)
    for other, at in cluster.snapshot.pods():
        if other.key == pod.key or not cluster.matches(term, other):
            continue
        shares_domain = value and cluster.nodes[at].labels.get(term.topology_key) == value
        if at == row or shares_domain:
            return other.key
    return ""
