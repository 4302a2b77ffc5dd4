"""Devices that stand for an extended resource on nodes without a device plugin for it.

Mirrors calculateDRAExtendedResourceAllocatableRequest of
pkg/scheduler/framework/plugins/noderesources/resource_allocation.go @ v1.36.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from scheduler_core.kubernetes.objects.devices import Device, DeviceClass, ResourceSlice
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality
from scheduler_core.scheduler.plugins.dynamicresources.claims import ClassByResource
from scheduler_core.scheduler.plugins.dynamicresources.constraints import Selecting
from scheduler_core.scheduler.plugins.dynamicresources.pools import can_use

from .resource_allocation import Allocation, WeightedResource


class ExtendedResourceDevices:
    """Which resources devices serve, and how many devices of each there are and are in use on a node."""

    def __init__(self, handle: Handle) -> None:
        gate = "ExtendedResource" in handle.version.device_gates
        self._handle = handle
        self._classes = ClassByResource(
            handle.objects.devices.classes.values() if gate else (), handle.version
        )
        self._selecting = Selecting()
        self._devices: dict[tuple[str, str], list[tuple[str, str, str]]] = {}

    def serve(self, resource: str) -> bool:
        """Return whether a device class serves the resource where the node itself has none."""
        return self._classes.get(resource) is not None

    def served(self, resources: Sequence[str], allocatable: IntArray) -> BoolArray | None:
        """Return where devices take the place of the node's own resource; None if they never do."""
        rows = np.array([self.serve(name) for name in resources], dtype=bool)
        return rows[:, None] & (allocatable == 0) if rows.any() else None

    def locality(self, template: PodTemplate, resources: Iterable[WeightedResource]) -> Locality:
        """Return what scores of these resources depend on: with devices, on claims anywhere."""
        counted = any(template.requests.get(r.name) and self.serve(r.name) for r in resources)
        return Locality.CLUSTER if counted else Locality.NODE_PODS

    def counted_in(self, allocation: Allocation, nodes: IntArray) -> Allocation:
        """Return the allocation with devices in place of resources that the nodes do not have themselves."""
        names = [resource.name for resource in allocation.scored.resources]
        served = self.served(names, allocation.allocatable)
        if served is None:
            return allocation
        requested, allocatable = allocation.requested.copy(), allocation.allocatable.copy()
        for row, column in np.argwhere(served).tolist():
            device_class = self._classes.get(names[row])
            assert device_class is not None
            devices = self._devices_on(self._handle.snapshot.nodes[int(nodes[column])], device_class)
            if devices:
                in_use = sum(map(self._handle.claims.holds_part, devices))
                allocatable[row, column] = len(devices)
                requested[row, column] = in_use + int(allocation.scored.pod_requests[row, 0])
        return replace(allocation, requested=requested, allocatable=allocatable)

    def _devices_on(self, node: Node, device_class: DeviceClass) -> list[tuple[str, str, str]]:
        """Return the ids of the class's devices that the node can use; none if a selector fails."""
        key = (node.name, device_class.name)
        if key not in self._devices:
            self._devices[key] = self._find_devices(node, device_class)
        return self._devices[key]

    def _find_devices(self, node: Node, device_class: DeviceClass) -> list[tuple[str, str, str]]:
        ids = []
        for resource_slice in self._handle.objects.devices.slices:
            for device in resource_slice.devices:
                if not _usable(resource_slice, device, node):
                    continue
                verdicts = [
                    self._selecting.verdict(resource_slice.driver, device, expression)
                    for expression in device_class.selectors
                ]
                if any(verdict.error for verdict in verdicts):
                    return []
                if all(verdict.selected for verdict in verdicts):
                    ids.append((resource_slice.driver, resource_slice.pool, device.name))
        return ids


def _usable(resource_slice: ResourceSlice, device: Device, node: Node) -> bool:
    nodes = device.nodes if resource_slice.per_device_nodes else resource_slice.nodes
    return not nodes or can_use(node, nodes)
