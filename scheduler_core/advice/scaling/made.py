"""The node that a NodeClaim becomes, as the scheduler sees it."""

from __future__ import annotations

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.autoscaling.objects.instance_type import InstanceType, Offering
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE, INSTANCE_TYPE
from scheduler_core.autoscaling.objects.quantities import Amounts, Quantity, amounts, minus
from scheduler_core.autoscaling.provisioning.creation import cheapest, created
from scheduler_core.autoscaling.provisioning.nodeclaim import NewNodeClaim
from scheduler_core.kubernetes.objects.node import HOSTNAME, ZONE
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, is_extended

from .clauses import amount_text
from .contract import Shape

_IN_BYTES = ("memory", "ephemeral-storage")


def shape_of(claim: NewNodeClaim, *, priced: bool) -> Shape | None:
    """Return the node that a NodeClaim becomes if the cheapest offering is taken; None without instance types."""
    launched = cheapest(claim)
    if launched is None:
        return None
    instance_type, offering = launched
    return {
        "pool": claim.nodepool,
        "type": instance_type.name,
        "zone": offering.zone,
        "capacity_type": offering.capacity_type,
        "price": offering.price if priced else None,
        "size": size_of(_for_pods(claim, instance_type)),
        "choices": len(claim.instance_types),
    }


def size_of(amounts: Amounts) -> dict[str, str]:
    """Return cpu, memory and devices of a node's amounts."""
    named = (name for name in amounts if name in (CPU, MEMORY) or is_extended(name))
    return {name: amount_text(name, amounts[name]) for name in named if amounts[name]}


def words_of(shape: Shape) -> Phrase:
    """Return a shape in words: `g5.2xlarge of gpu in b at $0.61 an hour`."""
    if not shape["type"]:
        size = ", ".join(f"{name} {amount}" for name, amount in shape["size"].items())
        return say("new node", pool=shape["pool"], size=size)
    named = {"type": shape["type"], "pool": shape["pool"], "zone": shape["zone"] or "any zone"}
    if shape["price"] is None:
        return say("new machine", **named)
    return say("new machine at", **named, price=f"${shape['price']:.4g}")


def node_manifest(claim: NewNodeClaim, name: str, *, with_daemons: bool = False) -> Manifest | None:
    """Return the node that comes, initialized; what daemons take is among what it offers only if they come as well."""
    launched = cheapest(claim)
    if launched is None:
        return None
    instance_type, offering = launched
    allocatable = instance_type.allocatable if with_daemons else _for_pods(claim, instance_type)
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": _labels(claim, name, instance_type, offering)},
        "spec": {
            "taints": [
                {part: text for part, text in taint if text}
                for taint in (
                    (("key", t.key), ("value", t.value), ("effect", t.effect))
                    for t in claim.template.nodepool.taints
                )
            ]
        },
        "status": {
            "capacity": _quantities(instance_type.capacity or allocatable),
            "allocatable": _quantities(allocatable),
            "conditions": [{"type": "Ready", "status": "True"}],
        },
    }


def _for_pods(claim: NewNodeClaim, instance_type: InstanceType) -> dict[str, int]:
    """Return what is left for pods; of a type that is not known, what its pods request."""
    if not instance_type.name:
        return minus(claim.requests, amounts(claim.template.daemon_requests))
    return minus(instance_type.allocatable, amounts(claim.template.daemon_requests))


def _labels(
    claim: NewNodeClaim, name: str, instance_type: InstanceType, offering: Offering
) -> dict[str, str]:
    """Return the labels of the node; of several values that Karpenter may give one, the first."""
    fixed = {
        key: value
        for requirements in (claim.requirements, instance_type.requirements, offering.requirements)
        for key, required in requirements.items()
        if (value := required.only) is not None
    }
    own = {
        key: min(claim.requirements.of(key).values, default="") if value is None else value
        for key, value in created(claim).labels.items()
    }
    named = {
        HOSTNAME: name,
        INSTANCE_TYPE: instance_type.name,
        ZONE: offering.zone,
        CAPACITY_TYPE: offering.capacity_type,
    }
    return {**own, **fixed, **{key: value for key, value in named.items() if value}}


def _quantities(amounts: Amounts) -> dict[str, str]:
    return {
        name: str(Quantity(max(amount, 0), "binary" if name in _IN_BYTES else "decimal"))
        for name, amount in amounts.items()
    }
