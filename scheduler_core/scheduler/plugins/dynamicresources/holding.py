"""What is free where: the devices of all pools, the classes that select them, and who holds which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scheduler_core.kubernetes.objects.devices import Device, DeviceClass, ResourceClaim, ResourceSlice
from scheduler_core.scheduler.framework.claims import Claims, DeviceId

from .contract import ClassDevices, DeviceHolder, DevicesByPool, HeldDevice, PoolDevices
from .pools import Pools
from .selecting import Selecting

MOST_HELD = 32


def devices_by_pool(
    pools: Pools, classes: Iterable[DeviceClass], claims: Claims, selecting: Selecting
) -> DevicesByPool:
    """Return the devices of the newest slices, by pool and node, with what is free by class."""
    listed = list(classes)
    shared = sharers(claims)
    rows: dict[tuple[str, str, str], PoolDevices] = {}
    by_class: dict[str, ClassDevices] = {
        device_class.name: {"device_class": device_class.name, "total": 0, "free": 0}
        for device_class in listed
    }
    for resource_slice in pools.newest_slices:
        for device in resource_slice.devices:
            row = _row(rows, resource_slice, device)
            device_id = (resource_slice.driver, resource_slice.pool, device.name)
            holders = holders_of(claims, shared, device_id)
            names = [c.name for c in listed if _selects(selecting, c, resource_slice.driver, device)]
            row["classes"] = sorted({*row["classes"], *names})
            for counts in (row, *(by_class[name] for name in names)):
                counts["total"] += 1
                counts["free"] += not holders
            if holders and len(row["held"]) < MOST_HELD:
                held: HeldDevice = {"device": device.name, "holders": holders}
                row["held"].append(held)
    return {"classes": list(by_class.values()), "pools": list(rows.values())}


def _row(
    rows: dict[tuple[str, str, str], PoolDevices], resource_slice: ResourceSlice, device: Device
) -> PoolDevices:
    node = resource_slice.nodes.node_name or (
        device.nodes.node_name if resource_slice.per_device_nodes else ""
    )
    row = rows.get((resource_slice.driver, resource_slice.pool, node))
    if row is None:
        row = rows[resource_slice.driver, resource_slice.pool, node] = {
            "driver": resource_slice.driver,
            "pool": resource_slice.pool,
            "node": node,
            "classes": [],
            "total": 0,
            "free": 0,
            "held": [],
        }
    return row


def holders_of(claims: Claims, shared: dict[DeviceId, list[str]], device: DeviceId) -> list[DeviceHolder]:
    """Return the claims that have the device, wholly or in part, with their pods."""
    keys = dict.fromkeys((*claims.holders(device), *shared.get(device, ())))
    return [holder_of(claims, key) for key in keys]


def holder_of(claims: Claims, key: str) -> DeviceHolder:
    claim = claims.get(key)
    pods = (
        [f"{claim.meta.namespace}/{consumer.name}" for consumer in claim.reserved_for]
        if claim is not None
        else []
    )
    return {"claim": key, "pods": pods, "request": ""}


def _selects(selecting: Selecting, device_class: DeviceClass, driver: str, device: Device) -> bool:
    verdicts = (selecting.verdict(driver, device, expression) for expression in device_class.selectors)
    return all(verdict.selected and not verdict.error for verdict in verdicts)


def shares_of(claims: Iterable[ResourceClaim]) -> dict[DeviceId, list[tuple[str, Mapping[str, str]]]]:
    """Return by device the claims that have a share of it, and what they consume."""
    shares: dict[DeviceId, list[tuple[str, Mapping[str, str]]]] = {}
    for claim in claims:
        for device in claim.allocation.devices if claim.allocation else ():
            if device.share_id and not device.admin_access:
                shares.setdefault(device.id, []).append((claim.key, dict(device.consumed_capacity)))
    return shares


def sharers(claims: Iterable[ResourceClaim]) -> dict[DeviceId, list[str]]:
    """Return by device the claims that have a share of it."""
    return {device: [claim for claim, _ in listed] for device, listed in shares_of(claims).items()}
