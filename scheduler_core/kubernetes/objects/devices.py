"""Devices and the claims on them: DeviceClass, ResourceSlice, ResourceClaim and ResourceClaimTemplate.

Mirrors staging/src/k8s.io/api/resource/v1/types.go @ v1.34.1, with the fields that v1.36.2 adds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from scheduler_core.sentences import worded

from .meta import Meta, OwnerReference, read_meta
from .parsing import Manifest
from .reading import ManifestField
from .selectors import NodeSelector, read_node_selector

Attribute: TypeAlias = tuple[str, Any]
"""The type (string, int, bool or version) and the value of an attribute."""

_ATTRIBUTE_TYPES = ("string", "int", "bool", "version")
_TOLERATION_EFFECTS = ("", "NoSchedule", "NoExecute", "None")
# CELSelectorExpressionMaxLength and DeviceAttributeMaxValueLength
_MAX_EXPRESSION, _MAX_ATTRIBUTE = 10 * 1024, 64
_REFUSED = worded("the API server refuses the object")
EXACT_COUNT, ALL = "ExactCount", "All"


@dataclass(frozen=True, slots=True)
class DeviceToleration:
    """A taint of a device that a request tolerates; an empty key with Exists tolerates every taint."""

    key: str
    operator: str
    value: str
    effect: str


@dataclass(frozen=True, slots=True)
class DeviceTaint:
    """A taint of a device."""

    key: str
    value: str
    effect: str


@dataclass(frozen=True, slots=True)
class RequestPolicy:
    """How a request for a part of a capacity is rounded, and what it may be."""

    default: str | None
    valid_values: tuple[str, ...]
    minimum: str | None
    maximum: str | None
    step: str | None

    @property
    def has_range(self) -> bool:
        return self.minimum is not None or self.maximum is not None or self.step is not None


@dataclass(frozen=True, slots=True)
class DeviceCapacity:
    """An amount that a device offers."""

    value: str
    policy: RequestPolicy | None = None


@dataclass(frozen=True, slots=True)
class NodeChoice:
    """The nodes from which a slice or a device can be used: one by name, all, or those that a selector matches."""

    node_name: str = ""
    all_nodes: bool = False
    selector: NodeSelector | None = None
    written: Manifest | None = field(default=None, compare=False)
    """The selector as written, which goes into allocations."""

    def __bool__(self) -> bool:
        return bool(self.node_name or self.all_nodes or self.selector is not None)


@dataclass(frozen=True, slots=True)
class Device:
    """A device of a slice. `counters` is what it consumes, by counter set and counter."""

    name: str
    attributes: Mapping[str, Attribute]
    capacity: Mapping[str, DeviceCapacity]
    counters: tuple[tuple[str, Mapping[str, str]], ...]
    taints: tuple[DeviceTaint, ...]
    nodes: NodeChoice
    allows_multiple: bool
    binds_to_node: bool
    binding_conditions: tuple[str, ...]
    binding_failure_conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ResourceSlice:
    """Devices of a driver in a pool. `shared_counters` are amounts by counter set and counter."""

    name: str
    driver: str
    pool: str
    generation: int
    slice_count: int
    nodes: NodeChoice
    per_device_nodes: bool | None
    devices: tuple[Device, ...]
    shared_counters: tuple[tuple[str, Mapping[str, str]], ...]


@dataclass(frozen=True, slots=True)
class DeviceConfig:
    """Configuration that a driver gets with an allocation; `requests` is empty for all of them."""

    requests: tuple[str, ...]
    driver: str
    parameters: str
    """As JSON."""


@dataclass(frozen=True, slots=True)
class DeviceClass:
    """A named choice of devices, which requests refer to."""

    name: str
    selectors: tuple[str, ...]
    config: tuple[DeviceConfig, ...]
    extended_resource: str
    created: str


@dataclass(frozen=True, slots=True)
class RequestedDevices:
    """An exact request, or an alternative of a request. `count` is 0 for all devices.

    `capacity` is None if the manifest has none. `admin_access` is None where the manifest does not say.
    """

    name: str
    device_class: str
    selectors: tuple[str, ...]
    mode: str
    count: int
    admin_access: bool | None = None
    tolerations: tuple[DeviceToleration, ...] = ()
    capacity: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class DeviceRequest:
    """A request of a claim: one choice, or alternatives in the order of preference."""

    name: str
    exactly: RequestedDevices | None
    first_available: tuple[RequestedDevices, ...] = ()


@dataclass(frozen=True, slots=True)
class DeviceConstraint:
    """The devices of these requests (all if empty) have the same value, or different ones, of an attribute."""

    requests: tuple[str, ...]
    match_attribute: str
    distinct_attribute: str


@dataclass(frozen=True, slots=True)
class ClaimSpec:
    """spec.devices of a claim."""

    requests: tuple[DeviceRequest, ...] = ()
    constraints: tuple[DeviceConstraint, ...] = ()
    config: tuple[DeviceConfig, ...] = ()


@dataclass(frozen=True, slots=True)
class AllocatedDevice:
    """A device in an allocation; `request` is REQUEST or REQUEST/ALTERNATIVE."""

    request: str
    driver: str
    pool: str
    device: str
    admin_access: bool = False
    share_id: str = ""
    consumed_capacity: tuple[tuple[str, str], ...] = ()
    binding_conditions: tuple[str, ...] = ()
    binding_failure_conditions: tuple[str, ...] = ()
    tolerations: int = 0
    """The number of tolerations of its request."""

    @property
    def id(self) -> tuple[str, str, str]:
        """Driver, pool and name, which together are unique."""
        return self.driver, self.pool, self.device


@dataclass(frozen=True, slots=True)
class Allocation:
    """status.allocation of a claim. `node_selector` is that of the manifest, None for all nodes.

    `config` has a line per configuration: its source, requests, driver and parameters. `timestamp` is None if none was
    written.
    """

    devices: tuple[AllocatedDevice, ...]
    node_selector: Manifest | None = None
    config: tuple[str, ...] = ()
    timestamp: str | None = None


@dataclass(frozen=True, slots=True)
class Consumer:
    """What a claim is reserved for."""

    name: str
    uid: str
    resource: str = "pods"


@dataclass(frozen=True, slots=True)
class DeviceCondition:
    """A condition that a driver reports of an allocated device."""

    kind: str
    holds: bool
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class ResourceClaim:
    """A claim on devices. `conditions` are status.devices, by driver, pool and device."""

    meta: Meta
    spec: ClaimSpec
    deleting: bool = False
    allocation: Allocation | None = None
    reserved_for: tuple[Consumer, ...] = ()
    conditions: Mapping[tuple[str, str, str], tuple[DeviceCondition, ...]] = field(default_factory=dict)
    extended_resources: bool = False
    """Whether the scheduler made it for the extended resources of a pod."""

    @property
    def key(self) -> str:
        return self.meta.key


DEVICE_VERSIONS = ("resource.k8s.io/v1", "resource.k8s.io/v1beta2", "resource.k8s.io/v1beta1")
"""Versions of the API that are read: v1beta2 has the fields of v1, v1beta1 has some of them elsewhere."""


@dataclass(frozen=True, slots=True)
class DeviceTaintRule:
    """A taint for all devices that it selects. `selects` is False without a selector; None leaves a field open."""

    name: str
    taint: DeviceTaint
    selects: bool
    driver: str | None
    pool: str | None
    device: str | None

    def matches(self, driver: str, pool: str, device: str) -> bool:
        """Return whether the selector matches a device; the empty one matches every device."""
        wanted = ((self.driver, driver), (self.pool, pool), (self.device, device))
        return all(choice is None or choice == own for choice, own in wanted)


@dataclass(slots=True)
class Devices:
    """All objects about devices; templates by namespace and name."""

    classes: dict[str, DeviceClass] = field(default_factory=dict)
    slices: list[ResourceSlice] = field(default_factory=list)
    claims: dict[str, ResourceClaim] = field(default_factory=dict)
    templates: dict[tuple[str, str], ClaimSpec] = field(default_factory=dict)
    taint_rules: list[DeviceTaintRule] = field(default_factory=list)


def check_device_version(at: ManifestField) -> bool:
    """Return whether the manifest is of a version that is read; report any other. Those before differ in meaning."""
    version = at.text("apiVersion")
    if version and version not in DEVICE_VERSIONS:
        *most, last = (name.rpartition("/")[2] for name in DEVICE_VERSIONS)
        at.problem(
            "apiVersion",
            worded(
                "must be resource.k8s.io/{versions} or {last}, got {version}: export the object from "
                "a cluster of v1.32 or newer, or rewrite it for v1",
                versions=", ".join(most),
                last=last,
                version=repr(version),
            ),
        )
        return False
    return True


def read_device_class(at: ManifestField, devices: Devices) -> None:
    meta, spec = read_meta(at, namespaced=False), at.child("spec")
    devices.classes[meta.name] = DeviceClass(
        meta.name,
        _selectors(spec),
        tuple(_config(c) for c in spec.children("config")),
        spec.text("extendedResourceName"),
        at.child("metadata").text("creationTimestamp"),
    )


def read_resource_slice(at: ManifestField, devices: Devices) -> None:
    spec = at.child("spec")
    pool = spec.child("pool")
    devices.slices.append(
        ResourceSlice(
            read_meta(at, namespaced=False).name,
            spec.name("driver"),
            pool.name("name"),
            pool.integer("generation", 0),
            pool.integer("resourceSliceCount", 1),
            _nodes(spec),
            spec.flag("perDeviceNodeSelection") if spec.has("perDeviceNodeSelection") else None,
            tuple(_device(d) for d in spec.children("devices")),
            tuple((s.name("name"), _values(s, "counters")) for s in spec.children("sharedCounters")),
        )
    )


def read_device_taint_rule(at: ManifestField, devices: Devices) -> None:
    spec = at.child("spec")
    selector = spec.child("deviceSelector")
    driver, pool, device = (
        selector.text(key) if selector.has(key) else None for key in ("driver", "pool", "device")
    )
    name = read_meta(at, namespaced=False).name
    taint, selects = _taint(spec.child("taint")), spec.has("deviceSelector")
    devices.taint_rules.append(DeviceTaintRule(name, taint, selects, driver, pool, device))


def read_resource_claim(at: ManifestField, devices: Devices) -> None:
    meta, status = read_meta(at), at.child("status")
    metadata = at.child("metadata")
    annotations = metadata.string_map("annotations")
    devices.claims[meta.key] = ResourceClaim(
        meta,
        _claim_spec(at.child("spec")),
        metadata.has("deletionTimestamp"),
        _allocation(status.child("allocation")) if status.has("allocation") else None,
        tuple(
            Consumer(c.name("name"), c.text("uid"), c.text("resource") or "pods")
            for c in status.children("reservedFor")
        ),
        dict(_conditions(status)),
        annotations.get("resource.kubernetes.io/extended-resource-claim") == "true",
    )


def read_claim_template(at: ManifestField, devices: Devices) -> None:
    meta = read_meta(at)
    devices.templates[meta.namespace, meta.name] = _claim_spec(at.child("spec").child("spec"))


def generated_claim(name: str, namespace: str, spec: ClaimSpec, owner: OwnerReference) -> ResourceClaim:
    """Return a claim as a controller makes it for a pod."""
    return ResourceClaim(Meta(name, namespace, {}, f"claim-{namespace}-{name}", owner), spec)


def _selectors(at: ManifestField) -> tuple[str, ...]:
    return tuple(_expression(s.child("cel")) for s in at.children("selectors"))


def _expression(at: ManifestField) -> str:
    expression = at.name("expression")
    length = len(expression.encode(errors="replace"))
    if length > _MAX_EXPRESSION:
        at.problem(
            "expression",
            worded(
                "may not be more than {most} bytes, got {count}: {refused}",
                most=_MAX_EXPRESSION,
                count=length,
                refused=_REFUSED,
            ),
        )
        return ""
    return expression


def _config(at: ManifestField) -> DeviceConfig:
    opaque = at.child("opaque")
    parameters = json.dumps(opaque.raw("parameters") or {}, sort_keys=True)
    return DeviceConfig(at.texts("requests"), opaque.text("driver"), parameters)


def _nodes(at: ManifestField) -> NodeChoice:
    return NodeChoice(
        at.text("nodeName"),
        at.flag("allNodes"),
        read_node_selector(at, "nodeSelector"),
        at.raw("nodeSelector") if at.has("nodeSelector") else None,
    )


def _device(at: ManifestField) -> Device:
    basic = at.child("basic") if at.has("basic") else at  # where v1beta1 has what v1 has in the device
    return Device(
        at.name("name"),
        dict(_attributes(basic)),
        {name: _capacity(basic.child("capacity"), name) for name in basic.child("capacity").value},
        tuple((c.name("counterSet"), _values(c, "counters")) for c in basic.children("consumesCounters")),
        tuple(_taint(t) for t in basic.children("taints")),
        _nodes(basic),
        basic.flag("allowMultipleAllocations"),
        basic.flag("bindsToNode"),
        basic.texts("bindingConditions"),
        basic.texts("bindingFailureConditions"),
    )


def _taint(at: ManifestField) -> DeviceTaint:
    return DeviceTaint(at.name("key"), at.text("value"), at.choice("effect", _TOLERATION_EFFECTS))


def _attributes(at: ManifestField) -> Iterator[tuple[str, Attribute]]:
    attributes = at.child("attributes")
    for name in attributes.value:
        value = attributes.child(name)
        kinds = [kind for kind in _ATTRIBUTE_TYPES if value.has(kind)]
        if len(kinds) != 1:
            value.problem("", worded("must have exactly one of string, int, bool and version"))
            continue
        (kind,) = kinds
        if kind == "int":
            yield name, (kind, value.integer(kind, 0))
        elif kind == "bool":
            yield name, (kind, value.flag(kind))
        else:
            yield name, (kind, _attribute_text(value, kind))


def _attribute_text(at: ManifestField, kind: str) -> str:
    text = at.text(kind)
    if len(text.encode(errors="replace")) > _MAX_ATTRIBUTE:
        at.problem(
            kind,
            worded(
                "may not be more than {most} bytes, got {count}: {refused}",
                most=_MAX_ATTRIBUTE,
                count=len(text),
                refused=_REFUSED,
            ),
        )
        return ""
    return text


def _capacity(at: ManifestField, name: str) -> DeviceCapacity:
    capacity = at.child(name)
    policy = capacity.child("requestPolicy")
    valid_range = policy.child("validRange")
    return DeviceCapacity(
        capacity.quantity("value") or "0",
        RequestPolicy(
            policy.quantity("default"),
            tuple(str(value) for value in policy.list("validValues")),
            valid_range.quantity("min"),
            valid_range.quantity("max"),
            valid_range.quantity("step"),
        )
        if capacity.has("requestPolicy")
        else None,
    )


def _values(at: ManifestField, key: str) -> Mapping[str, str]:
    counters = at.child(key)
    return {name: counters.child(name).quantity("value") or "0" for name in counters.value}


def _claim_spec(at: ManifestField) -> ClaimSpec:
    devices = at.child("devices")
    return ClaimSpec(
        tuple(_request(r) for r in devices.children("requests")),
        tuple(
            DeviceConstraint(c.texts("requests"), c.text("matchAttribute"), c.text("distinctAttribute"))
            for c in devices.children("constraints")
        ),
        tuple(_config(c) for c in devices.children("config")),
    )


def _request(at: ManifestField) -> DeviceRequest:
    name = at.name("name")
    if at.has("firstAvailable"):
        alternatives = tuple(_requested(r, r.name("name")) for r in at.children("firstAvailable"))
        return DeviceRequest(name, None, alternatives)
    # v1beta1 has the fields of `exactly` in the request itself.
    exactly = at if at.has("deviceClassName") else at.child("exactly")
    if not exactly.value:
        at.problem("exactly", worded("must be set: add exactly with a deviceClassName, or firstAvailable"))
        return DeviceRequest(name, None)
    return DeviceRequest(name, _requested(exactly, name))


def _requested(at: ManifestField, name: str) -> RequestedDevices:
    mode = at.choice("allocationMode", (EXACT_COUNT, ALL), EXACT_COUNT)
    count = at.integer("count", 1) if mode == EXACT_COUNT else 0
    if mode == EXACT_COUNT and count <= 0:
        at.problem("count", worded("must be greater than 0, got {value}: set it to 1 or more", value=count))
    if mode == ALL and at.integer("count", 0):
        at.problem("count", worded("must be absent if allocationMode is All: remove it"))
    return RequestedDevices(
        name,
        at.name("deviceClassName"),
        _selectors(at),
        mode,
        count,
        at.flag("adminAccess") if at.has("adminAccess") else None,
        tuple(_toleration(t) for t in at.children("tolerations")),
        at.child("capacity").quantities("requests") if at.has("capacity") else None,
    )


def _toleration(at: ManifestField) -> DeviceToleration:
    return DeviceToleration(
        at.text("key"),
        at.choice("operator", ("Exists", "Equal"), "Equal"),
        at.text("value"),
        at.choice("effect", _TOLERATION_EFFECTS),
    )


def _allocation(at: ManifestField) -> Allocation:
    read_node_selector(at, "nodeSelector")  # reports what is wrong with it
    devices = at.child("devices")
    return Allocation(
        tuple(_allocated(d) for d in devices.children("results")),
        at.raw("nodeSelector") if at.has("nodeSelector") else None,
        tuple(
            config_line(c.text("source"), _config(c)) for c in devices.children("config") if c.has("opaque")
        ),
        at.text("allocationTimestamp") or None,
    )


def config_line(source: str, config: DeviceConfig) -> str:
    """Return a configuration as one line: FromClass [r0,r1] gpu.example.com={"m": 1}."""
    return f"{source} [{','.join(config.requests)}] {config.driver}={config.parameters}"


def _allocated(at: ManifestField) -> AllocatedDevice:
    return AllocatedDevice(
        at.name("request"),
        at.name("driver"),
        at.name("pool"),
        at.name("device"),
        at.flag("adminAccess"),
        at.text("shareID"),
        tuple(sorted(at.quantities("consumedCapacity").items())),
        at.texts("bindingConditions"),
        at.texts("bindingFailureConditions"),
        len(at.list("tolerations")),
    )


def _conditions(
    status: ManifestField,
) -> Iterator[tuple[tuple[str, str, str], tuple[DeviceCondition, ...]]]:
    for device in status.children("devices"):
        conditions = (
            DeviceCondition(c.text("type"), c.text("status") == "True", c.text("reason"), c.text("message"))
            for c in device.children("conditions")
        )
        yield (device.text("driver"), device.text("pool"), device.text("device")), tuple(conditions)
