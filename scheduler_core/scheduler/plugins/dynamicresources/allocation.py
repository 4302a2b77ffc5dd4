"""The allocations of a pod's claims: from a finished search, by way of Reserve, to what PreBind writes.

Mirrors Allocate and createNodeSelector of allocator_experimental.go @ v1.34.1 and allocator_incubating.go @ v1.36.2,
and bindClaim, Unreserve, isClaimReadyForBinding and isClaimTimeout of dynamicresources.go. Binding conditions do not
change in a run: one that does not hold never will, and the wait for it ends with a time-out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from scheduler_core.kubernetes.objects.devices import (
    Allocation,
    Consumer,
    DeviceConfig,
    ResourceClaim,
    config_line,
)
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.framework.claims import Claims, ClaimWrites, extended_resource_claim

from .allocator import NEW_SHARE, Chosen, Environment, RequestData, Search
from .claims import SpecialClaim


def allocations_of(
    search: Search, claims: Sequence[ResourceClaim], node_name: str, version: Version
) -> list[Allocation]:
    """Return the allocation of each claim."""
    tolerates = "DeviceTaints" in version.device_gates
    return [
        Allocation(
            tuple(pick.allocated(with_tolerations=tolerates) for pick in search.chosen[i]),
            _node_selector(search.chosen[i], node_name),
            tuple(config_line(source, config) for source, config in _config(search, i, claim, version)),
        )
        for i, claim in enumerate(claims)
    ]


def _node_selector(chosen: Sequence[Chosen], node_name: str) -> Manifest | None:
    """Return the node itself if a device is local to it, otherwise what the slices of all devices ask for."""
    fields: list[Any] = []
    expressions: list[Any] = []
    for pick in chosen:
        candidate = pick.candidate
        per_device = bool(candidate.slice.per_device_nodes)
        nodes = candidate.device.nodes if per_device else candidate.slice.nodes
        if nodes.node_name or candidate.device.binds_to_node:
            name = {"key": "metadata.name", "operator": "In", "values": [node_name]}
            return {"nodeSelectorTerms": [{"matchFields": [name]}]}
        terms = (nodes.written or {}).get("nodeSelectorTerms") or []
        for term in terms[:1]:
            _add_new(term.get("matchFields") or [], fields)
            _add_new(term.get("matchExpressions") or [], expressions)
    term = {
        key: value for key, value in (("matchExpressions", expressions), ("matchFields", fields)) if value
    }
    return {"nodeSelectorTerms": [term]} if term else None


def _add_new(requirements: Sequence[Any], to: list[Any]) -> None:
    for requirement in requirements:
        if not any(_same(requirement, other) for other in to):
            to.append(requirement)


def _same(one: Any, other: Any) -> bool:
    return all(one.get(key) == other.get(key) for key in ("key", "operator")) and set(
        one.get("values") or ()
    ) == set(other.get("values") or ())


def _selected(search: Search, claim_index: int, request_index: int) -> RequestData:
    first = search.requests[claim_index, request_index, 0]
    return search.requests[claim_index, request_index, first.selected]


def _config(
    search: Search, index: int, claim: ResourceClaim, version: Version
) -> Iterator[tuple[str, DeviceConfig]]:
    """Yield configuration with its source: that of the classes, then that of the claim."""
    chosen = [_selected(search, index, i) for i in range(len(claim.spec.requests))]
    for i, data in enumerate(chosen):
        for config in data.device_class.config:
            if not version.class_config_names_requests:
                yield "FromClass", replace(config, requests=())
            elif all(data.device_class is not other.device_class for other in chosen[:i]):
                names = tuple(d.full_name for d in chosen if d.device_class is data.device_class)
                yield "FromClass", replace(config, requests=names)
    for config in claim.spec.config:
        if not config.requests:
            yield "FromClaim", config
        for data in chosen if config.requests else ():
            if data.request_name in config.requests or (
                data.is_alternative and data.full_name in config.requests
            ):
                yield "FromClaim", config


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


NOW = "2030-01-01T00:00:00Z"
"""When a run allocates devices."""
TIMED_OUT = "2020-01-01T00:00:00Z"
"""The time of allocations whose wait has ended; the wait lasts 600 seconds, and RFC 3339 sorts as text."""
TIMEOUT_ERROR = "device binding timeout: context deadline exceeded"


class BindingFailed(Exception):
    """A failure condition of a device holds."""


def is_ready(claim: ResourceClaim) -> bool:
    """Return whether all binding conditions of the claim's devices hold; raise BindingFailed."""
    if claim.allocation is None:
        return False
    for device in claim.allocation.devices:
        if not device.binding_conditions:
            continue
        if device.id not in claim.conditions:
            return False
        conditions = {condition.kind: condition for condition in claim.conditions[device.id]}
        for kind in device.binding_failure_conditions:
            failed = conditions.get(kind)
            if failed is not None and failed.holds:
                message = failed.message.replace("\\", "\\\\").replace('"', '\\"')
                raise BindingFailed(
                    f'claim {claim.meta.name} binding failed: reason={failed.reason}, message="{message}"'
                )
        if not all(kind in conditions and conditions[kind].holds for kind in device.binding_conditions):
            return False
    return True


def has_timed_out(claim: ResourceClaim) -> bool:
    """Return whether the wait for binding conditions has ended."""
    allocation = claim.allocation
    if allocation is None or allocation.timestamp is None or allocation.timestamp >= "2026":
        return False
    return any(device.binding_conditions for device in allocation.devices)


def is_unavailable(claim: ResourceClaim) -> bool:
    """Return whether the devices will not become ready, so that the claim has to be allocated anew."""
    try:
        return not is_ready(claim) and has_timed_out(claim)
    except BindingFailed:
        return True


def has_binding_conditions(claim: ResourceClaim) -> bool:
    return claim.allocation is not None and any(d.binding_conditions for d in claim.allocation.devices)


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
