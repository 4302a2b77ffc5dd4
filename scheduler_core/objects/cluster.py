"""The other objects that the scheduler lists: what owns and selects pods, namespaces, budgets, priorities."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .labels import Labels, Selector, equals
from .meta import Meta, read_meta
from .node import Node
from .pod import Pod, PriorityOf
from .reading import At
from .selectors import read_label_selector
from .storage import Storage

NO_PRIORITY = PriorityOf(0)


@dataclass(frozen=True, slots=True)
class Service:
    """Selects the pods behind it; `selector` is empty for a Service without one."""

    meta: Meta
    selector: Labels


@dataclass(frozen=True, slots=True)
class Controller:
    """A ReplicationController, ReplicaSet or StatefulSet."""

    meta: Meta
    kind: str
    selector: Selector


@dataclass(frozen=True, slots=True)
class PodDisruptionBudget:
    """`disruptions_allowed` comes from status.disruptionsAllowed; `disrupted` from status.disruptedPods."""

    meta: Meta
    selector: Selector
    disruptions_allowed: int
    disrupted: frozenset[str]


@dataclass(slots=True)
class Objects:
    """All objects of a scenario, in the order of the input. `ignored` counts the kinds that are of no use here.

    `expanded` names the pods that were made of workloads, by "Kind namespace/name". `written` are the manifests of
    nodes and pods, by kind and key, as extenders want to see them.
    """

    nodes: list[Node] = field(default_factory=list)
    pods: list[Pod] = field(default_factory=list)
    namespaces: dict[str, Labels] = field(default_factory=dict)
    services: list[Service] = field(default_factory=list)
    controllers: dict[tuple[str, str, str], Controller] = field(default_factory=dict)
    budgets: list[PodDisruptionBudget] = field(default_factory=list)
    priorities: dict[str, PriorityOf] = field(default_factory=dict)
    default_priority: PriorityOf = NO_PRIORITY
    storage: Storage = field(default_factory=Storage)
    ignored: dict[str, int] = field(default_factory=dict)
    expanded: dict[str, list[str]] = field(default_factory=dict)
    written: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)


def read_service(at: At) -> Service:
    return Service(read_meta(at), at.child("spec").string_map("selector"))


def read_controller_object(at: At) -> Controller:
    """A controller's selector; a ReplicationController's is a plain map."""
    kind, spec = at.text("kind"), at.child("spec")
    if kind == "ReplicationController":
        return Controller(read_meta(at), kind, equals(spec.string_map("selector")))
    return Controller(read_meta(at), kind, read_label_selector(spec, "selector"))


def read_budget(at: At) -> PodDisruptionBudget:
    status = at.child("status")
    return PodDisruptionBudget(
        read_meta(at),
        read_label_selector(at.child("spec"), "selector"),
        status.integer("disruptionsAllowed", 0),
        frozenset(status.child("disruptedPods").value),
    )


def read_priority_class(at: At, objects: Objects) -> None:
    meta = read_meta(at, namespaced=False)
    given = PriorityOf(at.integer("value", 0), at.text("preemptionPolicy"))
    objects.priorities[meta.name] = given
    if at.flag("globalDefault"):
        objects.default_priority = given
