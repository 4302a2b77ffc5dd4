"""The taints that DeviceTaintRules add to the devices of slices.

Mirrors applyPatches of k8s.io/dynamic-resource-allocation/resourceslice/tracker/tracker.go @ v1.36.3, and what v1.38
changed of it. The slices themselves are not changed.
"""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.kubernetes.objects.devices import Device, Devices, DeviceTaintRule, ResourceSlice
from scheduler_core.kubernetes.versions import Version


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
