"""Nodes."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.sentences import worded

from .labels import Labels
from .meta import read_meta
from .reading import ManifestField
from .resources import Amounts, amounts

ZONE, REGION, HOSTNAME = (
    "topology.kubernetes.io/zone",
    "topology.kubernetes.io/region",
    "kubernetes.io/hostname",
)
OLD_ZONE, OLD_REGION = "failure-domain.beta.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/region"


@dataclass(frozen=True, slots=True)
class Taint:
    """spec.taints[]."""

    key: str
    value: str
    effect: str

    def __str__(self) -> str:
        return f"{self.key}={self.value}:{self.effect}" if self.value else f"{self.key}:{self.effect}"


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A node. `allocatable_quantities` are allocatable amounts as text; `images` are (name, size in bytes).

    `declared_features` are those of its kubelet (status.declaredFeatures).
    """

    name: str
    labels: Labels
    annotations: Labels
    taints: tuple[Taint, ...]
    unschedulable: bool
    allocatable: Amounts
    allocatable_quantities: Labels
    images: tuple[tuple[str, int], ...]
    declared_features: frozenset[str] = frozenset()
    kubelet_version: str = ""

    @property
    def zone_key(self) -> tuple[str, str]:
        """(region, zone), by which the snapshot groups nodes; the beta labels win, even if they are empty.

        Follows GetZoneKey of component-helpers/node/topology.
        """
        region = self.labels.get(OLD_REGION, self.labels.get(REGION, ""))
        return region, self.labels.get(OLD_ZONE, self.labels.get(ZONE, ""))


def read_node(at: ManifestField) -> Node:
    meta, spec, status = read_meta(at, namespaced=False), at.child("spec"), at.child("status")
    key = "allocatable" if status.has("allocatable") else "capacity"
    quantities = status.quantities(key)
    return Node(
        name=meta.name,
        labels=meta.labels,
        annotations=at.child("metadata").string_map("annotations"),
        taints=tuple(read_taint(t) for t in spec.children("taints")),
        unschedulable=spec.flag("unschedulable"),
        allocatable=amounts(quantities),
        allocatable_quantities=quantities,
        images=tuple(
            (n, i.integer("sizeBytes", 0)) for i in status.children("images") for n in i.texts("names")
        ),
        kubelet_version=status.child("nodeInfo").text("kubeletVersion"),
        declared_features=frozenset(status.texts("declaredFeatures")),
    )


def read_taint(at: ManifestField) -> Taint:
    """Return an entry of spec.taints."""
    effect = at.choice("effect", ("NoSchedule", "PreferNoSchedule", "NoExecute"))
    if not at.has("effect"):
        at.problem("effect", worded("must be NoSchedule, PreferNoSchedule or NoExecute"))
    return Taint(at.name("key"), at.text("value"), effect)
