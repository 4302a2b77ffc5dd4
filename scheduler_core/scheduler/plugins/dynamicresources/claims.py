"""The claims of a pod, those for its extended resources included, and why they keep it from being scheduled.

Mirrors foreachPodResourceClaim and PreFilter of dynamicresources.go, Name and IsForPod of
k8s.io/dynamic-resource-allocation/resourceclaim @ v1.34.1, and extendeddynamicresources.go and extended/cache.go of
pkg/scheduler/framework/plugins/dynamicresources @ v1.36.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.devices import (
    ClaimSpec,
    DeviceClass,
    DeviceRequest,
    RequestedDevices,
    ResourceClaim,
)
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.resources import Container, is_extended
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.framework.claims import Claims


class ClaimProblem(Exception):
    """Why a pod cannot be scheduled on any node."""


def claims_of(pod: Pod, claims: Claims, version: Version) -> list[ResourceClaim]:
    """Return the claims in the order of the spec; raise ClaimProblem."""
    return list(_claims(pod, claims, version))


def _claims(pod: Pod, claims: Claims, version: Version) -> Iterator[ResourceClaim]:
    for entry in pod.template.resource_claims:
        name: str | None = entry.claim_name
        if entry.template_name:
            if entry.name not in pod.claim_names:
                raise ClaimProblem(f'pod "{pod.key}": ResourceClaim not created yet')
            name = pod.claim_names[entry.name]
        if not name:  # the controller decided that the pod needs no claim
            continue
        claim = claims.get(f"{pod.namespace}/{name}")
        if claim is None:
            raise ClaimProblem(f'could not find ResourceClaim "{pod.namespace}/{name}"')
        if claim.deleting:
            raise ClaimProblem(f'resourceclaim "{name}" is being deleted')
        owner = claim.meta.controller
        if entry.template_name and (owner is None or owner.uid != pod.identity):
            raise ClaimProblem(version.foreign_claim_reason.format(claim=claim.key, pod=pod.key))
        yield claim


def check_classes(claim: ResourceClaim, classes: Mapping[str, DeviceClass]) -> None:
    """Raise ClaimProblem for the first class of the claim that does not exist."""
    for request in claim.spec.requests:
        choices = [(request.name, request.exactly)] if request.exactly else []
        choices += [
            (f"{request.name}/{alternative.name}", alternative) for alternative in request.first_available
        ]
        for name, requested in choices:
            if requested.device_class not in classes:
                raise ClaimProblem(f"request {name}: device class {requested.device_class} does not exist")


IMPLICIT_PREFIX = "deviceclass.resource.kubernetes.io/"
SPECIAL_NAME = "<extended-resources>"
"""The name of the claim before it is written."""

Mapped = tuple[str, str, str]
"""The container, the resource and the request of the claim that serves it."""


class ClassByResource:
    """The device class that serves an extended resource: the newest of those with its name, then the first by name.

    Classes come in the order of the input. Up to v1.37 one that comes after a better one of the same extended resource
    is left out altogether, even under its implicit name.
    """

    def __init__(self, classes: Iterable[DeviceClass], version: Version) -> None:
        self._classes: dict[str, DeviceClass] = {}
        for device_class in classes:
            rival = self._classes.get(device_class.extended_resource)
            if rival is not None and not _replaces(device_class, rival):
                if version.every_class_has_implicit_name:
                    self._classes[IMPLICIT_PREFIX + device_class.name] = device_class
                continue
            if device_class.extended_resource:
                self._classes[device_class.extended_resource] = device_class
            self._classes[IMPLICIT_PREFIX + device_class.name] = device_class

    def get(self, resource: str) -> DeviceClass | None:
        return self._classes.get(resource)

    def __bool__(self) -> bool:
        return bool(self._classes)


def _replaces(new: DeviceClass, old: DeviceClass) -> bool:
    return new.created > old.created or (new.created == old.created and new.name < old.name)


def may_be_served_by_devices(resource: str) -> bool:
    """Return whether an extended resource can have a device class (IsDRAExtendedResourceName)."""
    return is_extended(resource) or resource.startswith(IMPLICIT_PREFIX)


def wanted_resources(template: PodTemplate, classes: ClassByResource) -> dict[str, int]:
    """Return the extended resources of the pod if a device class serves any of them, otherwise none."""
    if not classes:
        return {}
    wanted = {n: a for n, a in template.requests.items() if a and may_be_served_by_devices(n)}
    return wanted if any(classes.get(name) for name in wanted) else {}


@dataclass(frozen=True, slots=True)
class SpecialClaim:
    """The requests of the claim on a node, and what of them each container uses."""

    spec: ClaimSpec
    mappings: tuple[Mapped, ...]


def special_claim(template: PodTemplate, resources: Iterable[str], classes: ClassByResource) -> SpecialClaim:
    """Return what has to be requested for these resources (createRequestsAndMappings)."""
    requests: list[RequestedDevices] = []
    mappings: list[Mapped] = []
    for resource in sorted(resources):
        device_class = classes.get(resource)
        if device_class is not None:
            of_resource = _ResourceRequests(template, resource, device_class)
            requests += of_resource.requests
            mappings += of_resource.mappings
    requests.sort(key=lambda request: request.name)
    return SpecialClaim(ClaimSpec(tuple(DeviceRequest(r.name, r) for r in requests)), tuple(mappings))


class _ResourceRequests:
    """The requests of one resource. Init containers use what later containers hold, and share what they need beyond."""

    def __init__(self, template: PodTemplate, resource: str, device_class: DeviceClass) -> None:
        init, containers = template.resources.init_containers, template.resources.containers
        self._resource, self._class = resource, device_class.name
        listed = list(enumerate((*init, *containers)))
        lasting = [(i, c) for i, c in listed if i >= len(init) or c.sidecar]
        short = [(i, c) for i, c in listed if i < len(init) and not c.sidecar]
        self.mappings: list[Mapped] = []
        held: dict[int, RequestedDevices] = {}
        for i, container in lasting:
            if (request := self._request(i, container, ())) is not None:
                held[i] = request
        of_lasting, self.mappings = self.mappings, []
        largest: RequestedDevices | None = None
        names: set[str] = set()
        for i, container in short:
            request = self._request(i, container, [r for k, r in sorted(held.items()) if k >= i])
            if request is not None:
                names.add(request.name)
                if largest is None or largest.count < request.count:
                    largest = request
        shared = "" if largest is None else largest.name
        of_short = [(c, r, shared if name in names else name) for c, r, name in self.mappings]
        self.mappings = of_lasting + of_short
        self.requests = [*([largest] if largest else []), *(held[i] for i in sorted(held))]

    def _request(
        self, index: int, container: Container, reusable: Iterable[RequestedDevices]
    ) -> RequestedDevices | None:
        """Return what a container needs beyond what it can reuse, and add what it uses to the mappings."""
        needed = container.requests.get(self._resource, 0)
        if not needed:
            return None
        for other in reusable:
            self.mappings.append((container.name, self._resource, other.name))
            needed -= other.count
            if needed <= 0:
                return None
        position = sorted(container.requests).index(self._resource)
        name = f"container-{index}-request-{position}"
        self.mappings.append((container.name, self._resource, name))
        return RequestedDevices(name, self._class, (), "ExactCount", needed)


def resources_from_devices(
    wanted: Mapping[str, int], allocatable: Mapping[str, int], classes: ClassByResource
) -> list[str] | None:
    """Return the resources that devices have to serve on a node; None if neither they nor the node can."""
    served = []
    for name in wanted:
        if classes.get(name) is not None and not allocatable.get(name):
            served.append(name)
        elif name not in allocatable:
            return None
    return served
