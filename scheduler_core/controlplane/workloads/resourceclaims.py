"""The claims that the resourceclaim controller makes for pods from templates.

Mirrors pkg/controller/resourceclaim/controller.go @ v1.34.1. Names have no random end here: POD-ENTRY.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.devices import ClaimSpec, ResourceClaim, generated_claim
from scheduler_core.kubernetes.objects.meta import OwnerReference
from scheduler_core.kubernetes.objects.pod import Pod


def generate_claims(objects: Objects) -> None:
    """Add the claims of pending pods, and what references to pods leave out: the pod's uid."""
    devices = objects.devices
    identities = {pod.key: pod.identity for pod in objects.pods}
    devices.claims = {key: _with_uids(claim, identities) for key, claim in devices.claims.items()}
    if not devices.templates:
        return
    for i, pod in enumerate(objects.pods):
        objects.pods[i], claims = with_claims(pod, devices.templates, devices.claims)
        devices.claims |= {claim.key: claim for claim in claims}


def _with_uids(claim: ResourceClaim, identities: dict[str, str]) -> ResourceClaim:
    """Return the claim with the uids of its owner and of the pods that it is reserved for."""

    def uid(written: str, name: str) -> str:
        return written or identities.get(f"{claim.meta.namespace}/{name}", f"gone-{name}")

    reserved = tuple(replace(c, uid=uid(c.uid, c.name)) for c in claim.reserved_for)
    owner = claim.meta.controller
    if owner is not None and owner.kind == "Pod" and not owner.uid:
        claim = replace(claim, meta=replace(claim.meta, controller=replace(owner, uid=uid("", owner.name))))
    return replace(claim, reserved_for=reserved)


def with_claims(
    pod: Pod, templates: Mapping[tuple[str, str], ClaimSpec], existing: Container[str]
) -> tuple[Pod, list[ResourceClaim]]:
    """Return a pod with the names of the claims that are made for it, and these claims.

    `existing` has the keys of all claims; a name that is taken gets an end.
    """
    if pod.node_name or pod.finished:
        return pod, []
    names, claims = dict(pod.claim_names), []
    for entry in pod.template.resource_claims:
        spec = templates.get((pod.namespace, entry.template_name))
        if spec is None or entry.name in names:
            continue
        name = f"{pod.name}-{entry.name}"
        if f"{pod.namespace}/{name}" in existing:
            name += "-0"
        owner = OwnerReference("v1", "Pod", pod.name, pod.identity)
        claims.append(generated_claim(name, pod.namespace, spec, owner))
        names[entry.name] = name
    return (replace(pod, claim_names=names) if claims else pod), claims
