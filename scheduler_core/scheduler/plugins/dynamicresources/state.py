"""What DynamicResources passes from one extension point to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from scheduler_core.kubernetes.objects.devices import Allocation, ResourceClaim

from .allocator import Environment
from .extended import SpecialClaim


@dataclass(frozen=True, slots=True)
class NodeAllocation:
    """What Filter found on a node, for the claims that need devices; `special` is that of extended resources there."""

    allocations: tuple[Allocation, ...]
    special: SpecialClaim | None = None


@dataclass(slots=True)
class DeviceState:
    """The claims of the pod, that of its extended resources last. Without claims nothing else is set.

    `to_allocate` are the indices of claims without devices, `wanted` the extended resources by amount, `by_node` what
    Filter found by node. `pending` is what members of the pod group reserved for claims that are not yet written.
    """

    claims: tuple[ResourceClaim, ...] = ()
    special: ResourceClaim | None = None
    wanted: Mapping[str, int] = field(default_factory=dict)
    to_allocate: tuple[int, ...] = ()
    environment: Environment | None = None
    by_node: dict[int, NodeAllocation] = field(default_factory=dict)
    pending: Mapping[int, Allocation] = field(default_factory=dict)

    def pending_key(self, i: int) -> str:
        """Return the key of a claim; those for extended resources have a common name until they are made."""
        claim = self.claims[i]
        owner = claim.meta.controller
        return claim.key if claim is not self.special or owner is None else f"{claim.key} of {owner.uid}"

    def clone(self) -> Self:
        """Return itself: devices do not depend on which pods run where, and upstream shares the state too."""
        return self
