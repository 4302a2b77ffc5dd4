"""The topology groups of a pass: which pods they hold for, and what they require of a node.

Mirrors topology.go and topologydomaingroup.go of pkg/controllers/provisioning/scheduling @ v1.13.0. Groups are tried in
the order in which they were made.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core import allowance
from scheduler_core.autoscaling.objects.instance_types import InstanceTypes
from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.pod import Pod, PodTerm, SpreadConstraint
from scheduler_core.autoscaling.objects.requirements import Requirements, of_labels
from scheduler_core.autoscaling.objects.taints import untolerated
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.statenode import StateNode
from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.node import HOSTNAME, Taint

from .topologygroup import TopologyGroup, TopologyType, UnsatisfiableTopology
from .topologynodefilter import spread_filter

_NO_LABELS: Labels = {}
_Groups = tuple[TopologyGroup, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """Several domains were equally good for a pod, and Karpenter may have taken another one."""

    pod: str
    key: str
    domains: tuple[str, ...]


class _DomainGroup:
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


def _build_domain_group(
    key: str, nodepools: Iterable[NodePool], types: Mapping[str, InstanceTypes]
) -> _DomainGroup:
    """Return the domains of a label.

    These are the values of instance types that their NodePool allows, and those that a NodePool lists itself. A value
    that is excluded (NotIn) counts too: Karpenter looks at the values only.
    """
    group = _DomainGroup()
    for pool in nodepools:
        if pool.name not in types:
            continue
        own = pool.labelled_requirements.of(key)
        for required in types[pool.name].requirements_on(key):
            group.insert(own.intersection(required).values if required else own.values, pool.taints)
        if own.operator == "In":
            group.insert(own.values, pool.taints)
    return group


class Topology:
    """The groups of spreads, affinities and anti-affinities.

    `_inverse` are anti-affinities seen from the pods that they keep away. `pods` are those of the pass: where they run
    now does not count.
    """

    def __init__(
        self,
        cluster: Cluster,
        nodes: Sequence[StateNode],
        nodepools: Sequence[NodePool],
        types: Mapping[str, InstanceTypes],
        pods: Iterable[Pod],
    ) -> None:
        self._cluster = cluster
        self._nodes = nodes
        self._nodepools = nodepools
        self._types = types
        self._domain_groups: dict[str, _DomainGroup] = {}
        self._groups: dict[Hashable, TopologyGroup] = {}
        self._order: dict[TopologyGroup, int] = {}
        self._inverse: dict[Hashable, TopologyGroup] = {}
        self._owned: dict[str, _Groups] = {}
        self._kept_away: dict[str, tuple[int, _Groups]] = {}
        self._owned_inverse: dict[str, list[TopologyGroup]] = {}
        pods = tuple(pods)
        self._excluded = {pod.uid for pod in pods}
        self._add_bound_anti_affinities()
        for pod in pods:
            self.update(pod)

    def _add_bound_anti_affinities(self) -> None:
        """Add the required anti-affinities of pods that are bound to a node (updateInverseAffinities)."""
        nodes = {node.node.name: node.node for node in self._cluster.nodes if node.node is not None}
        for pod in self._cluster.objects.pods:
            if pod.uid not in self._excluded and pod.node_name in nodes and not pod.terminal:
                self._add_inverse(pod, nodes[pod.node_name].labels)

    def update(self, pod: Pod) -> None:
        """Make the groups hold for the pod as it is now, relaxed or not."""
        self._add_inverse(pod, _NO_LABELS)
        groups = [self._of_spread(pod, constraint) for constraint in self._constraints(pod)]
        for type, term in self._terms(pod):
            groups.append(self._of_term(type, term, pod))
        owned = []
        for group in groups:
            known = self._groups.get(group.identity)
            if known is None:
                self._count(group)
                self._order[group] = len(self._order)
                known = self._groups[group.identity] = group
            owned.append(known)
        self._owned[pod.uid] = tuple(sorted(set(owned), key=self._order.__getitem__))

    def _constraints(self, pod: Pod) -> Iterable[SpreadConstraint]:
        ignored = self._cluster.settings.ignores_preferences
        return (c for c in pod.spread if not ignored or c.when_unsatisfiable == "DoNotSchedule")

    def _terms(self, pod: Pod) -> Iterable[tuple[TopologyType, PodTerm]]:
        ignored = self._cluster.settings.ignores_preferences
        for type, terms in (
            (TopologyType.AFFINITY, pod.affinity),
            (TopologyType.ANTI_AFFINITY, pod.anti_affinity),
        ):
            for term in (*terms.required, *(() if ignored else terms.preferred)):
                yield type, term

    def _of_spread(self, pod: Pod, constraint: SpreadConstraint) -> TopologyGroup:
        node_filter = spread_filter(pod, constraint)
        domains = self._domain_group(constraint.topology_key).domains(
            pod, honors_taints=node_filter.honors_taints
        )
        return TopologyGroup(
            TopologyType.SPREAD,
            constraint.topology_key,
            frozenset((pod.namespace,)),
            constraint.selector,
            domains,
            max_skew=constraint.max_skew,
            min_domains=constraint.min_domains,
            node_filter=node_filter,
        )

    def _of_term(self, type: TopologyType, term: PodTerm, pod: Pod) -> TopologyGroup:
        # A policy for taints there is not, so those of NodePools are always looked at.
        domains = self._domain_group(term.topology_key).domains(pod, honors_taints=True)
        return TopologyGroup(type, term.topology_key, self._namespaces(pod, term), term.selector, domains)

    def _domain_group(self, key: str) -> _DomainGroup:
        group = self._domain_groups.get(key)
        if group is None:
            group = self._domain_groups[key] = _build_domain_group(key, self._nodepools, self._types)
        return group

    def _namespaces(self, pod: Pod, term: PodTerm) -> frozenset[str]:
        if term.namespace_selector.selects.nothing:
            return frozenset(term.namespaces or (pod.namespace,))
        selected = (
            name
            for name, labels in self._cluster.objects.namespaces.items()
            if term.namespace_selector.selects.matches(labels)
        )
        return frozenset((*selected, *term.namespaces))

    def _add_inverse(self, pod: Pod, node_labels: Labels) -> None:
        """Keep the pods away that the pod's required anti-affinity selects (updateInverseAntiAffinity)."""
        owned = self._owned_inverse.setdefault(pod.uid, []) if pod.anti_affinity.required else []
        for term in pod.anti_affinity.required:
            made = self._of_term(TopologyType.ANTI_AFFINITY, term, pod)
            group = self._inverse.setdefault(made.identity, made)
            if group.key in node_labels:
                group.record((node_labels[group.key],))
            if group not in owned:
                owned.append(group)

    def _count(self, group: TopologyGroup) -> None:
        """Count the pods of the cluster, and register the domains of its nodes (countDomains)."""
        allowance.check()
        for state in self._nodes:
            node = state.node
            if node is None or not group.node_filter.matches(node.taints, of_labels(node.labels)):
                continue
            if group.key in state.labels:
                group.register(state.labels[group.key])
        for name, pods in self._cluster.pods_on.items():
            node = self._cluster.nodes_by_name.get(name)
            if node is None:
                continue
            domain = node.labels.get(group.key, name if group.key == HOSTNAME else None)
            if domain is None:
                continue
            counted = [
                pod
                for pod in pods
                if pod.active
                and pod.namespace in group.namespaces
                and group.selector.lists.matches(pod.labels)
                and pod.uid not in self._excluded
            ]
            if counted and group.node_filter.matches(node.taints, of_labels(node.labels)):
                group.record([domain] * len(counted))

    def register(self, key: str, domain: str) -> None:
        """Make a domain known to the groups of its label."""
        for groups in (self._groups, self._inverse):
            for group in groups.values():
                if group.key == key:
                    group.register(domain)

    def record(self, pod: Pod, taints: tuple[Taint, ...], requirements: Requirements) -> None:
        """Count a pod that is placed on a node with these taints and requirements."""
        for group in self._groups.values():
            if not group.counts_pod(pod, taints, requirements):
                continue
            domains = requirements.of(group.key)
            if group.type is TopologyType.ANTI_AFFINITY:
                group.record(domains.values)  # all where it may land are taken
            elif domains.only is not None:
                group.record((domains.only,))
        for group in self._owned_inverse.get(pod.uid, ()):
            group.record(requirements.of(group.key).values)

    def add_requirements(
        self, pod: Pod, strict: Requirements, node: Requirements
    ) -> tuple[Requirements, tuple[Tie, ...]] | UnsatisfiableTopology:
        """Return the node's requirements tightened to the domains that the pod may go to."""
        groups = (*self._owned.get(pod.uid, ()), *self._keeping_away(pod))
        if not groups:
            return node, ()
        domains, ties = [], []
        for group in groups:
            pod_domains = strict.get(group.key, group.any_domain)
            node_domains = node.get(group.key, group.any_domain)
            found = group.next_domain(pod, pod_domains, node_domains)
            if found.requirement.nothing:
                return UnsatisfiableTopology(group, pod_domains, node_domains)
            if found.equal:
                ties.append(Tie(pod.key, group.key, found.equal))
            domains.append(found.requirement)
        return node.plus(*domains), tuple(ties)

    def _keeping_away(self, pod: Pod) -> _Groups:
        """Return the anti-affinities of others that select the pod."""
        count, groups = self._kept_away.get(pod.uid, (-1, ()))
        if count != len(self._inverse):
            groups = tuple(group for group in self._inverse.values() if group.selects(pod))
            self._kept_away[pod.uid] = len(self._inverse), groups
        return groups
