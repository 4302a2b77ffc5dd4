"""What a play remembers of nodes and workloads besides their manifests."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.controlplane.workloads.workload import Workload
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.parsing import Manifest

from .clock import Planned


@dataclass(slots=True, eq=False)
class PlayedNode:
    """A node of the play. `silent` is whether its lease has expired and it counts as unreachable."""

    manifest: Manifest
    node: Node
    lost: bool = False
    silent: bool = False


@dataclass(slots=True, eq=False)
class PlayedReplicaSet:
    """A ReplicaSet: its scale, and of which Deployment it is ("" without).

    `desired` and `most` are the Deployment's replicas, and these with the surge, when it was last scaled.
    """

    key: str
    workload: Workload
    deployment: str
    replicas: int
    number: int
    desired: int | None = None
    most: int = 0

    @property
    def hash(self) -> str:
        return self.workload.name.rpartition("-")[2]


@dataclass(slots=True, eq=False)
class Revisions:
    """The revisions of a StatefulSet or DaemonSet: the one that all pods had last, the newest, and their templates."""

    current: str
    update: str
    templates: dict[str, Workload]
    names: dict[str, str]
    """Names by that of the template, where pods had another one from the beginning."""


@dataclass(slots=True, eq=False)
class Progress:
    """How far a Deployment has come: its counts, since when, and whether it has all that it wants."""

    counts: tuple[int, ...] = ()
    since: float = 0.0
    exceeded: bool = False
    check: Planned | None = None
