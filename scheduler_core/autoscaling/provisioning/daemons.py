"""What daemon pods will take on a node.

Mirrors getDaemonSetPods of pkg/controllers/provisioning/provisioner.go, and isDaemonPodCompatible of
pkg/controllers/provisioning/scheduling/scheduler.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.quantities import UNIT, Quantity, merged
from scheduler_core.autoscaling.objects.requirements import of_labels
from scheduler_core.autoscaling.objects.taints import untolerated
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.hostportusage import HostPortUsage
from scheduler_core.autoscaling.state.statenode import StateNode

from .nodeclaimtemplate import NodeClaimTemplate
from .preferences import relax_required_node_affinity, tolerate_preferred


class DaemonPods:
    """One pod of each DaemonSet.

    A required term of node affinity that a NodePool does not meet is dropped for all NodePools and nodes that are
    looked at later: Karpenter changes the pod itself.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._well_known = cluster.settings.well_known
        self._pods = []
        for daemonset in cluster.objects.daemonsets:
            pod = cluster.daemon_pod(daemonset) or daemonset.template
            if daemonset.required_terms is not None:
                pod = replace(pod, required_terms=daemonset.required_terms)
            if not (pod.claims_devices and cluster.settings.ignores_device_claims):
                self._pods.append(pod)

    def set_overhead(self, template: NodeClaimTemplate) -> None:
        """Set what daemons request on the nodes of a NodePool."""
        template.daemon_requests = total_requests(self._on(template))

    def set_ports(self, template: NodeClaimTemplate) -> None:
        template.daemon_ports = HostPortUsage(self._on(template))

    def _on(self, template: NodeClaimTemplate) -> list[Pod]:
        return [self._pods[i] for i in range(len(self._pods)) if self._is_compatible(i, template)]

    def _is_compatible(self, i: int, template: NodeClaimTemplate) -> bool:
        if tolerating := tolerate_preferred(self._pods[i]):
            self._pods[i], _ = tolerating
        if untolerated(template.nodepool.taints, self._pods[i].tolerations):
            return False
        while template.requirements.incompatible(self._pods[i].strict_requirements, self._well_known):
            relaxed = relax_required_node_affinity(self._pods[i])
            if relaxed is None:
                return False
            self._pods[i], _ = relaxed
        return True

    def on_node(self, node: StateNode) -> dict[str, Quantity]:
        """Return what the daemons request that should run on a node."""
        labels = of_labels(node.labels)
        return total_requests(
            pod
            for pod in self._pods
            if untolerated(node.taints, pod.tolerations) is None
            and labels.incompatible(pod.strict_requirements) is None
        )


def total_requests(pods: Iterable[Pod]) -> dict[str, Quantity]:
    """Return the sum of requests, with the number of pods (RequestsForPods)."""
    pods = list(pods)
    total = merged(*(pod.quantities for pod in pods))
    return {**total, "pods": Quantity(len(pods) * UNIT, "exponent")}
