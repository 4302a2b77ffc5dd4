"""The autoscalers of an input, each asked after a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scheduler_core.autoscaling.dumps.dump import concerns_karpenter
from scheduler_core.autoscaling.nodegroups.groups import ToldGroups, told_groups
from scheduler_core.autoscaling.objects.labels import NODEPOOL
from scheduler_core.autoscaling.provisioning.scheduler import Progress
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.simulation.run.scenario import Scenario

from .contract import NewNode, ScaleUp
from .groups import NodeGroups
from .karpenter import Karpenter


@dataclass(slots=True)
class Scaling:
    """What the autoscalers of an input do after a run; none if it shows none."""

    karpenter: Karpenter | None
    groups: NodeGroups | None

    def __bool__(self) -> bool:
        return any(True for _ in self._asked())

    def of(self, pod: str) -> list[NewNode]:
        """Return why no new node came for a pending pod (`namespace/name`), or which one would."""
        return [asked.answer(pod) for asked in self._asked()]

    def scale_ups(self, pods: Iterable[str]) -> list[ScaleUp]:
        """Return what becomes of pending pods."""
        listed = list(pods)
        return [asked.scale_up(listed) for asked in self._asked()] if listed else []

    def _asked(self) -> Iterator[Karpenter | NodeGroups]:
        yield from (asked for asked in (self.karpenter, self.groups) if asked is not None)


def _pools(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the names of the groups that labels of nodes tell, without Karpenter's."""
    for node in nodes:
        if NODEPOOL not in node.labels and (pool := group_of(node.labels)):
            yield pool


def scaling_of(recording: Recording, progress: Progress | None = None) -> Scaling:
    """Return the autoscalers of an input after a run of it."""
    told = told_groups_of(recording.scenario)
    return Scaling(
        Karpenter(recording, progress) if shows_karpenter(recording.scenario) else None,
        NodeGroups(recording, told) if told.present and told.groups else None,
    )


def shows_karpenter(scenario: Scenario) -> bool:
    """Return whether an input shows Karpenter."""
    return concerns_karpenter([*scenario.manifests, *scenario.objects.manifests.values()])


def told_groups_of(scenario: Scenario) -> ToldGroups:
    """Return what an input tells of Cluster Autoscaler's node groups."""
    return told_groups(scenario.manifests, scenario.machines.groups, _pools(scenario.objects.nodes))
