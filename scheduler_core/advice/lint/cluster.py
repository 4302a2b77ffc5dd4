"""Which nodes of the cluster a class of pods can use, and which domains these make."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.node import Node, Taint
from scheduler_core.kubernetes.objects.pod import PodTemplate, Toleration, TopologySpreadConstraint
from scheduler_core.scheduler.cluster.accounting import accounting
from scheduler_core.scheduler.cluster.columns import BoolArray
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.plugins.helper import required_node_affinity, tolerated_nodes, tolerates
from scheduler_core.scheduler.plugins.podtopologyspread.common import has_all_keys, included_nodes
from scheduler_core.simulation.run.scenario import Scenario

_CORDON = Taint("node.kubernetes.io/unschedulable", "", "NoSchedule")


@dataclass(eq=False)
class ClusterFacts:
    """The nodes of a scenario in columns."""

    handle: Handle

    @classmethod
    def of(cls, scenario: Scenario) -> ClusterFacts:
        objects = scenario.objects
        snapshot = Snapshot.of(objects, accounting(scenario.version))
        return cls(Handle(snapshot, objects, scenario.version))

    @property
    def nodes(self) -> tuple[Node, ...]:
        return self.handle.snapshot.nodes

    @cached_property
    def label_keys(self) -> frozenset[str]:
        return frozenset(key for node in self.nodes for key in node.labels)

    @cached_property
    def taints(self) -> dict[Taint, int]:
        """The taints that keep pods away, with their numbers of nodes."""
        return Counter(t for node in self.nodes for t in node.taints if t.effect != "PreferNoSchedule")

    @cached_property
    def _cordoned(self) -> BoolArray:
        return np.array([node.unschedulable for node in self.nodes], dtype=bool)

    def values(self, key: str) -> set[str]:
        """Return the values that a label has on nodes."""
        return {node.labels[key] for node in self.nodes if key in node.labels}

    def selected(self, template: PodTemplate) -> BoolArray:
        """Return per node whether node selector and required node affinity match."""
        allowance.check()
        return required_node_affinity(self.handle.snapshot.columns, template)

    def open(self, tolerations: tuple[Toleration, ...]) -> BoolArray:
        """Return per node whether its taints and its cordon are tolerated."""
        mask = tolerated_nodes(self.handle.snapshot.columns, tolerations)
        if any(tolerates(toleration, _CORDON) for toleration in tolerations):
            return mask
        return mask & ~self._cordoned

    def usable(self, template: PodTemplate) -> BoolArray:
        """Return per node whether selectors, taints and cordons let the pods in."""
        return self.selected(template) & self.open(template.tolerations)

    def counted(self, template: PodTemplate, constraint: TopologySpreadConstraint) -> BoolArray:
        """Return per node whether a constraint of the class counts it."""
        same = tuple(c for c in template.spread if c.when_unsatisfiable == constraint.when_unsatisfiable)
        return included_nodes(self.handle, template, constraint) & has_all_keys(self.handle, same)

    def domains(self, key: str, mask: BoolArray) -> set[str]:
        """Return the values of a topology key on the nodes of a mask."""
        return {
            node.labels[key] for node, use in zip(self.nodes, mask, strict=True) if use and key in node.labels
        }

    def lacking(self, key: str, mask: BoolArray) -> int:
        """Return the number of nodes of a mask without a label."""
        return sum(key not in node.labels for node, use in zip(self.nodes, mask, strict=True) if use)
