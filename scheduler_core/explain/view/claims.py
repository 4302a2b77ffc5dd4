"""What a cycle did to resource claims, as JSON, in the keys of the recorded vectors."""

from __future__ import annotations

from typing import cast

from scheduler_core.kubernetes.objects.devices import AllocatedDevice, Allocation, ResourceClaim
from scheduler_core.scheduler.cycle.contract import (
    ClaimFields,
    ClaimSummary,
    ExtendedResourceClaimStatus,
    TracedAllocation,
    TracedClaim,
    TracedDevice,
)
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.claims import ClaimWrites
from scheduler_core.scheduler.plugins.dynamicresources.allocation import DeviceState

from .status import status_entry


def node_allocations(record: CycleRecord) -> ClaimFields:
    """Return by node what DynamicResources found for the claims without devices."""
    device_state = record.state.get(DeviceState)
    if device_state is None or not device_state.by_node or record.error:
        return {}
    nodes = record.framework.handle.snapshot.nodes
    keys = [device_state.claims[i].key for i in device_state.to_allocate]
    return {
        "nodeAllocations": {
            nodes[node].name: {
                key: _allocation(allocation) for key, allocation in zip(keys, here.allocations, strict=True)
            }
            for node, here in device_state.by_node.items()
        }
    }


def claim_summary(record: CycleRecord) -> ClaimSummary:
    """Return the claims that the cycle changed, and PreBind if it failed."""
    entry: ClaimSummary = {}
    writes = record.state.get(ClaimWrites)
    if writes is not None and (changed := claim_changes(writes)):
        entry["claims"] = changed
    if record.claims_released is not None and (released := claim_changes(record.claims_released)):
        entry["claimsReleased"] = released
    if record.pre_bind_node is not None:
        entry["preBind"] = status_entry(record.pre_bind)
        entry["preBindNode"] = record.framework.handle.snapshot.nodes[record.pre_bind_node].name
    if writes is not None and writes.mappings:
        entry["extendedResourceClaimStatus"] = _extended(writes)
    return entry


def claim_changes(writes: ClaimWrites) -> dict[str, TracedClaim]:
    """Return what a cycle changed of claims, by key, without those that it left as they were."""
    changes = {key: _change(writes.before.get(key), claim) for key, claim in writes.after.items()}
    return {key: change for key, change in changes.items() if change}


def _change(before: ResourceClaim | None, after: ResourceClaim | None) -> TracedClaim:
    if after is None:
        return {"deleted": True}
    change: TracedClaim = {}
    had = before.allocation if before is not None else None
    reserved = before.reserved_for if before is not None else ()
    if after.allocation is not None and had is None:
        change["allocated"] = _allocation(after.allocation)
    if after.allocation is None and had is not None:
        change["deallocated"] = True
    if after.reserved_for and len(after.reserved_for) != len(reserved):
        change["reservedFor"] = [f"{c.resource}/{c.name}" for c in after.reserved_for]
    elif len(after.reserved_for) < len(reserved):
        change["unreserved"] = True
    if before is None:
        exact = [request.exactly for request in after.spec.requests if request.exactly]
        change["requests"] = {request.name: f"{request.device_class} x{request.count}" for request in exact}
    return change


def _allocation(allocation: Allocation) -> TracedAllocation:
    entry: TracedAllocation = {"devices": [_device(device) for device in allocation.devices]}
    if allocation.node_selector is not None:
        entry["nodeSelector"] = allocation.node_selector
    if allocation.config:
        entry["config"] = list(allocation.config)
    return entry


def _device(device: AllocatedDevice) -> TracedDevice:
    entry = {
        "request": device.request,
        "driver": device.driver,
        "pool": device.pool,
        "device": device.device,
        "adminAccess": device.admin_access,
        "shareID": device.share_id,
        "consumedCapacity": dict(device.consumed_capacity),
        "bindingConditions": list(device.binding_conditions),
        "tolerations": device.tolerations,
    }
    return cast("TracedDevice", {key: value for key, value in entry.items() if value})


def _extended(writes: ClaimWrites) -> ExtendedResourceClaimStatus:
    made = next(c for k, c in writes.after.items() if c is not None and k not in writes.before)
    return {
        "requestMappings": [
            {"containerName": container, "resourceName": resource, "requestName": request}
            for container, resource, request in writes.mappings
        ],
        "resourceClaimName": made.meta.name,
    }
