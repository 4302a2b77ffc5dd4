"""How many pods there are in each domain of a topology, and where the next one may go.

Mirrors pkg/controllers/provisioning/scheduling/topologygroup.go @ v1.13.0. Where Go picks any domain of several, the
first by name is taken, and the others are told.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import Enum

from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.requirement import Requirement, one_of
from scheduler_core.autoscaling.objects.requirements import Requirements
from scheduler_core.autoscaling.objects.selectors import PodSelector
from scheduler_core.kubernetes.objects.node import HOSTNAME, Taint

from .topologynodefilter import ALL_NODES, TopologyNodeFilter

_MAX_INT32 = 2**31 - 1
_SHOWN = 25  # domains that an error lists


class TopologyType(Enum):
    """What keeps pods apart or together."""

    SPREAD = "topology spread"
    AFFINITY = "pod affinity"
    ANTI_AFFINITY = "pod anti-affinity"


@dataclass(frozen=True, slots=True)
class NextDomain:
    """The domains that a pod may go to; `equal` are those of which one was picked, if it may be another one."""

    requirement: Requirement
    equal: tuple[str, ...] = ()


class TopologyGroup:
    """The pods that a selector selects, counted by domain."""

    def __init__(
        self,
        type: TopologyType,
        key: str,
        namespaces: frozenset[str],
        selector: PodSelector,
        domains: Iterable[str],
        *,
        max_skew: int = _MAX_INT32,
        min_domains: int | None = None,
        node_filter: TopologyNodeFilter = ALL_NODES,
    ) -> None:
        self.type = type
        self.key = key
        self.namespaces = namespaces
        self.selector = selector
        self.max_skew = max_skew
        self.min_domains = min_domains
        self.node_filter = node_filter
        self.counts = dict.fromkeys(domains, 0)
        self.empty = set(self.counts)
        self.any_domain = Requirement(key)
        self._no_domain = Requirement(key, complement=False)

    @property
    def identity(self) -> Hashable:
        """What pods have in common that share a group (Hash): `min_domains` is not part of it."""
        return (
            self.type,
            self.key,
            self.namespaces,
            self.max_skew,
            self.node_filter.identity,
            self.selector.identity,
        )

    def selects(self, pod: Pod) -> bool:
        return pod.namespace in self.namespaces and self.selector.selects.matches(pod.labels)

    def counts_pod(self, pod: Pod, taints: tuple[Taint, ...], requirements: Requirements) -> bool:
        """Return whether a pod counts if it is placed on a node with these taints and requirements (Counts)."""
        return self.selects(pod) and self.node_filter.matches(taints, requirements)

    def record(self, domains: Iterable[str]) -> None:
        for domain in domains:
            self.counts[domain] = self.counts.get(domain, 0) + 1
            self.empty.discard(domain)

    def register(self, domain: str) -> None:
        if domain not in self.counts:
            self.counts[domain] = 0
            self.empty.add(domain)

    def next_domain(self, pod: Pod, pod_domains: Requirement, node_domains: Requirement) -> NextDomain:
        """Return where the pod may go, of what it and the node allow (Get)."""
        # A new NodeClaim's hostname is not registered before a pod is added.
        host = next(iter(node_domains.values)) if self._is_host(node_domains) else None
        match self.type:
            case TopologyType.SPREAD:
                return self._next_of_spread(pod, pod_domains, node_domains, host)
            case TopologyType.AFFINITY:
                return self._next_of_affinity(pod, pod_domains, node_domains, host)
            case TopologyType.ANTI_AFFINITY:
                return NextDomain(self._next_of_anti_affinity(pod_domains, node_domains, host))

    def _is_host(self, node_domains: Requirement) -> bool:
        return self.key == HOSTNAME and len(node_domains.values) == 1

    def _next_of_spread(
        self, pod: Pod, pod_domains: Requirement, node_domains: Requirement, host: str | None
    ) -> NextDomain:
        added = 1 if self.selects(pod) else 0
        if host is not None:
            # There can always be one more host, so the smallest count is 0.
            fits = self.counts.get(host, 0) + added <= self.max_skew
            return NextDomain(one_of(self.key, host) if fits else self._no_domain)
        most = self.max_skew + self._smallest_count(pod_domains) - added
        allowed = [
            (count, domain)
            for domain, count in self._counts_within(node_domains)
            if count <= most and node_domains.allows(domain)
        ]
        if not allowed:
            return NextDomain(self._no_domain)
        count, domain = min(allowed)
        equal = tuple(sorted(d for c, d in allowed if c == count))
        return NextDomain(one_of(self.key, domain), equal if len(equal) > 1 else ())

    def _counts_within(self, node_domains: Requirement) -> Iterable[tuple[str, int]]:
        if node_domains.complement:
            return self.counts.items()
        return [(domain, self.counts[domain]) for domain in node_domains.values if domain in self.counts]

    def _smallest_count(self, pod_domains: Requirement) -> int:
        if self.key == HOSTNAME:
            return 0
        counts = [count for domain, count in self.counts.items() if pod_domains.allows(domain)]
        if self.min_domains is not None and len(counts) < self.min_domains:
            return 0
        return min(counts, default=_MAX_INT32)

    def _next_of_affinity(
        self, pod: Pod, pod_domains: Requirement, node_domains: Requirement, host: str | None
    ) -> NextDomain:
        if host is not None:
            joins = self.counts.get(host, 0) > 0 or self._may_be_first(pod, pod_domains)
            return NextDomain(
                one_of(self.key, host) if pod_domains.allows(host) and joins else self._no_domain
            )
        occupied = [
            domain
            for domain, count in self._counts_within(node_domains)
            if count > 0 and pod_domains.allows(domain) and node_domains.allows(domain)
        ]
        if occupied:
            return NextDomain(one_of(self.key, *occupied))
        if not self._may_be_first(pod, pod_domains):
            return NextDomain(self._no_domain)
        common = pod_domains.intersection(node_domains)
        of_node = sorted(filter(common.allows, self.counts))
        of_pod = sorted(filter(pod_domains.allows, self.counts))
        return NextDomain(
            one_of(self.key, *of_node[:1], *of_pod[:1]), tuple(of_node if len(of_node) > 1 else ())
        )

    def _may_be_first(self, pod: Pod, pod_domains: Requirement) -> bool:
        """Return whether a pod that selects itself has nothing to join: no pod, or none where it may go."""
        return self.selects(pod) and (
            len(self.counts) == len(self.empty)
            or not any(count > 0 and pod_domains.allows(domain) for domain, count in self.counts.items())
        )

    def _next_of_anti_affinity(
        self, pod_domains: Requirement, node_domains: Requirement, host: str | None
    ) -> Requirement:
        if host is not None:
            return self._no_domain if self.counts.get(host, 0) else one_of(self.key, host)
        empty = [d for d in self.empty if node_domains.allows(d) and pod_domains.allows(d)]
        return one_of(self.key, *empty) if empty else self._no_domain

    @property
    def counts_text(self) -> str:
        shown = [f"{domain}: {count}" for domain, count in sorted(self.counts.items())[:_SHOWN]]
        more = len(self.counts) - len(shown)
        return ", ".join(shown) + (f" and {more} other(s)" if more else "")


@dataclass(frozen=True, slots=True)
class UnsatisfiableTopology:
    """No domain of a group is left for the pod. What it says of the counts is what they are at the end of the pass."""

    group: TopologyGroup
    pod_domains: Requirement
    node_domains: Requirement

    def __str__(self) -> str:
        return (
            f"unsatisfiable topology constraint for {self.group.type.value}, key={self.group.key} "
            f"(counts = {self.group.counts_text}, podDomains = {self.pod_domains}, nodeDomains = {self.node_domains}"
        )
