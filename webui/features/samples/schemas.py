from __future__ import annotations

from typing import Annotated

from ninja import Schema
from pydantic import Field

from scheduler_core.contract import Assumption, WorkloadFacts
from webui.ground.lib.fields import Unchecked
from webui.ground.lib.scene import MAX_LABELLED, DrawnCluster, DrawnNode, scene_node, scene_zone


class PoolOut(Schema):
    name: str
    nodes: int


class ClusterOut(Schema):
    """A sample cluster; `source` has its objects as YAML documents."""

    name: str
    title: str
    pools: list[PoolOut]
    source: str


class TryOnIn(Schema, extra="forbid"):
    source: str = Field(description="The workload: objects without nodes")
    nodes: str | None = Field(default=None, description="The caller's own cluster, to try it on instead")


class NodeTrial(Schema):
    """A node; `label` is a short name or that of its pool, empty in large clusters. `landed` counts pods."""

    name: str
    label: str
    tainted: bool
    landed: int


class ZoneTrial(Schema):
    name: str
    nodes: list[NodeTrial]

    @property
    def landed(self) -> int:
        return sum(node.landed for node in self.nodes)


class TrialOut(Schema):
    """A workload on a cluster: `placed` of `pods`; null if it is too large to be tried before it is opened.

    `message` is the scheduler's about the first pod that stays pending. `refusals` are answers of admission to pods
    that would not exist, `refused` in number.
    """

    cluster: str
    title: str
    nodes: int
    running: int
    pools: list[str]
    pods: int
    placed: int | None
    zones: list[ZoneTrial]
    message: str
    refusals: list[str]
    refused: int
    assumptions: Annotated[list[Assumption], Unchecked()]
    version: str

    @property
    def all_placed(self) -> bool:
        return self.placed == self.pods and not self.refused

    @property
    def by_zone(self) -> str:
        """The pods of each zone, "" if there is one zone or many."""
        return " / ".join(str(zone.landed) for zone in self.zones) if 1 < len(self.zones) <= 6 else ""

    @property
    def scene(self) -> DrawnCluster:
        """The cluster as it is drawn."""
        zones = [scene_zone(zone.name, [_drawn(node) for node in zone.nodes]) for zone in self.zones]
        return DrawnCluster(zones=zones, waiting=[], is_large=self.nodes > MAX_LABELLED)

    @property
    def shunned(self) -> int:
        """The number of tainted nodes, if no pod landed on one of them; else 0."""
        tainted = [node for zone in self.zones for node in zone.nodes if node.tainted]
        return 0 if any(node.landed for node in tainted) else len(tainted)


def _drawn(node: NodeTrial) -> DrawnNode:
    marks = ["new"] * node.landed
    return scene_node(node.name, node.label, marks, tainted=node.tainted, chosen=node.landed > 0)


class TryOnOut(Schema):
    workloads: Annotated[list[WorkloadFacts], Unchecked()]
    trials: list[TrialOut]
