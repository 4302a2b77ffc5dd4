"""The resource claims of a run: who holds which device, and the writes of cycles that change it.

Upstream keeps them in an assume cache (pkg/scheduler/framework/plugins/dynamicresources/dra_manager.go @ v1.34.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any, NotRequired, Self, TypeAlias

from scheduler_core.kubernetes.objects.devices import (
    AllocatedDevice,
    Allocation,
    ClaimSpec,
    Consumer,
    DeviceRequest,
    RequestedDevices,
    ResourceClaim,
)
from scheduler_core.kubernetes.objects.meta import Meta, OwnerReference
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.quantity import parse
from scheduler_core.kubernetes.typeddict import TypedDict

DeviceId: TypeAlias = tuple[str, str, str]
"""Driver, pool and name of a device."""


class ClaimWrite(TypedDict):
    """The state of a claim after a cycle. A claim that the cycle made has its requests and its pod."""

    claim: str
    """namespace/name."""
    deleted: NotRequired[bool]
    allocation: NotRequired[Manifest | None]
    """Its devices and where they can be used; None if it has no devices."""
    reserved_for: NotRequired[list[list[str]]]
    """Name and uid of each pod."""
    requests: NotRequired[list[list[Any]]]
    """Name, class and count of each request of a claim that the cycle made."""
    pod: NotRequired[list[str]]
    """Name and uid of the pod that owns it."""


@dataclass(frozen=True, slots=True)
class ClaimWrites:
    """The claims that a cycle changed, by key; None if it deleted one. `before` are those that existed."""

    after: Mapping[str, ResourceClaim | None] = field(default_factory=dict)
    before: Mapping[str, ResourceClaim] = field(default_factory=dict)
    mappings: tuple[tuple[str, str, str], ...] = ()
    """Container, resource and request of each extended resource that the claim made by the cycle serves."""

    def clone(self) -> Self:
        return self

    def as_json(self) -> list[ClaimWrite]:
        return [_as_json(key, claim, new=key not in self.before) for key, claim in self.after.items()]


def _as_json(key: str, claim: ResourceClaim | None, *, new: bool) -> ClaimWrite:
    if claim is None:
        return {"claim": key, "deleted": True}
    write: ClaimWrite = {
        "claim": key,
        "allocation": None if claim.allocation is None else asdict(claim.allocation),
        "reserved_for": [[consumer.name, consumer.uid] for consumer in claim.reserved_for],
    }
    if new:
        exact = [request.exactly for request in claim.spec.requests if request.exactly]
        write["requests"] = [[request.name, request.device_class, request.count] for request in exact]
        owner = claim.meta.controller
        write["pod"] = [owner.name, owner.uid] if owner else ["", ""]
    return write


def extended_resource_claim(
    name: str, namespace: str, requests: Iterable[tuple[str, str, int]], pod: tuple[str, str]
) -> ResourceClaim:
    """Return the claim that the scheduler makes for the extended resources of a pod."""
    exact = (
        RequestedDevices(n, device_class, (), "ExactCount", count) for n, device_class, count in requests
    )
    spec = ClaimSpec(tuple(DeviceRequest(request.name, request) for request in exact))
    owner = OwnerReference("v1", "Pod", *pod)
    meta = Meta(name, namespace, {}, f"claim-{namespace}-{name}", owner)
    return ResourceClaim(meta, spec, extended_resources=True)


class Claims:
    """All claims as they are now. Devices of allocated claims are in use, but for those with admin access.

    With `shares` a device that a claim shares is not in use; what claims consume of it is in `consumed`.
    """

    def __init__(self, claims: Iterable[ResourceClaim] = (), *, shares: bool = False) -> None:
        self._shares = shares
        self._claims: dict[str, ResourceClaim] = {}
        self._holders: dict[DeviceId, list[str]] = {}
        self.consumed: dict[DeviceId, dict[str, Fraction]] = {}
        self._pending: dict[str, Allocation] = {}
        self.last_share = 0
        """The number of the last share of a device that a claim was given."""
        for claim in claims:
            self._put(claim)

    def __iter__(self) -> Iterator[ResourceClaim]:
        return iter(list(self._claims.values()))

    def __contains__(self, key: object) -> bool:
        return key in self._claims

    def get(self, key: str) -> ResourceClaim | None:
        return self._claims.get(key)

    def in_use(self, device: DeviceId) -> bool:
        """Return whether a claim has the device for itself."""
        return device in self._holders

    def holders(self, device: DeviceId) -> list[str]:
        """Return the keys of the claims that have the device for themselves."""
        return self._holders.get(device, [])

    def holds_part(self, device: DeviceId) -> bool:
        """Return whether a claim has the device, or a share of it."""
        return device in self._holders or device in self.consumed

    def copy(self) -> Claims:
        """Return a copy in which claims may be written; the claims themselves are shared."""
        copy = Claims(shares=self._shares)
        copy._claims, copy._pending = dict(self._claims), dict(self._pending)
        copy._holders = {device: list(keys) for device, keys in self._holders.items()}
        copy.consumed = {device: dict(amounts) for device, amounts in self.consumed.items()}
        copy.last_share = self.last_share
        return copy

    def pending(self, key: str) -> Allocation | None:
        """Return what a member of a pod group reserved for the claim in this cycle, which is not yet written."""
        return self._pending.get(key)

    def reserve(self, key: str, allocation: Allocation | None) -> None:
        """Let a claim hold devices that are not yet written (SignalClaimPendingAllocation); None gives them back."""
        for device in self._held_in(self._pending.pop(key, None)):
            self._release(device, key)
        for device in self._held_in(allocation):
            self._hold(device, key)
        if allocation is not None:
            self._pending[key] = allocation

    def write(self, key: str, claim: ResourceClaim | None) -> None:
        """Store a claim as it is now; None deletes it."""
        self._remove(key)
        if claim is not None:
            self._put(claim)

    def apply(self, writes: ClaimWrites) -> list[str]:
        """Store what a cycle wrote; return the keys of claims that lost their devices."""
        return [key for key, claim in writes.after.items() if self._apply(key, claim)]

    def _apply(self, key: str, claim: ResourceClaim | None) -> bool:
        before = self._claims.get(key)
        self.write(key, claim)
        had_devices = before is not None and before.allocation is not None
        return had_devices and (claim is None or claim.allocation is None)

    def _put(self, claim: ResourceClaim) -> None:
        self._claims[claim.key] = claim
        for device in self._held_in(claim.allocation):
            self._hold(device, claim.key)

    def _remove(self, key: str) -> None:
        claim = self._claims.pop(key, None)
        for device in self._held_in(claim.allocation) if claim is not None else ():
            self._release(device, key)

    def _hold(self, device: AllocatedDevice, key: str) -> None:
        if self._is_shared(device):
            self.last_share = max(self.last_share, _number(device.share_id))
            consumed = self.consumed.setdefault(device.id, {})
            for name, amount in device.consumed_capacity:
                consumed[name] = consumed.get(name, Fraction(0)) + parse(amount)
        else:
            self._holders.setdefault(device.id, []).append(key)

    def _release(self, device: AllocatedDevice, key: str) -> None:
        if self._is_shared(device):
            self._give_back(device)
            return
        self._holders[device.id].remove(key)
        if not self._holders[device.id]:
            del self._holders[device.id]

    def _give_back(self, device: AllocatedDevice) -> None:
        consumed = self.consumed[device.id]
        for name, amount in device.consumed_capacity:
            consumed[name] -= parse(amount)
        if not any(consumed.values()):
            del self.consumed[device.id]

    def _held_in(self, allocation: Allocation | None) -> Iterator[AllocatedDevice]:
        """Yield the devices that an allocation holds: not those with admin access."""
        if allocation is not None:
            yield from (device for device in allocation.devices if not device.admin_access)

    def _is_shared(self, device: AllocatedDevice) -> bool:
        return self._shares and bool(device.share_id)

    def released_by(self, pods: Iterable[Pod]) -> ClaimWrites:
        """Return the changes to claims when pods are deleted; shared claims are deallocated after the last pod."""
        gone = {pod.identity for pod in pods}
        after: dict[str, ResourceClaim | None] = {}
        for claim in self._claims.values() if gone else ():
            owner = claim.meta.controller
            if owner is not None and owner.uid in gone:
                after[claim.key] = None
            elif any(consumer.uid in gone for consumer in claim.reserved_for):
                left = tuple(consumer for consumer in claim.reserved_for if consumer.uid not in gone)
                after[claim.key] = replace(
                    claim, reserved_for=left, allocation=claim.allocation if left else None
                )
        return ClaimWrites(after, {key: self._claims[key] for key in after})

    def writes_from(self, log: Iterable[ClaimWrite]) -> ClaimWrites:
        """Return the writes of a logged cycle."""
        writes = {write["claim"]: self._from_json(write) for write in log}
        return ClaimWrites(writes, {key: self._claims[key] for key in writes if key in self._claims})

    def _from_json(self, write: ClaimWrite) -> ResourceClaim | None:
        if write.get("deleted"):
            return None
        key = write["claim"]
        claim = self._claims.get(key)
        if claim is None:
            namespace, _, name = key.partition("/")
            requests = [(n, c, k) for n, c, k in write.get("requests", [])]
            pod_name, pod_uid = write.get("pod", ["", ""])
            claim = extended_resource_claim(name, namespace, requests, (pod_name, pod_uid))
        allocation = write.get("allocation")
        reserved = tuple(Consumer(name, uid) for name, uid in write.get("reserved_for", []))
        return replace(
            claim,
            allocation=None if allocation is None else allocation_from_json(allocation),
            reserved_for=reserved,
        )


def _number(share_id: str) -> int:
    """Return the number of a share of this run, 0 for those of the input."""
    prefix, _, number = share_id.rpartition("-")
    return int(number) if prefix == "share" and number.isdigit() else 0


def allocation_from_json(manifest: Manifest) -> Allocation:
    """Return an allocation as a run log has it."""
    devices = tuple(map(_allocated_device, manifest["devices"]))
    return Allocation(
        devices, manifest["node_selector"], tuple(manifest["config"]), manifest.get("timestamp")
    )


def _allocated_device(fields: Manifest) -> AllocatedDevice:
    return AllocatedDevice(**{key: _frozen(value) for key, value in fields.items()})


def _frozen(value: Any) -> Any:
    """Return a value with its lists as tuples, as JSON has none."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
