"""The other objects that the scheduler lists: controllers, Services, namespaces, budgets, priorities."""

from __future__ import annotations

from dataclasses import dataclass, field

from .devices import Devices
from .labels import Labels, Selector, equals
from .meta import Meta, read_meta
from .node import Node
from .parsing import Manifest
from .pod import Pod, PriorityOf
from .podgroups import PodGroup
from .reading import ManifestField
from .selectors import read_label_selector
from .storage import Storage
from .unread import UnreadManifests

NO_PRIORITY = PriorityOf(0)


@dataclass(frozen=True, slots=True)
class Service:
    """A Service; `selector` is empty if it has none."""

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
    """A budget; `disruptions_allowed` is status.disruptionsAllowed, `disrupted` the names in status.disruptedPods.

    `blocks_fully` is whether it never allows an eviction, `frees_unhealthy` whether pods that are not ready may go.
    """

    meta: Meta
    selector: Selector
    disruptions_allowed: int
    disrupted: frozenset[str]
    blocks_fully: bool
    frees_unhealthy: bool

    def counts(self, pod: Pod) -> bool:
        """Return whether the eviction of a pod is one of those the budget allows; it counts none twice."""
        return (
            self.meta.namespace == pod.namespace
            and self.selector.matches(pod.template.labels)
            and pod.name not in self.disrupted
        )


@dataclass(slots=True)
class Objects:
    """All objects of a scenario, in the order of the input.

    `written` are manifests before admission, where it changed them, by the name in messages ("Pod default/web-0").
    `expanded` names the pods made from workloads, by "Kind namespace/name". `manifests` are those of nodes and pods,
    by kind and key, for extenders.
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
    devices: Devices = field(default_factory=Devices)
    pod_groups: dict[str, PodGroup] = field(default_factory=dict)
    unread: UnreadManifests = field(default_factory=UnreadManifests)
    expanded: dict[str, list[str]] = field(default_factory=dict)
    manifests: dict[tuple[str, str], Manifest] = field(default_factory=dict)
    written: dict[str, Manifest] = field(default_factory=dict)


def read_service(at: ManifestField) -> Service:
    return Service(read_meta(at), at.child("spec").labels("selector"))


def read_controller_object(at: ManifestField) -> Controller:
    """Return a controller with its selector, which for a ReplicationController is a plain map."""
    kind, spec = at.text("kind"), at.child("spec")
    if kind == "ReplicationController":
        return Controller(read_meta(at), kind, equals(spec.labels("selector")))
    return Controller(read_meta(at), kind, read_label_selector(spec, "selector"))


def read_budget(at: ManifestField) -> PodDisruptionBudget:
    spec, status = at.child("spec"), at.child("status")
    return PodDisruptionBudget(
        read_meta(at),
        read_label_selector(spec, "selector"),
        status.integer("disruptionsAllowed", 0),
        frozenset(status.child("disruptedPods").value),
        spec.raw("maxUnavailable") in (0, "0%") or spec.raw("minAvailable") == "100%",
        spec.text("unhealthyPodEvictionPolicy") == "AlwaysAllow",
    )


def read_priority_class(at: ManifestField, objects: Objects) -> None:
    meta = read_meta(at, namespaced=False)
    priority = PriorityOf(at.integer("value", 0), at.text("preemptionPolicy"))
    objects.priorities[meta.name] = priority
    if at.flag("globalDefault"):
        objects.default_priority = priority
