"""Pods.

A `PodTemplate` is a pod class: everything that matters to the scheduler except the name and the node. Replicas
share one template object, so that a selector is evaluated once per template and not once per pod.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scheduler_core.sentences import worded

from .affinity import Affinity, read_affinity
from .features import read_required_features
from .labels import Labels, Selector
from .meta import OwnerReference, read_controller
from .reading import ManifestField
from .resources import (
    NON_MISSING,
    Amounts,
    Container,
    PodResources,
    read_amounts,
    read_requests,
    supported_at_pod_level,
)
from .selectors import merge_label_keys, read_label_selector
from .volumes import PodVolume, read_volumes

DEFAULT_SCHEDULER = "default-scheduler"
_MAX_INT32 = 2**31 - 1
_COMPARISONS = ("Gt", "Lt")  # behind a feature gate that is off: they tolerate nothing
_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")


@dataclass(frozen=True, slots=True)
class Toleration:
    """spec.tolerations[]; an empty key with Exists tolerates every taint, an empty effect every effect."""

    key: str
    operator: str
    value: str
    effect: str


@dataclass(frozen=True, slots=True)
class TopologySpreadConstraint:
    """spec.topologySpreadConstraints[], matchLabelKeys already merged into the selector."""

    max_skew: int
    topology_key: str
    when_unsatisfiable: str
    selector: Selector
    min_domains: int | None = None
    node_affinity_policy: str = "Honor"
    node_taints_policy: str = "Ignore"


@dataclass(frozen=True, slots=True)
class HostPort:
    """A host port of the pod; `ip` 0.0.0.0 means all addresses."""

    ip: str
    protocol: str
    port: int
    sidecar: bool = False

    @property
    def address(self) -> tuple[str, str, int]:
        """What it takes of its node, whichever container has it."""
        return self.ip, self.protocol, self.port


@dataclass(frozen=True, slots=True)
class PodResourceClaim:
    """spec.resourceClaims[]: a claim by name, or one that is generated from a template.

    An entry with neither asks for nothing: reduced manifests of former versions kept no more than its name.
    """

    name: str
    claim_name: str
    template_name: str


@dataclass(frozen=True, slots=True, eq=False)
class PodTemplate:
    """A pod class, compared by identity: the loader creates one object for equal manifests."""

    namespace: str
    labels: Labels
    controller: OwnerReference | None
    terminating: bool
    preempted: bool
    scheduler_name: str
    scheduling_gates: tuple[str, ...]
    node_selector: Labels
    affinity: Affinity
    tolerations: tuple[Toleration, ...]
    spread: tuple[TopologySpreadConstraint, ...]
    priority: int
    preemption_policy: str
    images: tuple[str, ...]
    init_images: tuple[str, ...]
    host_ports: tuple[HostPort, ...]
    volumes: tuple[PodVolume, ...]
    resources: PodResources
    requests: Amounts
    non_zero_requests: Amounts
    scoring_requests: Amounts = field(repr=False)
    image_volumes: tuple[str, ...] = ()
    required_features: tuple[str, ...] = ()
    resource_claims: tuple[PodResourceClaim, ...] = ()
    pod_group: str = ""
    """The name of the PodGroup in its namespace, "" without one."""

    @property
    def pod_group_key(self) -> str:
        """The PodGroup as namespace/name, "" without one."""
        return f"{self.namespace}/{self.pod_group}" if self.pod_group else ""


FINISHED_PHASES = ("Succeeded", "Failed")


@dataclass(frozen=True, slots=True, eq=False)
class Pod:
    """A pod: its identity, its class, and its node. Times are RFC 3339 or "".

    `claim_names` are status.resourceClaimStatuses: by name in the spec that of the generated claim, None if the pod
    needs none.
    """

    name: str
    uid: str
    template: PodTemplate
    node_name: str = ""
    nominated_node_name: str = ""
    phase: str = "Pending"
    creation_timestamp: str = ""
    start_time: str = ""
    claim_names: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def identity(self) -> str:
        """What owners and reservations name the pod by: its uid, without one its key."""
        return self.uid or self.key

    @property
    def namespace(self) -> str:
        return self.template.namespace

    @property
    def key(self) -> str:
        return f"{self.template.namespace}/{self.name}"

    @property
    def finished(self) -> bool:
        """Whether it has ended: it uses nothing of its node, and is not scheduled again."""
        return self.phase in FINISHED_PHASES

    def bound(self, node_name: str, start_time: str) -> Pod:
        """Return the pod as it runs on the node."""
        return replace(
            self, node_name=node_name, nominated_node_name="", phase="Running", start_time=start_time
        )


@dataclass(frozen=True, slots=True)
class PriorityOf:
    """The priority and preemption policy that a PriorityClass gives to its pods."""

    value: int
    preemption_policy: str = ""


BUILT_IN_PRIORITIES = {
    "system-cluster-critical": PriorityOf(2_000_000_000),
    "system-node-critical": PriorityOf(2_000_001_000),
}


def read_template(
    at: ManifestField, priorities: dict[str, PriorityOf], default_priority: PriorityOf
) -> PodTemplate:
    """Return the class of a pod manifest, defaulted and validated."""
    meta, spec, status = at.child("metadata"), at.child("spec"), at.child("status")
    namespace, labels = meta.text("namespace") or "default", meta.labels("labels")
    containers, init_containers = _containers(spec, status, "containers"), _init_containers(spec, status)
    if not containers and not init_containers:
        spec.problem("containers", worded("must have at least one container"))
    resources = _resources(spec, status, containers, init_containers)
    priority = _priority(spec, priorities, default_priority)
    return PodTemplate(
        namespace=namespace,
        labels=labels,
        controller=read_controller(meta),
        terminating=meta.has("deletionTimestamp"),
        preempted=_is_preempted(status),
        scheduler_name=spec.text("schedulerName") or DEFAULT_SCHEDULER,
        scheduling_gates=tuple(g.name("name") for g in spec.children("schedulingGates")),
        node_selector=spec.labels("nodeSelector"),
        affinity=read_affinity(spec.child("affinity"), namespace, labels),
        tolerations=tuple(read_toleration(t) for t in spec.children("tolerations")),
        spread=read_spread(spec, "topologySpreadConstraints", labels),
        priority=priority.value,
        preemption_policy=spec.text("preemptionPolicy")
        or priority.preemption_policy
        or "PreemptLowerPriority",
        images=tuple(c.image for c in containers),
        init_images=tuple(c.image for c in init_containers),
        host_ports=_host_ports(spec),
        volumes=read_volumes(spec),
        resources=resources,
        requests=resources.requests(),
        non_zero_requests=resources.non_zero_requests(),
        scoring_requests=resources.requests(NON_MISSING, pod_level=False),
        image_volumes=tuple(
            v.child("image").text("reference") for v in spec.children("volumes") if v.has("image")
        ),
        required_features=read_required_features(spec),
        resource_claims=tuple(_resource_claim(c) for c in spec.children("resourceClaims")),
        pod_group=spec.child("schedulingGroup").text("podGroupName"),
    )


def read_pod(at: ManifestField, template: PodTemplate) -> Pod:
    meta, spec, status = at.child("metadata"), at.child("spec"), at.child("status")
    return Pod(
        name=meta.name("name"),
        uid=meta.text("uid"),
        template=template,
        node_name=spec.text("nodeName"),
        nominated_node_name=status.text("nominatedNodeName"),
        phase=status.text("phase") or "Pending",
        creation_timestamp=meta.text("creationTimestamp"),
        start_time=status.text("startTime"),
        claim_names={
            c.name("name"): c.text("resourceClaimName") or None
            for c in status.children("resourceClaimStatuses")
        },
    )


def read_spread(at: ManifestField, key: str, labels: Labels) -> tuple[TopologySpreadConstraint, ...]:
    """Return the topology spread constraints of a spec, or of PodTopologySpreadArgs, which have no selector."""
    constraints = tuple(_constraint(c, labels) for c in at.children(key))
    pairs: set[tuple[str, str]] = set()
    for i, c in enumerate(constraints):
        pair = (c.topology_key, c.when_unsatisfiable)
        if pair in pairs:
            at.problem(
                f"{key}[{i}]",
                worded("must not repeat topologyKey and whenUnsatisfiable of another constraint"),
            )
        pairs.add(pair)
    return constraints


def _constraint(at: ManifestField, labels: Labels) -> TopologySpreadConstraint:
    max_skew = at.integer("maxSkew", 0)
    if max_skew <= 0:
        at.problem(
            "maxSkew",
            worded("must be greater than 0, got {value}: set it to 1 or more", value=max_skew),
        )
    if max_skew > _MAX_INT32:
        at.problem(
            "maxSkew",
            worded("must be at most {most}, got {value}", most=_MAX_INT32, value=max_skew),
        )
    unsatisfiable = at.choice("whenUnsatisfiable", ("DoNotSchedule", "ScheduleAnyway"))
    if not at.has("whenUnsatisfiable"):
        at.problem("whenUnsatisfiable", worded("must be DoNotSchedule or ScheduleAnyway"))
    min_domains = at.optional_integer("minDomains")
    if min_domains is not None and (min_domains <= 0 or unsatisfiable != "DoNotSchedule"):
        at.problem(
            "minDomains", worded("must be greater than 0, and only with whenUnsatisfiable: DoNotSchedule")
        )
    keys = at.texts("matchLabelKeys")
    selector = read_label_selector(at, "labelSelector")
    if keys and selector.nothing:
        at.problem("matchLabelKeys", worded("must not be set without a labelSelector: add one"))
    return TopologySpreadConstraint(
        max_skew,
        at.name("topologyKey"),
        unsatisfiable,
        merge_label_keys(selector, labels, keys, "In"),
        min_domains,
        at.choice("nodeAffinityPolicy", ("Honor", "Ignore"), "Honor"),
        at.choice("nodeTaintsPolicy", ("Honor", "Ignore"), "Ignore"),
    )


def _resource_claim(at: ManifestField) -> PodResourceClaim:
    claim, template = at.text("resourceClaimName"), at.text("resourceClaimTemplateName")
    if claim and template:
        at.problem(
            "resourceClaimTemplateName", worded("must be absent beside resourceClaimName: remove one of them")
        )
    return PodResourceClaim(at.name("name"), claim, template)


def read_toleration(at: ManifestField) -> Toleration:
    """Return an entry of spec.tolerations."""
    operator = at.choice("operator", ("Exists", "Equal", *_COMPARISONS), "Equal")
    if operator != "Exists" and not at.has("key"):
        at.problem("operator", worded("must be Exists when key is empty, which tolerates every taint"))
    if operator == "Exists" and at.text("value"):
        at.problem("value", worded("must be empty when operator is Exists"))
    return Toleration(at.text("key"), operator, at.text("value"), at.choice("effect", ("", *_EFFECTS)))


def _priority(spec: ManifestField, priorities: dict[str, PriorityOf], default: PriorityOf) -> PriorityOf:
    name = spec.text("priorityClassName")
    priority = priorities.get(name) or BUILT_IN_PRIORITIES.get(name)
    if spec.has("priority"):
        return PriorityOf(spec.integer("priority", 0), (priority or default).preemption_policy)
    if name and priority is None:
        spec.problem(
            "priorityClassName",
            worded("must name a PriorityClass, {name} does not exist: add it or set priority", name=name),
        )
    return priority or default


def _is_preempted(status: ManifestField) -> bool:
    """Return whether the scheduler itself chose the pod as a victim (podTerminatingByPreemption)."""
    return any(
        c.text("type") == "DisruptionTarget"
        and c.text("status") == "True"
        and c.text("reason") == "PreemptionByScheduler"
        for c in status.children("conditions")
    )


def _containers(spec: ManifestField, status: ManifestField, key: str) -> tuple[Container, ...]:
    statuses = {s.text("name"): s for s in status.children(key[:-1] + "Statuses")}
    return tuple(_container(c, statuses.get(c.text("name"))) for c in spec.children(key))


def _init_containers(spec: ManifestField, status: ManifestField) -> tuple[Container, ...]:
    return _containers(spec, status, "initContainers")


def _container(at: ManifestField, status: ManifestField | None) -> Container:
    sidecar = at.text("restartPolicy") == "Always"
    in_use = allocated = None
    counts = sidecar or ".initContainers" not in at.path
    if counts and status is not None and status.has("resources"):  # upstream looks at neither without it
        in_use = read_amounts(status.child("resources"), "requests")
        allocated = read_amounts(status, "allocatedResources")
    return Container(at.text("name"), at.text("image"), read_requests(at), sidecar, in_use, allocated)


def _resources(
    spec: ManifestField,
    status: ManifestField,
    containers: tuple[Container, ...],
    init_containers: tuple[Container, ...],
) -> PodResources:
    infeasible = any(
        c.text("type") == "PodResizePending" and c.text("reason") == "Infeasible"
        for c in status.children("conditions")
    )
    overhead = read_amounts(spec, "overhead")
    parts = PodResources(containers, init_containers, overhead, {}, infeasible)
    pod_level = _pod_level(spec.child("resources"), parts)
    return PodResources(containers, init_containers, overhead, pod_level, infeasible)


def _pod_level(at: ManifestField, parts: PodResources) -> dict[str, int]:
    """Return spec.resources.requests as the API server defaults them on creation (defaultPodRequests)."""
    requests, limits = read_amounts(at, "requests"), read_amounts(at, "limits")
    if limits:
        requests = {**limits, **parts.as_specified().of_containers(), **requests}
    return {name: amount for name, amount in requests.items() if supported_at_pod_level(name)}


def _host_ports(spec: ManifestField) -> tuple[HostPort, ...]:
    """Return the host ports of containers and sidecars, without those of other init containers (GetHostPorts)."""
    host_network = spec.flag("hostNetwork")
    sidecars = [(c, True) for c in spec.children("initContainers") if c.text("restartPolicy") == "Always"]
    ports = []
    for container, sidecar in (*sidecars, *((c, False) for c in spec.children("containers"))):
        for port in container.children("ports"):
            number = port.integer("hostPort", 0) or (port.integer("containerPort", 0) if host_network else 0)
            if number > 0:
                ports.append(
                    HostPort(
                        port.text("hostIP") or "0.0.0.0", port.text("protocol") or "TCP", number, sidecar
                    )
                )
    return tuple(ports)
