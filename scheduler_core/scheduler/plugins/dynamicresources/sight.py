"""What was looked at on a node, for the X-ray of the claims there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.devices import ResourceClaim
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.scheduler.framework.claims import Claims, DeviceId
from scheduler_core.scheduler.framework.status import Code, Status

from .clauses import ClauseReader
from .contract import AllocatedClaim, NodeVerdict
from .pools import Pools
from .recorded import RecordedSearch


@dataclass(frozen=True, slots=True)
class Sight:
    """What was looked at on a node: the claims without devices, their search and what it answered."""

    node: Node
    status: Status
    search_status: Status
    claims: Sequence[ResourceClaim]
    allocated: Sequence[tuple[ResourceClaim, bool]]
    """The claims that have devices, and whether the node can use them."""
    reader: ClauseReader
    search: RecordedSearch
    pools: Pools
    all_claims: Claims
    searched: bool
    """False: extended resources end the filter before."""

    @property
    def succeeded(self) -> bool:
        """Whether the search found devices for all claims."""
        return self.searched and self.search_status.ok


def taken_devices(sight: Sight) -> dict[DeviceId, tuple[str, str]]:
    """Return the devices that the search ended with: the claim and the request of each."""
    if not sight.succeeded:
        return {}
    return {
        pick.candidate.id: (claim.key, pick.data.full_name)
        for claim, chosen in zip(sight.claims, sight.search.chosen, strict=True)
        for pick in chosen
    }


def verdict(status: Status) -> NodeVerdict:
    """Return the verdict of a status."""
    if status.ok:
        return "fits"
    return "error" if status.code is Code.Error else "rejected"


def allocated_claim(claim: ResourceClaim, *, available: bool) -> AllocatedClaim:
    devices = claim.allocation.devices if claim.allocation else ()
    return {
        "claim": claim.key,
        "devices": ["/".join(device.id) for device in devices],
        "available": available,
    }
