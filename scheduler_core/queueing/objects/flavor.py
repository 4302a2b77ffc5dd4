"""ResourceFlavors and Topologies (apis/kueue/v1beta2 @ v0.19.2)."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.node import HOSTNAME, Taint, read_taint
from scheduler_core.kubernetes.objects.pod import Toleration, read_toleration
from scheduler_core.kubernetes.objects.reading import ManifestField


@dataclass(frozen=True, slots=True)
class ResourceFlavor:
    """A kind of nodes: their labels and taints; `topology` names a Topology, "" without one."""

    name: str
    node_labels: Labels
    node_taints: tuple[Taint, ...]
    tolerations: tuple[Toleration, ...]
    topology: str


@dataclass(frozen=True, slots=True)
class Topology:
    """A tree of nodes: `levels` are keys of node labels, from the highest to the lowest."""

    name: str
    levels: tuple[str, ...]

    @property
    def ends_at_hosts(self) -> bool:
        """Whether the lowest level is the host (IsLowestLevelHostname)."""
        return self.levels[-1:] == (HOSTNAME,)


def read_flavor(at: ManifestField) -> ResourceFlavor:
    spec = at.child("spec")
    return ResourceFlavor(
        at.child("metadata").name("name"),
        spec.labels("nodeLabels"),
        tuple(map(read_taint, spec.children("nodeTaints"))),
        tuple(map(read_toleration, spec.children("tolerations"))),
        spec.text("topologyName"),
    )


def read_topology(at: ManifestField) -> Topology:
    levels = at.child("spec").children("levels")
    return Topology(at.child("metadata").name("name"), tuple(level.name("nodeLabel") for level in levels))
