"""NodePools (pkg/apis/v1/nodepool.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.node import Taint, read_taint
from scheduler_core.kubernetes.objects.reading import ManifestField

from .durations import read_duration
from .pod import Expression, read_expression
from .quantities import Quantity, amounts, read_quantities
from .requirements import Requirements, collected, of_labels

READY_CONDITIONS = ("ValidationSucceeded", "NodeClassReady", "Ready")
WHEN_UNDERUTILIZED = "WhenEmptyOrUnderutilized"


@dataclass(frozen=True, slots=True)
class NodeClassRef:
    """Which kind of NodeClass configures the nodes."""

    group: str
    kind: str
    name: str

    @property
    def label(self) -> str:
        """The label with the name of the NodeClass."""
        return f"{self.group}/{self.kind.lower()}"


@dataclass(frozen=True, slots=True)
class Budget:
    """An entry of spec.disruption.budgets; `reasons` is None if it holds for all, `duration` in seconds."""

    nodes: str
    schedule: str | None
    duration: float | None
    reasons: tuple[str, ...] | None


@dataclass(frozen=True)
class NodePool:
    """A NodePool; durations are in seconds, None for Never. `replicas` is set if it is static."""

    name: str
    annotations: Labels
    deleting: bool
    weight: int
    replicas: int | None
    limits: Mapping[str, Quantity]
    labels: Labels
    taints: tuple[Taint, ...]
    startup_taints: tuple[Taint, ...]
    expressions: tuple[Expression, ...]
    node_class: NodeClassRef
    consolidate_after: float | None
    consolidation_policy: str
    budgets: tuple[Budget, ...]
    conditions: Mapping[str, str]
    template: Mapping[str, Any]
    """spec.template as written, which the NodePool's hash is made of."""

    @cached_property
    def requirements(self) -> Requirements:
        """The requirements of its template, without its labels."""
        return collected(e.requirement for e in self.expressions)

    @cached_property
    def labelled_requirements(self) -> Requirements:
        """The requirements of its template with its labels."""
        return self.requirements.plus(*of_labels(self.labels).values())

    @cached_property
    def limit_amounts(self) -> dict[str, int]:
        return amounts(self.limits)

    @property
    def ready(self) -> bool:
        """Whether it is Ready; a missing condition counts as Unknown, and takes Ready with it (StatusConditions)."""
        known = all(condition in self.conditions for condition in READY_CONDITIONS)
        return known and self.conditions["Ready"] == "True"

    @property
    def dynamic(self) -> bool:
        """Whether it makes nodes for pods: it is ready, not static and not being deleted."""
        return self.ready and self.replicas is None and not self.deleting


def read_nodepool(at: ManifestField) -> NodePool:
    meta, spec, status = at.child("metadata"), at.child("spec"), at.child("status")
    template, disruption = spec.child("template"), spec.child("disruption")
    node = template.child("spec")
    return NodePool(
        name=meta.name("name"),
        annotations=meta.string_map("annotations"),
        deleting=meta.has("deletionTimestamp"),
        weight=spec.integer("weight", 0),
        replicas=spec.optional_integer("replicas"),
        limits=read_quantities(spec, "limits"),
        labels=template.child("metadata").string_map("labels"),
        taints=tuple(map(read_taint, node.children("taints"))),
        startup_taints=tuple(map(read_taint, node.children("startupTaints"))),
        expressions=tuple(map(read_expression, node.children("requirements"))),
        node_class=read_node_class_ref(node),
        consolidate_after=read_duration(disruption, "consolidateAfter"),
        consolidation_policy=disruption.text("consolidationPolicy"),
        budgets=tuple(map(_read_budget, disruption.children("budgets"))),
        conditions={c.text("type"): c.text("status") for c in status.children("conditions")},
        template=template.value,
    )


def read_node_class_ref(at: ManifestField) -> NodeClassRef:
    reference = at.child("nodeClassRef")
    return NodeClassRef(reference.text("group"), reference.text("kind"), reference.text("name"))


def _read_budget(at: ManifestField) -> Budget:
    return Budget(
        at.text("nodes"),
        at.text("schedule") if at.has("schedule") else None,
        read_duration(at, "duration"),
        at.texts("reasons") if at.has("reasons") else None,
    )
