"""The search for devices: depth first, claim by claim, request by request, device by device, with backtracking.

Mirrors allocator_experimental.go @ v1.34.1 and allocator_incubating.go @ v1.36.2 of
k8s.io/dynamic-resource-allocation/structured/internal. The first full solution is taken. What upstream forgets to take
back after a device that did not fit stays counted here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from scheduler_core.kubernetes.objects.devices import (
    ALL,
    AllocatedDevice,
    DeviceClass,
    DeviceTaint,
    DeviceToleration,
    RequestedDevices,
    ResourceClaim,
)
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.framework.claims import Claims, DeviceId

from .capacity import AvailableCounters, Capacities, ConsumedCounters
from .constraints import Constraint, Selecting, SelectorError, constraint_of
from .pools import Candidate, Pool, can_use

MAX_RESULTS = 32
"""AllocationResultsMaxSize: devices of one claim."""
MAX_STEPS = 100_000
"""Where the search on one node ends. Upstream ends it after ten seconds."""

NEW_SHARE = "*"
"""The id of a share of a device before it is written."""

RequestKey: TypeAlias = tuple[int, int, int]
"""The indices of a claim, of its request and of the alternative."""


class AllocationError(Exception):
    """The claims cannot be allocated on any node: the cycle ends with this error."""


class NodeFailure(Exception):
    """The search failed on this node in a way that its status names."""


class SearchTimeout(Exception):
    """The search took too many steps."""


class _TooManyDevices(Exception):
    """A claim would have more devices than it may: alternatives with fewer devices may still do."""


@dataclass(slots=True)
class RequestData:
    """A request, or an alternative of one, with its class. `all_devices` are those of a request for all.

    `selected` of the first alternative is the index of the alternative that was taken.
    """

    requested: RequestedDevices
    request_name: str
    is_alternative: bool
    device_class: DeviceClass
    count: int
    all_devices: list[Candidate] = field(default_factory=list)
    selected: int = 0

    @property
    def alternative(self) -> str:
        return self.requested.name if self.is_alternative else ""

    @property
    def full_name(self) -> str:
        return f"{self.request_name}/{self.requested.name}" if self.is_alternative else self.request_name


@dataclass(frozen=True, slots=True)
class Chosen:
    """A device that the search took for a request."""

    candidate: Candidate
    data: RequestData
    share: Mapping[str, tuple[Fraction, str]] | None

    def allocated(self, *, with_tolerations: bool) -> AllocatedDevice:
        requested, device = self.data.requested, self.candidate.device
        share = self.share
        return AllocatedDevice(
            self.data.full_name,
            *self.candidate.id,
            admin_access=bool(requested.admin_access),
            share_id="" if share is None else NEW_SHARE,
            consumed_capacity=tuple(sorted((name, text) for name, (_, text) in (share or {}).items())),
            binding_conditions=device.binding_conditions,
            binding_failure_conditions=device.binding_failure_conditions,
            tolerations=len(requested.tolerations) if with_tolerations else 0,
        )


@dataclass(slots=True)
class Environment:
    """What searches of one cycle share."""

    version: Version
    classes: Mapping[str, DeviceClass]
    claims: Claims
    selecting: Selecting
    counters: AvailableCounters

    def has(self, gate: str) -> bool:
        return gate in self.version.device_gates


class Search:
    """The search for devices of some claims on one node."""

    def __init__(
        self, environment: Environment, node: Node, pools: Sequence[Pool], claims: Sequence[ResourceClaim]
    ) -> None:
        self._env = environment
        self._node = node
        self._pools = pools
        self._claims = claims
        self._shares = environment.has("ConsumableCapacity")
        self._rules = Capacities(environment.version)
        self._partitions = environment.has("PartitionableDevices")
        self._taints = environment.has("DeviceTaints")
        self._conditions = environment.has("DeviceBindingConditions")
        self._constraints: list[list[Constraint]] = []
        self.requests: dict[RequestKey, RequestData] = {}
        self.chosen: list[list[Chosen]] = [[] for _ in claims]
        self._allocating: dict[DeviceId, set[int]] = {}
        self._capacity: dict[DeviceId, dict[str, Fraction]] = {}
        self._counters = ConsumedCounters(environment.counters)
        self._validated: dict[tuple[DeviceId, RequestKey], bool] = {}
        self._steps = 0

    def run(self) -> bool:
        """Search; return whether all claims can be allocated. Raises AllocationError, NodeFailure or SearchTimeout."""
        try:
            for index, claim in enumerate(self._claims):
                self._prepare(index, claim)
            done = self._next_request(0, 0)
        except SelectorError as error:
            raise AllocationError(str(error)) from None
        except _TooManyDevices:
            return False
        if not done and self._env.version.skips_invalid_pools and any(pool.invalid for pool in self._pools):
            raise NodeFailure("invalid resource pools were encountered")
        return done

    # -- requests -----------------------------------------------------------------------------------------

    def _prepare(self, index: int, claim: ResourceClaim) -> None:
        """Look up the classes of a claim's requests, and how many devices it needs at least."""
        least = 0
        for request_index, request in enumerate(claim.spec.requests):
            choices = request.first_available or ((request.exactly,) if request.exactly else ())
            self._check_gates(claim, request.name, choices, alternatives=bool(request.first_available))
            counts = []
            for i, requested in enumerate(choices):
                data = RequestData(
                    requested,
                    request.name,
                    bool(request.first_available),
                    self._env.classes[requested.device_class],
                    requested.count,
                )
                # v1.34.1 looks at an alternative under the number of the one before it.
                number = i if self._env.version.alternatives_keep_number else max(i - 1, 0)
                if requested.mode == ALL:
                    self._collect_all(claim, data, (index, request_index, number))
                self.requests[index, request_index, i] = data
                counts.append(data.count)
            least += min(counts, default=0)
        if least > MAX_RESULTS:
            raise AllocationError(
                f"claim {claim.key}: number of requested devices {least} exceeds the claim limit of {MAX_RESULTS}"
            )
        self._constraints.append([constraint_of(c, self._env.version) for c in claim.spec.constraints])

    def _check_gates(
        self, claim: ResourceClaim, request: str, choices: Sequence[RequestedDevices], *, alternatives: bool
    ) -> None:
        if self._shares:
            return
        for requested in choices:
            if requested.capacity is not None:
                kind = f"subrequest {requested.name}" if alternatives else f"request {request}"
                raise AllocationError(
                    f"claim {claim.key}, {kind}: has capacity requests, "
                    "but the DRAConsumableCapacity feature is disabled"
                )

    def _collect_all(self, claim: ResourceClaim, data: RequestData, key: RequestKey) -> None:
        """Find the devices of a request for all that the node can see."""
        for pool in self._pools:
            trouble = "being updated" if pool.incomplete else "invalid" if pool.invalid else ""
            if trouble:
                spares = pool.incomplete and not self._env.version.incomplete_pools_end_cycle
                raise (NodeFailure if spares else AllocationError)(
                    f"claim {claim.key}, request {data.requested.name}: asks for all devices, but resource pool "
                    f"{pool.driver}/{pool.name} is currently {trouble}"
                )
            for candidate in pool.candidates:
                known = self._validated.get((candidate.id, key))
                if known is None:
                    known = self._validated[candidate.id, key] = self._selectable(candidate, data, claim)
                if known and self._fits_capacity(candidate, data):
                    data.all_devices.append(candidate)
        data.count = len(data.all_devices)

    # -- the search ---------------------------------------------------------------------------------------

    def _next_request(self, claim_index: int, request_index: int) -> bool:
        """Allocate a request and everything after it."""
        self._step()
        if claim_index >= len(self._claims):
            return True
        if request_index >= len(self._claims[claim_index].spec.requests):
            try:
                return self._next_request(claim_index + 1, 0)
            except _TooManyDevices:
                return False
        first = self.requests[claim_index, request_index, 0]
        if first.is_alternative:
            return self._first_available(claim_index, request_index, first)
        return self._devices((claim_index, request_index, 0), 0, (0, 0))

    def _first_available(self, claim_index: int, request_index: int, first: RequestData) -> bool:
        """Try the alternatives of a request in order, each with everything after it."""
        all_exceeded, i = True, 0
        while (claim_index, request_index, i) in self.requests:
            try:
                if self._devices((claim_index, request_index, i), 0, (0, 0)):
                    first.selected = i
                    return True
                all_exceeded = False
            except _TooManyDevices:
                pass
            i += 1
        if all_exceeded:
            raise _TooManyDevices
        return False

    def _devices(self, key: RequestKey, taken: int, start: tuple[int, int]) -> bool:
        """Allocate the rest of a request of which some devices are taken, from a place among the candidates on."""
        self._step()
        data = self.requests[key]
        if data.requested.mode == ALL and not data.all_devices:
            return False
        if taken >= data.count:
            return self._next_request(key[0], key[1] + 1)
        if len(self.chosen[key[0]]) + data.count - taken > MAX_RESULTS:
            raise _TooManyDevices
        if data.requested.mode == ALL:
            return self._next_of_all(key, data, taken)
        return self._next_device(key, data, taken, start)

    def _next_of_all(self, key: RequestKey, data: RequestData, taken: int) -> bool:
        candidate = data.all_devices[taken]
        if not self._allocate(key, data, candidate, must=True):
            return False
        # v1.34.1 loses the number of the alternative here, and goes on with the first one.
        following = key if self._env.version.alternatives_keep_number else (key[0], key[1], 0)
        try:
            done = self._devices(following, taken + 1, (0, 0))
        except _TooManyDevices:
            self._deallocate(key)
            raise
        if not done:
            self._deallocate(key)
        return done

    def _next_device(self, key: RequestKey, data: RequestData, taken: int, start: tuple[int, int]) -> bool:
        skips = self._env.version.skips_invalid_pools
        claim = self._claims[key[0]]
        for p in range(start[0], len(self._pools)):
            pool = self._pools[p]
            if skips and (pool.incomplete or pool.invalid):
                continue
            if pool.invalid:
                raise AllocationError(f"pool {pool.name} is invalid: {pool.invalid}")
            candidates = pool.candidates
            for d in range(start[1] if p == start[0] else 0, len(candidates)):
                candidate = candidates[d]
                if self._is_taken(key, data, candidate):
                    continue
                if not self._selectable(candidate, data, claim) or not self._fits_capacity(candidate, data):
                    continue
                if not self._allocate(key, data, candidate, must=False):
                    continue
                try:
                    done = self._devices(key, taken + 1, (p, d + 1))
                except _TooManyDevices:
                    self._deallocate(key)
                    raise
                if done:
                    return True
                self._deallocate(key)
        return False

    def _step(self) -> None:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise SearchTimeout

    # -- one device ---------------------------------------------------------------------------------------

    def _is_taken(self, key: RequestKey, data: RequestData, candidate: Candidate) -> bool:
        """Return whether the device is in use; with admin access only another request of the claim counts."""
        allocating = self._allocating.get(candidate.id, ())
        if data.requested.admin_access:
            return key[0] in allocating
        return bool(allocating) or self._env.claims.in_use(candidate.id) or self._is_still_shared(candidate)

    def _is_still_shared(self, candidate: Candidate) -> bool:
        """Return whether claims have shares of a device that may no longer be shared, where that counts."""
        return (
            self._env.version.shares_bar_exclusive_use
            and not candidate.device.allows_multiple
            and candidate.id in self._env.claims.consumed
        )

    def _selectable(self, candidate: Candidate, data: RequestData, claim: ResourceClaim) -> bool:
        """Return whether the selectors of class and request choose the device, and it is for this node."""
        device = candidate.device
        if device.binding_conditions and not self._conditions:
            return False
        selecting = self._env.selecting
        if not selecting.matches(candidate.pool.driver, device, data.device_class, data.requested, claim.key):
            return False
        return not candidate.slice.per_device_nodes or can_use(self._node, device.nodes)

    def _fits_capacity(self, candidate: Candidate, data: RequestData) -> bool:
        if not self._shares:
            return True
        consumed = self._env.claims.consumed.get(candidate.id, {})
        allocating = self._capacity.get(candidate.id, {})
        driver, device = candidate.pool.driver, candidate.device
        return self._rules.has_room(data.requested, driver, device, consumed, allocating)

    def _allocate(self, key: RequestKey, data: RequestData, candidate: Candidate, *, must: bool) -> bool:
        """Take the device if nothing prevents it; if it `must` be taken, a violated constraint is an error."""
        device, claim_index = candidate.device, key[0]
        shared = self._shares and device.allows_multiple
        if not (shared and data.requested.admin_access) and self._is_taken(key, data, candidate):
            return False
        if device.counters and not self._takes_counters(candidate, shared=shared):
            return False
        if self._taints and any(prevents(taint, data.requested.tolerations) for taint in device.taints):
            return False
        if not self._meets_constraints(claim_index, data, candidate, must=must):
            return False
        if not shared:
            self._allocating.setdefault(candidate.id, set()).add(claim_index)
        if not self._fits_capacity(candidate, data):
            return False
        share = self._rules.consumption(data.requested, candidate.pool.driver, device) if shared else None
        if share is not None:
            self._consume(candidate.id, share, 1)
        self.chosen[claim_index].append(Chosen(candidate, data, share))
        return True

    def _meets_constraints(
        self, claim_index: int, data: RequestData, candidate: Candidate, *, must: bool
    ) -> bool:
        """Count the device for all constraints of the claim; return False, with nothing counted, if one is violated."""
        constraints = self._constraints[claim_index]
        for i, constraint in enumerate(constraints):
            if constraint.add(data.request_name, data.alternative, candidate.pool.driver, candidate.device):
                continue
            if must:
                raise AllocationError(
                    f"claim {self._claims[claim_index].key}, request {data.requested.name}: cannot add device "
                    f"{candidate.name} because a claim constraint would not be satisfied"
                )
            for earlier in constraints[:i]:
                earlier.remove(data.request_name, data.alternative)
            return False
        return True

    def _takes_counters(self, candidate: Candidate, *, shared: bool) -> bool:
        if not self._partitions:
            return False
        return (shared and self._shares_count(candidate)) or self._counters.take(
            candidate.pool, candidate.device
        )

    def _shares_count(self, candidate: Candidate) -> bool:
        """Return whether others share the device, so that its counters are consumed already."""
        consumed = self._env.claims.consumed.get(candidate.id)
        persisted = consumed is not None and (
            bool(consumed) or self._env.version.shares_without_capacity_count
        )
        return persisted or candidate.id in self._capacity

    def _deallocate(self, key: RequestKey) -> None:
        """Give the last device of the claim back."""
        chosen = self.chosen[key[0]].pop()
        candidate, data = chosen.candidate, chosen.data
        for constraint in self._constraints[key[0]]:
            constraint.remove(data.request_name, data.alternative)
        self._allocating.get(candidate.id, set()).discard(key[0])
        if chosen.share is not None:
            self._consume(candidate.id, chosen.share, -1)
        elif self._partitions and candidate.device.counters:
            self._counters.give_back(candidate.pool, candidate.device)

    def _consume(self, device: DeviceId, share: Mapping[str, tuple[Fraction, str]], sign: int) -> None:
        amounts = self._capacity.setdefault(device, {})
        for name, (amount, _) in share.items():
            amounts[name] = amounts.get(name, Fraction(0)) + sign * amount
        if not any(amounts.values()):
            del self._capacity[device]


def prevents(taint: DeviceTaint, tolerations: Sequence[DeviceToleration]) -> bool:
    """Return whether a taint keeps the device from being handed out; the effect None does not."""
    if taint.effect not in ("NoSchedule", "NoExecute"):
        return False
    return not any(tolerates(toleration, taint) for toleration in tolerations)


def tolerates(toleration: DeviceToleration, taint: DeviceTaint) -> bool:
    """Follows ToleratesTaint of k8s.io/dynamic-resource-allocation/resourceclaim."""
    if toleration.effect and toleration.effect != taint.effect:
        return False
    if toleration.key and toleration.key != taint.key:
        return False
    return toleration.operator == "Exists" or toleration.value == taint.value
