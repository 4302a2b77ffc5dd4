"""Workloads: groups of pods that are admitted together or not at all (apis/kueue/v1beta2 @ v0.19.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.resources import Amounts, amounts

from .placement import TopologyAssignment, read_topology_assignment
from .pod_spec import PodSpec, read_pod_spec

ADMITTED, EVICTED, FINISHED = "Admitted", "Evicted", "Finished"
PREEMPTED, QUOTA_RESERVED, REQUEUED = "Preempted", "QuotaReserved", "Requeued"
PODS_READY = "PodsReady"
_API = "kueue.x-k8s.io/v1beta2"
_ALLOWED_FLAVORS = "kueue.x-k8s.io/workload-allowed-resource-flavors"


@dataclass(frozen=True, slots=True)
class SliceLayer:
    """Pods that belong together: groups of `size` pods, each within one domain of the level `topology`."""

    topology: str
    size: int


@dataclass(frozen=True, slots=True)
class TopologyRequest:
    """spec.podSets[].topologyRequest; a level is "" where none is named, `unconstrained` None where it is not said.

    `slice_topology` and `slice_size` are the older form of one layer; `layers` have both forms
    (PodSetSliceRequiredTopologyConstraints).
    """

    required: str = ""
    preferred: str = ""
    unconstrained: bool | None = None
    group: str = ""
    slice_topology: str = ""
    slice_size: int | None = None
    constraints: tuple[SliceLayer, ...] = ()

    @property
    def layers(self) -> tuple[SliceLayer, ...]:
        """The layers of slices, from the outermost to the innermost."""
        if self.constraints:
            return self.constraints
        return (SliceLayer(self.slice_topology, self.slice_size or 0),) if self.slice_topology else ()

    @property
    def explicit(self) -> bool:
        """Whether it asks for a topology, and does not only name a group (IsExplicitlyRequestingTAS)."""
        return bool(
            self.required
            or self.preferred
            or self.slice_topology
            or self.constraints
            or self.unconstrained is not None
            or self.slice_size is not None
        )


@dataclass(frozen=True, slots=True)
class PodSet:
    """Pods of one kind; `min_count` is None unless fewer pods would do as well."""

    name: str
    count: int
    spec: PodSpec
    min_count: int | None = None
    topology: TopologyRequest | None = None

    @property
    def asks_for_topology(self) -> bool:
        return self.topology is not None and self.topology.explicit

    @property
    def group(self) -> str:
        """The group of pod sets that get the same flavor, "" without one."""
        return self.topology.group if self.topology else ""


@dataclass(frozen=True, slots=True)
class Condition:
    """status.conditions[]; `transition` is its time, RFC 3339, "" without one."""

    type: str
    reason: str
    message: str
    transition: str = ""
    status: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True)
class PodSetAdmission:
    """status.admission.podSetAssignments[]: the flavor and the amount of each resource, and the place."""

    name: str
    flavors: Mapping[str, str]
    usage: Amounts
    count: int | None
    topology: TopologyAssignment | None = None


@dataclass(frozen=True, slots=True)
class Admission:
    """status.admission: quota of a ClusterQueue that is reserved for the workload."""

    cluster_queue: str
    pod_sets: tuple[PodSetAdmission, ...]


@dataclass(frozen=True)
class Workload:
    """A workload with its status. Times are RFC 3339 or "".

    `reclaimable` has the pods of a pod set that have ended, by its name; `checks` are the states of admission checks;
    `unhealthy_nodes` are names; `closed_gates` are preemption gates. `job_uid` is the uid of the job that the workload
    stands for, "" without one. `of_one_pod` is whether that is a single pod, which no group has. `parent`
    is the uid of the Workload that it is a variant of, and `allowed_flavors` are those that it may get, None for all;
    `has_variants` is whether it is such a parent.
    """

    namespace: str
    name: str
    uid: str
    created: str
    queue: str
    active: bool
    priority: int
    pod_sets: tuple[PodSet, ...]
    conditions: tuple[Condition, ...] = ()
    admission: Admission | None = None
    reclaimable: Mapping[str, int] = field(default_factory=dict)
    checks: Mapping[str, str] = field(default_factory=dict)
    unhealthy_nodes: tuple[str, ...] = ()
    closed_gates: tuple[str, ...] = ()
    job_uid: str = ""
    of_one_pod: bool = False
    parent: str = ""
    allowed_flavors: tuple[str, ...] | None = None
    has_variants: bool = False

    @cached_property
    def key(self) -> str:
        return f"{self.namespace}/{self.name}"

    @cached_property
    def by_type(self) -> Mapping[str, Condition]:
        return {condition.type: condition for condition in self.conditions}

    def holds(self, condition: str) -> bool:
        """Return whether a condition is True."""
        written = self.by_type.get(condition)
        return written is not None and written.status

    @property
    def finished(self) -> bool:
        return self.holds(FINISHED)

    @property
    def reserves_quota(self) -> bool:
        return self.holds(QUOTA_RESERVED)

    @property
    def quota_message(self) -> str:
        """What its condition QuotaReserved says, "" without one."""
        condition = self.by_type.get(QUOTA_RESERVED)
        return condition.message if condition else ""

    @cached_property
    def evicted(self) -> bool:
        return self.holds(EVICTED)

    @property
    def may_shrink(self) -> bool:
        """Whether some pod set may have fewer pods (CanBePartiallyAdmitted)."""
        return any(pod_set.count > (pod_set.min_count or pod_set.count) for pod_set in self.pod_sets)

    def pod_set(self, name: str) -> PodSet | None:
        return next((pod_set for pod_set in self.pod_sets if pod_set.name == name), None)

    def with_condition(self, condition: Condition) -> Workload:
        """Return the workload with a condition set; its time changes only with its status (SetStatusCondition)."""
        former = self.by_type.get(condition.type)
        if former is None:
            return replace(self, conditions=(*self.conditions, condition))
        if former.status == condition.status:
            condition = replace(condition, transition=former.transition)
        return replace(self, conditions=tuple(condition if c is former else c for c in self.conditions))


def read_workload(at: ManifestField) -> Workload:
    meta, spec, status = at.child("metadata"), at.child("spec"), at.child("status")
    return Workload(
        namespace=meta.text("namespace") or "default",
        name=meta.name("name"),
        uid=meta.text("uid"),
        created=meta.text("creationTimestamp"),
        queue=spec.text("queueName"),
        active=spec.flag("active", default=True),
        priority=spec.integer("priority", 0),
        pod_sets=tuple(map(read_pod_set, spec.children("podSets"))),
        conditions=tuple(map(_read_condition, status.children("conditions"))),
        admission=_read_admission(status.child("admission")) if status.has("admission") else None,
        reclaimable={r.name("name"): r.integer("count", 0) for r in status.children("reclaimablePods")},
        checks={c.name("name"): c.text("state", "Pending") for c in status.children("admissionChecks")},
        unhealthy_nodes=tuple(node.name("name") for node in status.children("unhealthyNodes")),
        closed_gates=_read_closed_gates(spec, status),
        job_uid=meta.child("labels").text("kueue.x-k8s.io/job-uid"),
        of_one_pod=_is_of_one_pod(meta),
        parent=_read_parent(meta),
        allowed_flavors=_read_allowed_flavors(meta.child("annotations")),
        has_variants=meta.child("labels").text("kueue.x-k8s.io/concurrent-admission-parent") == "true",
    )


def _read_parent(meta: ManifestField) -> str:
    """Mirrors GetParentWorkloadUID."""
    owners = meta.children("ownerReferences")
    return next(
        (o.text("uid") for o in owners if (o.text("apiVersion"), o.text("kind")) == (_API, "Workload")), ""
    )


def _read_allowed_flavors(annotations: ManifestField) -> tuple[str, ...] | None:
    if not annotations.has(_ALLOWED_FLAVORS):
        return None
    return tuple(name.strip() for name in annotations.text(_ALLOWED_FLAVORS).split(",") if name.strip())


def _is_of_one_pod(meta: ManifestField) -> bool:
    """Mirrors OwnedBySinglePod."""
    owners = [(owner.text("apiVersion"), owner.text("kind")) for owner in meta.children("ownerReferences")]
    in_group = meta.child("annotations").text("kueue.x-k8s.io/is-group-workload") == "true"
    return owners == [("v1", "Pod")] and not in_group


def read_pod_set(at: ManifestField) -> PodSet:
    return PodSet(
        at.text("name", "main"),
        at.integer("count", 1),
        read_pod_spec(at.child("template").child("spec")),
        at.optional_integer("minCount"),
        _read_topology_request(at.child("topologyRequest")) if at.has("topologyRequest") else None,
    )


def _read_topology_request(at: ManifestField) -> TopologyRequest:
    layers = at.children("podsetSliceRequiredTopologyConstraints")
    return TopologyRequest(
        required=at.text("required"),
        preferred=at.text("preferred"),
        unconstrained=at.flag("unconstrained") if at.has("unconstrained") else None,
        group=at.text("podSetGroupName"),
        slice_topology=at.text("podSetSliceRequiredTopology"),
        slice_size=at.optional_integer("podSetSliceSize"),
        constraints=tuple(SliceLayer(layer.name("topology"), layer.integer("size", 1)) for layer in layers),
    )


def _read_closed_gates(spec: ManifestField, status: ManifestField) -> tuple[str, ...]:
    """Return the gates of a spec that the status does not say are open (HasClosedPreemptionGate)."""
    positions = {gate.name("name"): gate.text("position") for gate in status.children("preemptionGates")}
    names = (gate.name("name") for gate in spec.children("preemptionGates"))
    return tuple(name for name in names if positions.get(name, "Closed") == "Closed")


def _read_condition(at: ManifestField) -> Condition:
    return Condition(
        at.name("type"),
        at.text("reason"),
        at.text("message"),
        at.text("lastTransitionTime"),
        status=at.text("status") == "True",
    )


def _read_admission(at: ManifestField) -> Admission:
    return Admission(
        at.name("clusterQueue"), tuple(map(_read_pod_set_admission, at.children("podSetAssignments")))
    )


def _read_pod_set_admission(at: ManifestField) -> PodSetAdmission:
    topology = at.child("topologyAssignment") if at.has("topologyAssignment") else None
    return PodSetAdmission(
        at.text("name", "main"),
        at.string_map("flavors"),
        amounts(at.quantities("resourceUsage")),
        at.optional_integer("count"),
        read_topology_assignment(topology) if topology else None,
    )
