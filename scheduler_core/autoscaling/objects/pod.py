"""Pods, as far as Karpenter reads them.

Nothing is defaulted here that the API server defaults: Karpenter reads what is stored. Mirrors
pkg/utils/pod/scheduling.go, pkg/utils/daemonset/daemonset.go and pkg/scheduling/hostportusage.go (GetHostPorts) @
v1.13.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.pod import (
    FINISHED_PHASES,
    HostPort,
    Toleration,
    read_toleration,
)
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.times import read_time, seconds
from scheduler_core.kubernetes.objects.volumes import PodVolume, read_volumes

from .quantities import UNIT, Quantity, amounts, largest, merged, read_quantities
from .requirement import Requirement, requirement
from .requirements import Requirements, collected, of_labels
from .selectors import PodSelector, read_pod_selector

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"

Manifest = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Owner:
    """An entry of metadata.ownerReferences."""

    api_version: str
    kind: str
    uid: str
    controller: bool


@dataclass(frozen=True, slots=True)
class Expression:
    """An entry of matchExpressions, or of a NodePool's requirements, as written."""

    key: str
    operator: str
    values: tuple[str, ...]
    min_values: int | None = None

    @property
    def requirement(self) -> Requirement:
        return requirement(self.key, self.operator, self.values, self.min_values)


@dataclass(frozen=True, slots=True)
class NodeTerm:
    """A term of node affinity, required (without weight) or preferred; `manifest` is as written."""

    expressions: tuple[Expression, ...]
    has_fields: bool
    manifest: Manifest
    weight: int = 0

    @property
    def requirements(self) -> Requirements:
        return collected(e.requirement for e in self.expressions)


@dataclass(frozen=True, slots=True)
class PodTerm:
    """A term of pod affinity or anti-affinity, required (without weight) or preferred."""

    topology_key: str
    selector: PodSelector
    namespaces: tuple[str, ...]
    namespace_selector: PodSelector
    manifest: Manifest
    weight: int = 0


@dataclass(frozen=True, slots=True)
class PodTerms:
    """podAffinity or podAntiAffinity."""

    required: tuple[PodTerm, ...] = ()
    preferred: tuple[PodTerm, ...] = ()


@dataclass(frozen=True, slots=True)
class SpreadConstraint:
    """An entry of spec.topologySpreadConstraints."""

    topology_key: str
    max_skew: int
    when_unsatisfiable: str
    selector: PodSelector
    min_domains: int | None
    affinity_policy: str
    taints_policy: str
    manifest: Manifest

    @property
    def soft(self) -> bool:
        return self.when_unsatisfiable == "ScheduleAnyway"


@dataclass(frozen=True, eq=False)
class Pod:
    """A pod, compared by identity. Times are RFC 3339 or ""; `conditions` are (status, reason) by type."""

    namespace: str
    name: str
    uid: str
    labels: Labels
    annotations: Labels
    owners: tuple[Owner, ...]
    created: str
    terminating: bool
    node_name: str
    nominated_node_name: str
    phase: str
    started: str
    conditions: Mapping[str, tuple[str, str]]
    priority: int | None
    node_selector: Labels
    required_terms: tuple[NodeTerm, ...]
    preferred_terms: tuple[NodeTerm, ...]
    affinity: PodTerms
    anti_affinity: PodTerms
    spread: tuple[SpreadConstraint, ...]
    tolerations: tuple[Toleration, ...]
    host_ports: tuple[HostPort, ...]
    volumes: tuple[PodVolume, ...]
    claims_devices: bool
    quantities: Mapping[str, Quantity]

    @property
    def key(self) -> str:
        return f"{self.namespace}/{self.name}"

    @cached_property
    def requests(self) -> dict[str, int]:
        """The amounts that the pod requests, itself as one of `pods`."""
        return amounts(self.quantities)

    @property
    def terminal(self) -> bool:
        return self.phase in FINISHED_PHASES

    @property
    def active(self) -> bool:
        return not self.terminal and not self.terminating

    def is_owned_by(self, api_version: str, kind: str) -> bool:
        return any((owner.api_version, owner.kind) == (api_version, kind) for owner in self.owners)

    @property
    def of_daemon_set(self) -> bool:
        return self.is_owned_by("apps/v1", "DaemonSet")

    @property
    def of_node(self) -> bool:
        """Whether this is a mirror pod."""
        return self.is_owned_by("v1", "Node")

    @property
    def provisionable(self) -> bool:
        """Whether Karpenter looks for a node for it (IsProvisionable)."""
        return (
            self.conditions.get("PodScheduled", ("", ""))[1] == "Unschedulable"
            and not self.node_name
            and not self.nominated_node_name
            and not self.of_daemon_set
            and not self.of_node
        )

    @property
    def reschedulable(self) -> bool:
        """Whether it needs another node if its own goes (IsReschedulable)."""
        recreated = self.terminating and self.is_owned_by("apps/v1", "StatefulSet")
        return (self.active or recreated) and not self.of_daemon_set and not self.of_node

    @cached_property
    def strict_requirements(self) -> Requirements:
        """What it requires of a node, without preferences (NewStrictPodRequirements)."""
        requirements = of_labels(self.node_selector)
        if self.required_terms:
            requirements.add(*self.required_terms[0].requirements.values())
        return requirements

    @cached_property
    def requirements(self) -> Requirements:
        """What it requires, the heaviest preference included (NewPodRequirements).

        An outer loop relaxes preferences, and required terms but the first.
        """
        if not self.preferred_terms:
            return self.strict_requirements
        heaviest = max(self.preferred_terms, key=lambda term: term.weight)
        return self.strict_requirements.plus(*heaviest.requirements.values())

    def wanted(self, *, ignores_preferences: bool) -> Requirements:
        """Return what counts of its requirements."""
        return self.strict_requirements if ignores_preferences else self.requirements

    @property
    def queue_rank(self) -> tuple[int, int, float, str]:
        """Its place in the queue: the largest first (queue.go, byCPUAndMemoryDescending)."""
        cpu, memory = self.requests.get("cpu", 0), self.requests.get("memory", 0)
        return -cpu, -memory, seconds(self.created), self.uid


def read_pod(at: ManifestField, *, with_limits: bool = False) -> Pod:
    """Return a pod; with limits, these stand in for missing requests (mergeResourceLimitsIntoRequests)."""
    meta, spec, status = at.child("metadata"), at.child("spec"), at.child("status")
    labels = meta.string_map("labels")
    affinity = spec.child("affinity")
    node_affinity = affinity.child("nodeAffinity")
    namespace, name = meta.text("namespace"), meta.text("name")
    return Pod(
        namespace=namespace,
        name=name,
        uid=meta.text("uid") or f"{namespace}/{name}",
        labels=labels,
        annotations=meta.string_map("annotations"),
        owners=tuple(map(_read_owner, meta.children("ownerReferences"))),
        created=read_time(meta, "creationTimestamp"),
        terminating=meta.has("deletionTimestamp"),
        node_name=spec.text("nodeName"),
        nominated_node_name=status.text("nominatedNodeName"),
        phase=status.text("phase"),
        started=read_time(status, "startTime"),
        conditions={
            c.text("type"): (c.text("status"), c.text("reason")) for c in status.children("conditions")
        },
        priority=spec.optional_integer("priority"),
        node_selector=spec.string_map("nodeSelector"),
        required_terms=read_node_terms(node_affinity),
        preferred_terms=tuple(
            read_node_term(term.child("preference"), term.integer("weight", 0), term.value)
            for term in node_affinity.children(_PREFERRED)
        ),
        affinity=_read_pod_terms(affinity.child("podAffinity")),
        anti_affinity=_read_pod_terms(affinity.child("podAntiAffinity")),
        spread=tuple(_read_spread(c, labels) for c in spec.children("topologySpreadConstraints")),
        tolerations=tuple(map(read_toleration, spec.children("tolerations"))),
        host_ports=tuple(_read_host_ports(spec)),
        volumes=read_volumes(spec),
        claims_devices=any(c.child("resources").list("claims") for c in _all_containers(spec)),
        quantities=_read_requests(spec, with_limits=with_limits),
    )


def read_node_terms(node_affinity: ManifestField) -> tuple[NodeTerm, ...]:
    """Return the required terms of node affinity."""
    return tuple(map(read_node_term, node_affinity.child(_REQUIRED).children("nodeSelectorTerms")))


def read_node_term(at: ManifestField, weight: int = 0, manifest: Manifest | None = None) -> NodeTerm:
    expressions = tuple(map(read_expression, at.children("matchExpressions")))
    return NodeTerm(expressions, at.has("matchFields"), manifest or at.value, weight)


def read_expression(at: ManifestField) -> Expression:
    return Expression(
        at.text("key"), at.text("operator"), at.texts("values"), at.optional_integer("minValues")
    )


def _read_owner(at: ManifestField) -> Owner:
    return Owner(at.text("apiVersion"), at.text("kind"), at.text("uid"), at.flag("controller"))


def _read_pod_terms(at: ManifestField) -> PodTerms:
    return PodTerms(
        tuple(_read_pod_term(term, 0, term.value) for term in at.children(_REQUIRED)),
        tuple(
            _read_pod_term(term.child("podAffinityTerm"), term.integer("weight", 0), term.value)
            for term in at.children(_PREFERRED)
        ),
    )


def _read_pod_term(at: ManifestField, weight: int, manifest: Manifest) -> PodTerm:
    return PodTerm(
        at.text("topologyKey"),
        read_pod_selector(at, "labelSelector"),
        at.texts("namespaces"),
        read_pod_selector(at, "namespaceSelector"),
        manifest,
        weight,
    )


def _read_spread(at: ManifestField, labels: Labels) -> SpreadConstraint:
    return SpreadConstraint(
        at.text("topologyKey"),
        at.integer("maxSkew", 0),
        at.text("whenUnsatisfiable"),
        read_pod_selector(at, "labelSelector", labels, at.texts("matchLabelKeys")),
        at.optional_integer("minDomains"),
        at.text("nodeAffinityPolicy", "Honor"),
        at.text("nodeTaintsPolicy", "Ignore"),
        at.value,
    )


def _all_containers(spec: ManifestField) -> list[ManifestField]:
    return [*spec.children("initContainers"), *spec.children("containers")]


def _read_host_ports(spec: ManifestField) -> list[HostPort]:
    return [
        HostPort(port.text("hostIP") or "0.0.0.0", port.text("protocol"), port.integer("hostPort", 0))
        for container in spec.children("containers")
        for port in container.children("ports")
        if port.integer("hostPort", 0)
    ]


def _read_requests(spec: ManifestField, *, with_limits: bool) -> dict[str, Quantity]:
    """Return the requests of a pod (RequestsForPods): those of kube-scheduler, and the pod itself."""

    def requests(container: ManifestField) -> dict[str, Quantity]:
        resources = container.child("resources")
        limits = read_quantities(resources, "limits") if with_limits else {}
        return {**limits, **read_quantities(resources, "requests")}

    sidecars: dict[str, Quantity] = {}
    steps = []
    total = merged(*map(requests, spec.children("containers")))
    for container in spec.children("initContainers"):
        own = requests(container)
        if container.text("restartPolicy") == "Always":
            total, sidecars = merged(total, own), merged(sidecars, own)
            steps.append(sidecars)
        else:
            steps.append(merged(own, sidecars))
    total = largest((total, *steps))
    pod_level = read_quantities(spec.child("resources"), "requests")
    total.update((n, q) for n, q in pod_level.items() if n in ("cpu", "memory") or n.startswith("hugepages-"))
    total = merged(total, read_quantities(spec, "overhead"))
    return {**total, "pods": Quantity(UNIT, "exponent")}
