"""The pools of devices that a node can see, the taints that rules add to them, and who holds which device.

Mirrors pools_experimental.go of k8s.io/dynamic-resource-allocation/structured @ v1.34.1, pools_incubating.go @ v1.36.2,
and applyPatches of resourceslice/tracker/tracker.go @ v1.36.3 with the changes of v1.38. Pools are walked in the order
that v1.36.2 made official: by driver and name, slices by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from scheduler_core.kubernetes.objects.devices import (
    Device,
    DeviceClass,
    Devices,
    DeviceTaintRule,
    NodeChoice,
    ResourceClaim,
    ResourceSlice,
)
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.selectors import NodeSelector
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.framework.claims import Claims, DeviceId

from .constraints import Selecting
from .contract import ClassDevices, DeviceHolder, DevicesByPool, HeldDevice, PoolDevices

Counters = Mapping[str, Mapping[str, str]]
"""Amounts by counter set and counter."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A device of a pool that a node can see."""

    pool: Pool
    slice: ResourceSlice
    device: Device
    id: DeviceId

    @property
    def name(self) -> str:
        return "/".join(self.id)


@dataclass(frozen=True, eq=False)
class Pool:
    """The slices of a pool that a node can see; `elsewhere` are those that it cannot.

    `invalid` is why no device of it may be handed out, "" if that is possible.
    """

    driver: str
    name: str
    slices: tuple[ResourceSlice, ...] = ()
    elsewhere: tuple[ResourceSlice, ...] = ()
    counter_sets: Counters | None = None
    incomplete: bool = False
    invalid: str = ""

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Its devices in the order in which they are searched. Many searches of a run walk over them."""
        return tuple(
            Candidate(self, s, device, (self.driver, self.name, device.name))
            for s in self.slices
            for device in s.devices
        )

    @property
    def has_binding_conditions(self) -> bool:
        return any(device.binding_conditions for s in self.slices for device in s.devices)


class Pools:
    """The pools of all slices, as each node sees them."""

    def __init__(self, slices: Iterable[ResourceSlice], version: Version) -> None:
        self._version = version
        self._partitions = "PartitionableDevices" in version.device_gates
        self._shared: list[ResourceSlice] = []
        self._of_node: dict[str, list[ResourceSlice]] = {}
        self._all: dict[tuple[str, str], list[ResourceSlice]] = {}
        for resource_slice in sorted(slices, key=lambda s: s.name):
            self._all.setdefault((resource_slice.driver, resource_slice.pool), []).append(resource_slice)
            if resource_slice.nodes.node_name:
                self._of_node.setdefault(resource_slice.nodes.node_name, []).append(resource_slice)
            else:
                self._shared.append(resource_slice)
        self._counters: dict[tuple[str, str], list[ResourceSlice]] = {}
        if self._partitions:
            for pool, all_slices in self._all.items():
                if counters := [s for s in all_slices if s.shared_counters]:
                    self._counters[pool] = counters
        self._unusable: dict[tuple[str, str], Pool] | None = None
        self._pools: dict[str, tuple[Pool, ...]] = {}

    def of(self, node: Node) -> tuple[Pool, ...]:
        """Return the pools in the order in which they are searched."""
        pools = self._pools.get(node.name)
        if pools is None:
            pools = self._pools[node.name] = tuple(self._gather(node))
        return pools

    def slices_for(self, node: Node) -> Iterator[ResourceSlice]:
        """Yield the slices with devices for the node, of every generation."""
        listed = (*self._of_node.get(node.name, ()), *self._shared)
        return (s for s in listed if self._targets(s, node))

    def slices_of(self, driver: str, pool: str) -> list[ResourceSlice]:
        """Return the slices of a pool, of every generation, by name."""
        return self._all.get((driver, pool), [])

    @property
    def newest_slices(self) -> list[ResourceSlice]:
        """The slices of the newest generation of each pool, pools by driver and name."""
        return [s for _, slices in sorted(self._all.items()) for s in _newest(slices)]

    def _gather(self, node: Node) -> list[Pool]:
        by_id: dict[tuple[str, str], list[ResourceSlice]] = {}
        for resource_slice in self.slices_for(node):
            by_id.setdefault((resource_slice.driver, resource_slice.pool), []).append(resource_slice)
        for pool_id, slices in by_id.items():
            slices += [s for s in self._counters.get(pool_id, ()) if s not in slices]
        pools = [pool for slices in by_id.values() if (pool := self._pool(_newest(slices))) is not None]
        pools += [pool for pool_id, pool in self._unusable_pools().items() if pool_id not in by_id]
        last = self._version.pools_with_conditions_are_last
        return sorted(pools, key=lambda p: (last and p.has_binding_conditions, p.driver, p.name))

    def _unusable_pools(self) -> dict[tuple[str, str], Pool]:
        """Return the pools with counters that no device can be had of. Every node sees all counters, so those too."""
        if self._unusable is None:
            seen = {pool_id: self._pool(_newest(list(slices))) for pool_id, slices in self._counters.items()}
            self._unusable = {
                k: pool for k, pool in seen.items() if pool and (pool.incomplete or pool.invalid)
            }
        return self._unusable

    def _targets(self, resource_slice: ResourceSlice, node: Node) -> bool:
        """Return whether the node can use devices of the slice."""
        if not self._partitions and resource_slice.per_device_nodes is not None:
            return False
        if resource_slice.nodes:
            return can_use(node, resource_slice.nodes)
        return bool(resource_slice.per_device_nodes) and any(
            can_use(node, device.nodes) for device in resource_slice.devices
        )

    def _pool(self, slices: list[ResourceSlice]) -> Pool | None:
        """Return the pool, None if another node has a newer generation of it."""
        first = slices[0]
        seen = slices
        if self._version.pools_complete_across_nodes and len(slices) != first.slice_count:
            everywhere = self._all[first.driver, first.pool]
            if any(s.generation > first.generation for s in everywhere):
                return None
            seen = [s for s in everywhere if s.generation == first.generation]
        incomplete = len(seen) != first.slice_count
        if incomplete and self._version.pools_complete_across_nodes:
            return Pool(first.driver, first.pool, incomplete=True)
        return self._valid_pool(slices, [s for s in seen if s not in slices], incomplete=incomplete)

    def _valid_pool(
        self, slices: list[ResourceSlice], elsewhere: list[ResourceSlice], *, incomplete: bool
    ) -> Pool:
        driver, name = slices[0].driver, slices[0].pool
        counters: dict[str, Mapping[str, str]] | None = None
        offering = slices
        invalid = ""
        if self._partitions:
            offering = [s for s in slices if not s.shared_counters]
            counters = {}
            for set_name, amounts in (s for resource_slice in slices for s in resource_slice.shared_counters):
                if set_name in counters:
                    invalid = f"duplicate counter set name {set_name}"
                counters[set_name] = amounts
            invalid = invalid or _missing_counter((*slices, *elsewhere), counters)
        invalid = _repeated_name(offering) or invalid
        devices = (tuple(offering), tuple(elsewhere)) if not invalid else ((), ())
        return Pool(driver, name, *devices, counters, incomplete, invalid)


def _newest(slices: list[ResourceSlice]) -> list[ResourceSlice]:
    """Return the slices of the newest generation, by name."""
    generation = max(s.generation for s in slices)
    return sorted((s for s in slices if s.generation == generation), key=lambda s: s.name)


def _repeated_name(slices: Iterable[ResourceSlice]) -> str:
    names: set[str] = set()
    for device in (device for s in slices for device in s.devices):
        if device.name in names:
            return f"duplicate device name {device.name}"
        names.add(device.name)
    return ""


def _missing_counter(slices: Iterable[ResourceSlice], counters: Counters) -> str:
    for device in (device for s in slices for device in s.devices):
        for set_name, amounts in device.counters:
            if set_name not in counters:
                return f"counter set {set_name} not found"
            for name in amounts:
                if name not in counters[set_name]:
                    return f"counter {name} not found in counter set {set_name}"
    return ""


def can_use(node: Node, choice: NodeChoice) -> bool:
    """Return whether the node is among those from which a slice or a device can be used (NodeMatches)."""
    if choice.node_name:
        return node.name == choice.node_name
    return choice.all_nodes or (choice.selector is not None and selects(choice.selector, node))


def selects(selector: NodeSelector, node: Node) -> bool:
    """Return whether a term of the selector matches the node."""
    fields = {"metadata.name": node.name}
    return any(
        not term.empty
        and all(requirement.matches(node.labels) for requirement in term.expressions)
        and all(requirement.matches(fields) for requirement in term.fields)
        for term in selector.terms
    )


def tainted_slices(devices: Devices, version: Version) -> list[ResourceSlice]:
    """Return the slices with the taints of all rules that count in a version, after those of their own."""
    if not version.device_taint_rules_count:
        return devices.slices
    rules = [r for r in devices.taint_rules if r.selects or version.rules_without_selector_taint_all]
    return [_tainted(devices_slice, rules) for devices_slice in devices.slices] if rules else devices.slices


def _tainted(resource_slice: ResourceSlice, rules: list[DeviceTaintRule]) -> ResourceSlice:
    changed = tuple(_with_taints(device, resource_slice, rules) for device in resource_slice.devices)
    return replace(resource_slice, devices=changed)


def _with_taints(device: Device, resource_slice: ResourceSlice, rules: list[DeviceTaintRule]) -> Device:
    own = resource_slice.driver, resource_slice.pool, device.name
    taints = tuple(rule.taint for rule in rules if rule.matches(*own))
    return replace(device, taints=device.taints + taints) if taints else device


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
