"""Nodes, and NodeClaims, which stand for them until they are there (pkg/apis/v1/nodeclaim.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.node import Taint, read_taint
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.times import read_time

from .durations import read_duration
from .nodepool import NodeClassRef, read_node_class_ref
from .quantities import Amounts, amounts, read_quantities


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of a status."""

    status: str
    reason: str
    changed: str
    message: str = ""

    @property
    def true(self) -> bool:
        return self.status == "True"


UNKNOWN = Condition("", "", "")


@dataclass(frozen=True, slots=True)
class Node:
    """A node."""

    name: str
    labels: Labels
    annotations: Labels
    deleting: bool
    provider_id: str
    taints: tuple[Taint, ...]
    capacity: Amounts
    allocatable: Amounts
    conditions: Mapping[str, Condition]

    def condition(self, kind: str) -> Condition:
        return self.conditions.get(kind, UNKNOWN)


@dataclass(frozen=True, slots=True)
class NodeClaim:
    """A NodeClaim; `expire_after` is in seconds, None for Never."""

    name: str
    labels: Labels
    annotations: Labels
    created: str
    deleting: bool
    provider_id: str
    taints: tuple[Taint, ...]
    startup_taints: tuple[Taint, ...]
    node_class: NodeClassRef
    expire_after: float | None
    has_termination_grace_period: bool
    capacity: Amounts
    allocatable: Amounts
    last_pod_event: str
    conditions: Mapping[str, Condition]

    def condition(self, kind: str) -> Condition:
        return self.conditions.get(kind, UNKNOWN)


def read_node(at: ManifestField) -> Node:
    meta, spec, status = at.child("metadata"), at.child("spec"), at.child("status")
    return Node(
        name=meta.name("name"),
        labels=meta.string_map("labels"),
        annotations=meta.string_map("annotations"),
        deleting=meta.has("deletionTimestamp"),
        provider_id=spec.text("providerID"),
        taints=tuple(map(read_taint, spec.children("taints"))),
        capacity=amounts(read_quantities(status, "capacity")),
        allocatable=amounts(read_quantities(status, "allocatable")),
        conditions=_read_conditions(status),
    )


def read_nodeclaim(at: ManifestField) -> NodeClaim:
    meta, spec, status = at.child("metadata"), at.child("spec"), at.child("status")
    return NodeClaim(
        name=meta.name("name"),
        labels=meta.string_map("labels"),
        annotations=meta.string_map("annotations"),
        created=read_time(meta, "creationTimestamp"),
        deleting=meta.has("deletionTimestamp"),
        provider_id=status.text("providerID"),
        taints=tuple(map(read_taint, spec.children("taints"))),
        startup_taints=tuple(map(read_taint, spec.children("startupTaints"))),
        node_class=read_node_class_ref(spec),
        expire_after=read_duration(spec, "expireAfter"),
        has_termination_grace_period=spec.has("terminationGracePeriod"),
        capacity=amounts(read_quantities(status, "capacity")),
        allocatable=amounts(read_quantities(status, "allocatable")),
        last_pod_event=read_time(status, "lastPodEventTime"),
        conditions=_read_conditions(status),
    )


def _read_conditions(status: ManifestField) -> dict[str, Condition]:
    return {
        c.text("type"): Condition(
            c.text("status"), c.text("reason"), read_time(c, "lastTransitionTime"), c.text("message")
        )
        for c in status.children("conditions")
    }
