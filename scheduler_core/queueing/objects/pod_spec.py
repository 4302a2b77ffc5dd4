"""The pod template of a pod set, as far as Kueue reads it."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scheduler_core.kubernetes.objects.affinity import NodeAffinity, read_node_affinity
from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.pod import Toleration, read_toleration
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.resources import Amounts, Container, PodResources, read_amounts


@dataclass(frozen=True, slots=True)
class ContainerSpec:
    """A container's requests and limits, as written or as LimitRanges complete them."""

    name: str
    requests: Amounts
    limits: Amounts
    sidecar: bool = False


@dataclass(frozen=True)
class PodSpec:
    """spec.podSets[].template.spec.

    `shape` is what else but requests Kueue compares to tell whether workloads are equivalent.
    """

    containers: tuple[ContainerSpec, ...]
    init_containers: tuple[ContainerSpec, ...]
    overhead: Amounts
    node_selector: Labels
    affinity: NodeAffinity
    tolerations: tuple[Toleration, ...]
    shape: str = ""

    @cached_property
    def requests(self) -> Amounts:
        """What one pod requests (NewRequestsFromPodSpec)."""
        return PodResources(
            tuple(map(_container, self.containers)),
            tuple(map(_container, self.init_containers)),
            self.overhead,
        ).requests()

    @cached_property
    def shape_with_requests(self) -> Hashable:
        """What specs have in common that Kueue takes for equivalent (SpecShape of pkg/util/pod/pod.go)."""
        parts = (self.init_containers, self.containers)
        return self.shape, tuple(tuple(tuple(sorted(c.requests.items())) for c in part) for part in parts)

    def with_defaults(self, limits: Amounts, requests: Amounts) -> PodSpec:
        """Return the spec with missing limits and requests; what then lacks a request takes its limit.

        Mirrors AdjustResources of pkg/workload/resources.go. The defaults are those of LimitRanges.
        """

        def completed(containers: Iterable[ContainerSpec]) -> tuple[ContainerSpec, ...]:
            return tuple(_completed(container, limits, requests) for container in containers)

        return replace(
            self,
            containers=completed(self.containers),
            init_containers=completed(self.init_containers),
        )


def read_pod_spec(spec: ManifestField) -> PodSpec:
    return PodSpec(
        containers=tuple(map(_read_container, spec.children("containers"))),
        init_containers=tuple(map(_read_container, spec.children("initContainers"))),
        overhead=read_amounts(spec, "overhead"),
        node_selector=spec.labels("nodeSelector"),
        affinity=read_node_affinity(spec.child("affinity").child("nodeAffinity")),
        tolerations=tuple(map(read_toleration, spec.children("tolerations"))),
        shape=_shape(spec.value),
    )


def _read_container(at: ManifestField) -> ContainerSpec:
    resources = at.child("resources")
    return ContainerSpec(
        at.text("name"),
        read_amounts(resources, "requests"),
        read_amounts(resources, "limits"),
        at.text("restartPolicy") == "Always",
    )


def _completed(container: ContainerSpec, limits: Amounts, requests: Amounts) -> ContainerSpec:
    own_limits = {**limits, **container.limits}
    return replace(container, limits=own_limits, requests={**own_limits, **requests, **container.requests})


def _container(spec: ContainerSpec) -> Container:
    return Container(spec.name, "", spec.requests, spec.sidecar)


_SHAPED = (
    "nodeSelector",
    "affinity",
    "tolerations",
    "runtimeClassName",
    "priority",
    "topologySpreadConstraints",
    "overhead",
    "resourceClaims",
)


def _shape(spec: Mapping[str, Any]) -> str:
    shape = {key: spec.get(key) for key in _SHAPED}
    for key in ("initContainers", "containers"):
        shape[key] = [container.get("ports") for container in spec.get(key) or ()]
    return json.dumps(shape, sort_keys=True)
