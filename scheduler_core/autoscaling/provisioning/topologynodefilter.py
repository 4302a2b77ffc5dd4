"""Which nodes a spread counts (pkg/controllers/provisioning/scheduling/topologynodefilter.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from scheduler_core.autoscaling.objects.pod import Pod, SpreadConstraint
from scheduler_core.autoscaling.objects.requirements import Requirements, of_labels
from scheduler_core.autoscaling.objects.selectors import as_set
from scheduler_core.autoscaling.objects.taints import untolerated
from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.pod import Toleration


@dataclass(frozen=True, slots=True)
class TopologyNodeFilter:
    """The nodes that a pod may run on, as far as its spread wants that; terms are alternatives."""

    terms: tuple[Requirements, ...] = ()
    tolerations: tuple[Toleration, ...] = ()
    honors_affinity: bool = False
    honors_taints: bool = False

    def matches(self, taints: tuple[Taint, ...], requirements: Requirements) -> bool:
        """Return whether a node counts; it must define the labels, well-known ones too."""
        allowed = any(requirements.incompatible(term) is None for term in self.terms)
        if self.honors_affinity and not allowed:
            return False
        return not self.honors_taints or untolerated(taints, self.tolerations) is None

    @property
    def identity(self) -> Hashable:
        """What tells filters apart when they are hashed: of requirements only their keys, of lists no repetitions."""
        terms = as_set(frozenset(term) for term in self.terms)
        return terms, as_set(self.tolerations), self.honors_affinity, self.honors_taints


ALL_NODES = TopologyNodeFilter()


def spread_filter(pod: Pod, constraint: SpreadConstraint) -> TopologyNodeFilter:
    selector = of_labels(pod.node_selector)
    terms = [selector.plus(*term.requirements.values()) for term in pod.required_terms]
    return TopologyNodeFilter(
        tuple(terms or [selector]),
        pod.tolerations,
        constraint.affinity_policy == "Honor",
        constraint.taints_policy == "Honor",
    )
