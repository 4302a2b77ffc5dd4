"""The domains that new nodes can be in, with the taints there.

Mirrors pkg/controllers/provisioning/scheduling/topologydomaingroup.go, and buildDomainGroups of topology.go, @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scheduler_core.autoscaling.objects.instance_types import InstanceTypes
from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.taints import untolerated
from scheduler_core.kubernetes.objects.node import Taint


class TopologyDomainGroup:
    """The values of one label, each with the taints of the NodePools that have it."""

    def __init__(self) -> None:
        self._taints: dict[str, set[tuple[Taint, ...]]] = {}

    def insert(self, domains: Iterable[str], taints: tuple[Taint, ...]) -> None:
        for domain in domains:
            self._taints.setdefault(domain, set()).add(taints)

    def domains(self, pod: Pod, *, honors_taints: bool) -> Iterator[str]:
        """Yield the domains; if taints are honored, those where a NodePool's are tolerated."""
        for domain, groups in self._taints.items():
            if not honors_taints or any(untolerated(taints, pod.tolerations) is None for taints in groups):
                yield domain


def build_domain_group(
    key: str, nodepools: Iterable[NodePool], types: Mapping[str, InstanceTypes]
) -> TopologyDomainGroup:
    """Return the domains of a label.

    These are the values of instance types that their NodePool allows, and those that a NodePool lists itself. A value
    that is excluded (NotIn) counts too: Karpenter looks at the values only.
    """
    group = TopologyDomainGroup()
    for pool in nodepools:
        if pool.name not in types:
            continue
        own = pool.labelled_requirements.of(key)
        for required in types[pool.name].requirements_on(key):
            group.insert(own.intersection(required).values if required else own.values, pool.taints)
        if own.operator == "In":
            group.insert(own.values, pool.taints)
    return group
