"""What PreBind writes: allocations and reservations of the pod's claims, one claim after the other.

Mirrors bindClaim and Unreserve of dynamicresources.go @ v1.34.1 and v1.36.2.
"""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.kubernetes.objects.devices import Allocation, Consumer, ResourceClaim
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.claims import Claims, ClaimWrites, extended_resource_claim

from .allocator import NEW_SHARE
from .binding import (
    NOW,
    TIMED_OUT,
    TIMEOUT_ERROR,
    BindingFailed,
    has_binding_conditions,
    is_ready,
)
from .state import DeviceState, NodeAllocation

MAX_CONSUMERS = 256
"""ResourceClaimReservedForMaxSize: pods that a claim may be reserved for."""


class BindError(Exception):
    """PreBind failed; what was written before stays written."""


def is_reserved_for(claim: ResourceClaim, pod: Pod) -> bool:
    return any(consumer.uid == pod.identity for consumer in claim.reserved_for)


class ClaimWriter:
    """Collects the writes of one cycle over the claims as they are."""

    def __init__(self, claims: Claims, pod: Pod, *, waits_for_conditions: bool) -> None:
        self._claims = claims
        self._pod = pod
        self._waits = waits_for_conditions
        self._after: dict[str, ResourceClaim | None] = {}
        self._mappings: tuple[tuple[str, str, str], ...] = ()

    def writes(self) -> ClaimWrites:
        before = {key: claim for key in self._after if (claim := self._claims.get(key)) is not None}
        made_in_vain = [k for k, claim in self._after.items() if claim is None and k not in before]
        after = {key: self._after[key] for key in sorted(self._after) if key not in made_in_vain}
        number = self._claims.last_share
        for key, claim in after.items():
            if claim is not None and claim.allocation is not None:
                allocation, number = _with_share_ids(claim.allocation, number)
                after[key] = replace(claim, allocation=allocation)
        return ClaimWrites(after, before, self._mappings)

    def bind(self, state: DeviceState, node_allocation: NodeAllocation | None) -> None:
        """Write the allocations and reserve the claims for the pod; raise BindError."""
        allocations = (
            dict(zip(state.to_allocate, node_allocation.allocations, strict=True)) if node_allocation else {}
        )
        bound: dict[int, str] = {}
        try:
            for i, claim in enumerate(state.claims):
                if is_reserved_for(claim, self._pod):
                    bound[i] = claim.key
                elif claim is not state.special:
                    self._reserve(claim.key, allocations.get(i))
                    bound[i] = claim.key
                elif i in allocations:
                    assert node_allocation is not None
                    bound[i] = self._make_special(node_allocation, allocations[i])
                    if not self._mappings:
                        raise BindError(
                            f"nil or empty request mappings, no update of pod {self._pod.key} "
                            "ExtendedResourceClaimStatus"
                        )
            self._wait([self._now(key) for key in bound.values()])
        except BindError:
            self._unreserve(state, bound)
            raise

    def _now(self, key: str) -> ResourceClaim:
        claim = self._after[key] if key in self._after else self._claims.get(key)
        assert claim is not None
        return claim

    def _reserve(self, key: str, allocation: Allocation | None) -> None:
        claim = self._now(key)
        if allocation is not None:
            if claim.allocation is not None:
                raise BindError(f"claim {key} got allocated elsewhere in the meantime")
            claim = replace(claim, allocation=allocation)
        if self._waits and claim.allocation is not None and claim.allocation.timestamp is None:
            claim = replace(claim, allocation=replace(claim.allocation, timestamp=NOW))
        if len(claim.reserved_for) >= MAX_CONSUMERS:
            count = len(claim.reserved_for) + 1
            raise BindError(
                f'add reservation to claim {key}: ResourceClaim.resource.k8s.io "{claim.meta.name}" is invalid: '
                f"status.reservedFor: Too many: {count}: must have at most {MAX_CONSUMERS} items"
            )
        consumer = Consumer(self._pod.name, self._pod.identity)
        self._after[key] = replace(claim, reserved_for=(*claim.reserved_for, consumer))

    def _make_special(self, node_allocation: NodeAllocation, allocation: Allocation) -> str:
        """Create the claim for extended resources, and return its key."""
        assert node_allocation.special is not None
        pod, spec, number = self._pod, node_allocation.special.spec, 0
        while self._claims.get(f"{pod.namespace}/{pod.name}-extended-resources-{number}") is not None:
            number += 1
        exact = [request.exactly for request in spec.requests if request.exactly]
        claim = extended_resource_claim(
            f"{pod.name}-extended-resources-{number}",
            pod.namespace,
            ((request.name, request.device_class, request.count) for request in exact),
            (pod.name, pod.identity),
        )
        self._after[claim.key] = claim
        self._mappings = node_allocation.special.mappings
        self._reserve(claim.key, allocation)
        return claim.key

    def _wait(self, claims: list[ResourceClaim]) -> None:
        """Raise BindError unless all binding conditions hold: they are looked at once."""
        if not self._waits or not any(map(has_binding_conditions, claims)):
            return
        try:
            if all(map(is_ready, claims)):
                return
        except BindingFailed as error:
            raise BindError(str(error)) from None
        self._let_time_pass()
        raise BindError(TIMEOUT_ERROR)

    def _let_time_pass(self) -> None:
        """Make all allocations old: the scheduler waited for the whole binding time-out."""
        for claim in (*self._claims, *filter(None, self._after.values())):
            now = self._after.get(claim.key, claim)
            if now is not None and now.allocation is not None and now.allocation.timestamp is not None:
                old = replace(now.allocation, timestamp=TIMED_OUT)
                self._after[claim.key] = replace(now, allocation=old)

    def _unreserve(self, state: DeviceState, bound: dict[int, str]) -> None:
        """Take the pod from the claims that were reserved for it, and delete the claim that was made for it."""
        for key in set(bound.values()):
            claim = self._now(key)
            if claim.allocation is not None and is_reserved_for(claim, self._pod):
                left = tuple(c for c in claim.reserved_for if c.uid != self._pod.identity)
                self._after[key] = replace(claim, reserved_for=left)
        for key, claim_now in list(self._after.items()):
            if claim_now is not None and claim_now.extended_resources and self._claims.get(key) is None:
                self._after[key] = None
                self._mappings = ()


def _with_share_ids(allocation: Allocation, number: int) -> tuple[Allocation, int]:
    """Return the allocation with ids for new shares, which upstream draws, and the number of the last one."""
    devices = []
    for device in allocation.devices:
        new = device.share_id == NEW_SHARE
        number += new
        devices.append(replace(device, share_id=f"share-{number}") if new else device)
    return replace(allocation, devices=tuple(devices)), number
