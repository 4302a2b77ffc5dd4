"""The answer of an autoscaler's lens, completed with what the scheduler does in the larger cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scheduler_core.advice.lenses.contract import (
    AddedNodes,
    Autoscaler,
    GroupRefusal,
    IgnoredPods,
    ScaleUp,
    UnhelpedPods,
)
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.simulation.run.simulation import Simulation

from .growth import GrowingCluster
from .nodegroups import NodeGroup, has_named_groups

MOST_NODES = 100  # of an answer


@dataclass
class Addition:
    """Nodes of one group that are added at once, with the pods for which they are."""

    group: NodeGroup
    nodes: list[Node]
    pods: list[Pod]
    equal_groups: list[str] = field(default_factory=list)
    gave_up: list[str] = field(default_factory=list)

    def as_json(self) -> AddedNodes:
        return {
            "group": self.group.name,
            "like": self.group.example.name,
            "zone": self.nodes[0].zone_key[1],
            "size": self.group.size(),
            "nodes": [node.name for node in self.nodes],
            "pods": [pod.key for pod in self.pods],
            "equal_groups": self.equal_groups,
            "gave_up": self.gave_up,
        }


@dataclass
class Unhelped:
    """Pods of one class that no group takes, with the reasons of each."""

    pods: list[Pod]
    refusals: list[GroupRefusal]

    def as_json(self) -> UnhelpedPods:
        return {"pods": [pod.key for pod in self.pods], "refusals": self.refusals}


def scale_up(
    autoscaler: Autoscaler,
    simulation: Simulation,
    pods: Sequence[Pod],
    ignored: list[IgnoredPods],
    added: Sequence[Addition],
    unhelped: Sequence[Unhelped],
    *,
    complete: bool,
) -> ScaleUp:
    """Return the answer; the scheduler places the pods in the cluster with all added nodes, by its own rules."""
    cluster = GrowingCluster(simulation)
    for addition in added:
        for node in addition.nodes:
            cluster.add(addition.group, node)
    placed, messages = cluster.schedule(pods)
    return {
        "autoscaler": autoscaler,
        "approximate": True,
        "assumed_groups": not has_named_groups(simulation),
        "pending": len(simulation.waiting),
        "added": [addition.as_json() for addition in added],
        "ignored": ignored,
        "unhelped": [group.as_json() for group in unhelped],
        "complete": complete,
        "placed": placed,
        "still_pending": messages,
    }


def by_class(pods: Sequence[Pod]) -> list[list[Pod]]:
    """Return the pods by class, in the order of the first of each."""
    classes: dict[PodTemplate, list[Pod]] = {}
    for pod in pods:
        classes.setdefault(pod.template, []).append(pod)
    return list(classes.values())
