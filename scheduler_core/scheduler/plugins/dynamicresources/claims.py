"""The claims of a pod, and why they keep it from being scheduled.

Mirrors foreachPodResourceClaim and PreFilter of dynamicresources.go, and Name and IsForPod of
k8s.io/dynamic-resource-allocation/resourceclaim @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.kubernetes.objects.devices import DeviceClass, ResourceClaim
from scheduler_core.kubernetes.objects.pod import Pod
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
