"""The NodeClaim that is created, and why it would not be.

Mirrors ToNodeClaim of pkg/controllers/provisioning/scheduling/nodeclaimtemplate.go, and Create of
pkg/controllers/provisioning/provisioner.go, @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.autoscaling.objects.instance_type import InstanceType, Offering
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE, INSTANCE_TYPE
from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.nodepool_hash import nodepool_hash
from scheduler_core.autoscaling.objects.quantities import UNIT
from scheduler_core.autoscaling.objects.requirement import Requirement, one_of, requirement
from scheduler_core.autoscaling.objects.requirements import Requirements
from scheduler_core.autoscaling.objects.texts import detailed
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.kubernetes.objects.node import HOSTNAME

from .nodeclaim import NewNodeClaim
from .nodeclaimtemplate import template_labels

ANY = None


@dataclass(frozen=True, slots=True)
class CreatedNodeClaim:
    """A NodeClaim as it is created; a label is ANY where Karpenter picks one of several values."""

    labels: Mapping[str, str | None]
    requirements: Requirements
    nodepool_hash: str


@dataclass(frozen=True, slots=True)
class LimitReached:
    """The nodes of a NodePool exceed one of its limits already (ExceededBy)."""

    resource: str
    limit: int
    usage: int

    def __str__(self) -> str:
        return detailed(
            "resource usage exceeds limit",
            limit=_decimal(self.limit),
            resource_name=self.resource,
            usage=_decimal(self.usage),
        )


def _decimal(amount: int) -> str:
    whole, fraction = divmod(amount, UNIT)
    return f"{whole}.{fraction:09}".rstrip("0").rstrip(".")


def created(claim: NewNodeClaim) -> CreatedNodeClaim:
    """Return what is created: its instance types by name, and the capacity types in which they are offered."""
    names = [instance_type.name for instance_type in claim.instance_types]
    types = requirement(INSTANCE_TYPE, "In", names, claim.requirements.of(INSTANCE_TYPE).min_values)
    requirements = claim.requirements.plus(types)
    well_known = claim.template.types.well_known
    capacity_types = {
        offering.capacity_type
        for instance_type in claim.instance_types
        for offering in instance_type.compatible_offerings(requirements, well_known)
        if offering.available
    }
    if capacity_types:
        requirements.add(one_of(CAPACITY_TYPE, *capacity_types))
    resolved = {
        key: _any(required)
        for key, required in requirements.items()
        if key not in well_known and key != HOSTNAME and not required.nothing
    }
    pool = claim.template.nodepool
    return CreatedNodeClaim({**template_labels(pool), **resolved}, requirements, nodepool_hash(pool.template))


def cheapest(claim: NewNodeClaim) -> tuple[InstanceType, Offering] | None:
    """Return the first instance type with the cheapest offering that it can be launched with; None without types."""
    if not claim.instance_types:
        return None
    first, well_known = claim.instance_types[0], claim.template.types.well_known
    offered = [o for o in first.compatible_offerings(claim.requirements, well_known) if o.available]
    return (first, min(offered, key=lambda o: o.price)) if offered else None


def _any(required: Requirement) -> str | None:
    return ANY if required.only is None else required.only


def creation_error(cluster: Cluster, pool: NodePool) -> LimitReached | None:
    """Return the limit that forbids another node of a NodePool."""
    usage = cluster.usage_of(pool.name)
    for resource, limit in sorted(pool.limit_amounts.items()):
        if usage.get(resource, 0) > limit:
            return LimitReached(resource, limit, usage[resource])
    return None
