"""Mirrors pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go @ v1.34.1 and v1.36.2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.kubernetes.objects.devices import Allocation, NodeChoice, ResourceClaim
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.selectors import NodeSelector, read_node_selector
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.claims import ClaimWrites, DeviceId, extended_resource_claim
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import ClusterEvent, EventKind, Hint
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import (
    Locality,
    PostFilterResult,
    PreFilterResult,
    Rows,
)
from scheduler_core.scheduler.framework.status import (
    SKIP,
    SUCCESS,
    Code,
    Status,
    Verdicts,
    failure,
    unresolvable,
    unschedulable,
)
from scheduler_core.scheduler.plugins.helper import default_normalize_score

from .allocation import BindError, ClaimWriter, DeviceState, NodeAllocation, allocations_of, is_unavailable
from .allocator import AllocationError, Environment, NodeFailure, Search, SearchTimeout
from .capacity import AvailableCounters
from .claims import (
    SPECIAL_NAME,
    ClaimProblem,
    ClassByResource,
    SpecialClaim,
    check_classes,
    claims_of,
    resources_from_devices,
    special_claim,
    wanted_resources,
)
from .clauses import ClauseReader
from .constraints import Selecting
from .contract import ClaimsOverview, ClaimStep, DevicesByPool, NodeClaims, NodeDevice
from .examined import Everywhere, find_device
from .pools import Pools, devices_by_pool, selects, tainted_slices
from .recorded import RecordedSearch, Sight, verdict
from .rejection import Lack, claim_steps, lack_of
from .xray import node_claims, node_device

NOT_AVAILABLE = "resourceclaim not available on the node"
CANNOT_ALLOCATE = "cannot allocate all claims"
_TOO_FEW = "number of allocations {} is smaller than number of claims"
MAX_ALTERNATIVES = 8
"""FirstAvailableDeviceRequestMaxSize: what the first alternative of a request scores."""


class DynamicResources:
    """Filters nodes by the devices that the pod's claims ask for, and allocates them."""

    name = "DynamicResources"
    missing_pre_filter = "not found"

    def __init__(self, handle: Handle) -> None:
        self.handle = handle
        self.pools = Pools(tainted_slices(handle.objects.devices, handle.version), handle.version)
        self._selecting = Selecting()
        extended = "ExtendedResource" in handle.version.device_gates
        self._class_by_resource = ClassByResource(
            handle.objects.devices.classes.values() if extended else (), handle.version
        )
        self._selectors: dict[int, tuple[Manifest, NodeSelector]] = {}

    def locality(self, template: PodTemplate) -> Locality:
        """Return NODE for pods without claims and without extended resources that devices serve."""
        concerned = template.resource_claims or wanted_resources(template, self._class_by_resource)
        return Locality.CLUSTER if concerned else Locality.NODE

    pre_filter_locality = filter_locality = score_locality = locality

    def signed_fields(self, template: PodTemplate) -> tuple[str, ...] | None:
        """Return None for a pod with resource claims (SignPod)."""
        return None if self.locality(template) is Locality.CLUSTER else ()

    # -- before the filters -------------------------------------------------------------------------------

    def pre_enqueue(self, pod: Pod) -> Status:
        """Hold back pods whose claims are missing, being deleted, or not their own."""
        if not pod.template.resource_claims:
            return SUCCESS
        try:
            claims_of(pod, self.handle.claims, self.handle.version)
        except ClaimProblem as problem:
            return unresolvable(str(problem))
        return SUCCESS

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        state.write(DeviceState())
        try:
            device_state = self._find_claims(pod, of_pod_group=state.of_pod_group)
        except ClaimProblem as problem:
            return PreFilterResult(unresolvable(str(problem)))
        if not device_state.claims:
            return PreFilterResult(SKIP)
        state.write(device_state)
        return PreFilterResult(SUCCESS)

    def _find_claims(self, pod: Pod, *, of_pod_group: bool) -> DeviceState:
        handle = self.handle
        classes = handle.objects.devices.classes
        claims = claims_of(pod, handle.claims, handle.version)
        wanted = wanted_resources(pod.template, self._class_by_resource)
        special = self._special_claim_of(pod) if wanted else None
        for claim in claims:
            if claim.allocation is None:
                check_classes(claim, classes)
        listed = (*claims, *([special] if special else []))
        environment = Environment(
            handle.version, classes, handle.claims, self._selecting, AvailableCounters(handle.claims)
        )
        to_allocate = tuple(i for i, claim in enumerate(listed) if claim.allocation is None)
        device_state = DeviceState(listed, special, wanted, to_allocate, environment)
        if of_pod_group:
            reserved = {i: handle.claims.pending(device_state.pending_key(i)) for i in to_allocate}
            device_state.pending = {
                i: allocation for i, allocation in reserved.items() if allocation is not None
            }
        return device_state

    def _special_claim_of(self, pod: Pod) -> ResourceClaim:
        """Return the claim for extended resources, as a former cycle left it or new."""
        for claim in self.handle.claims:
            owner = claim.meta.controller
            if claim.extended_resources and owner is not None and owner.uid == pod.identity:
                return claim
        return extended_resource_claim(SPECIAL_NAME, pod.namespace, (), (pod.name, pod.identity))

    # -- the filter ---------------------------------------------------------------------------------------

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        nodes = self.handle.snapshot.rows[rows]
        verdicts, device_state = Verdicts(len(nodes)), state.get(DeviceState)
        if device_state is None or not device_state.claims:
            return verdicts
        rejected: dict[Status, list[int]] = {}
        with paused_collector():  # the allocations of thousands of nodes live on
            for i, node in enumerate(nodes.tolist()):
                status = self._filter_node(device_state, pod, node)
                if not status.ok:
                    rejected.setdefault(status, []).append(i)
        for status, positions in rejected.items():
            mask = np.zeros(len(nodes), dtype=bool)
            mask[positions] = True
            verdicts.reject(mask, status)
        return verdicts

    def _filter_node(self, device_state: DeviceState, pod: Pod, index: int) -> Status:
        node = self.handle.snapshot.nodes[index]
        special = self.special_on(device_state, pod, node)
        if isinstance(special, Status):
            return special
        allocations = self._allocate(device_state, node, special)
        if isinstance(allocations, Status):
            return allocations
        if self.unavailable_claims(device_state, node):
            return unresolvable(NOT_AVAILABLE)
        if device_state.to_allocate:
            # As upstream, what is reused comes last, wherever its claim stands in the list.
            device_state.by_node[index] = NodeAllocation(
                (*allocations, *device_state.pending.values()), special
            )
        return SUCCESS

    def special_on(self, device_state: DeviceState, pod: Pod, node: Node) -> SpecialClaim | Status | None:
        """Return the claim for extended resources on a node; None without one, a Status that ends the filter there."""
        if device_state.special is None:
            return None
        if device_state.special.spec.requests:
            return unresolvable("cannot schedule extended resource claim")
        resources = resources_from_devices(device_state.wanted, node.allocatable, self._class_by_resource)
        if resources is None:
            return unresolvable("cannot fit resource")
        if not resources and len(device_state.claims) == 1:
            return SUCCESS
        return special_claim(pod.template, resources, self._class_by_resource)

    def _allocate(
        self, device_state: DeviceState, node: Node, special: SpecialClaim | None
    ) -> list[Allocation] | Status:
        """Return the allocations of the claims that need devices, or why they cannot be had on this node."""
        claims = claims_to_allocate(device_state, special)
        if not claims:
            return []
        assert device_state.environment is not None
        search = Search(device_state.environment, node, self.pools.of(node), claims)
        status = self.run_search(search, node)
        return allocations_of(search, claims, node.name, self.handle.version) if status.ok else status

    def run_search(self, search: Search, node: Node) -> Status:
        """Run a search; return SUCCESS, or why it found nothing."""
        try:
            return SUCCESS if search.run() else unresolvable(CANNOT_ALLOCATE)
        except AllocationError as error:
            return failure(str(error))
        except NodeFailure as error:
            return unresolvable(str(error))
        except SearchTimeout:
            return self._timeout(node)

    def _timeout(self, node: Node) -> Status:
        if self.handle.version.device_timeout_is_error:
            return failure(f"node {node.name}: timed out trying to allocate devices")
        return unresolvable("timed out trying to allocate devices")

    def unavailable_claims(self, device_state: DeviceState, node: Node) -> list[int]:
        """Return the indices of allocated claims whose devices cannot be used on the node."""
        conditions = "DeviceBindingConditions" in self.handle.version.device_gates
        unavailable = []
        for i, claim in enumerate(device_state.claims):
            allocation = claim.allocation
            if allocation is not None and (
                not self._reaches(allocation.node_selector, node) or (conditions and is_unavailable(claim))
            ):
                unavailable.append(i)
        return unavailable

    def _reaches(self, written: Manifest | None, node: Node) -> bool:
        if written is None:
            return True
        cached = self._selectors.get(id(written))
        if cached is None:
            at = ManifestField({"nodeSelector": written}, "", Problems())
            selector = read_node_selector(at, "nodeSelector") or NodeSelector(())
            cached = self._selectors[id(written)] = (written, selector)
        return selects(cached[1], node)

    # -- the X-ray ----------------------------------------------------------------------------------------

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[ClaimStep]:
        sight = self.sight(state, pod, node)
        return claim_steps(sight) if sight is not None else []

    def node_claims(self, state: CycleState, pod: Pod, node: int) -> NodeClaims | None:
        """Return the X-ray of the claims on a node; None if the pod has none."""
        sight = self.sight(state, pod, node)
        return node_claims(sight) if sight is not None else None

    def node_device(self, state: CycleState, pod: Pod, node: int, device: DeviceId) -> NodeDevice | None:
        """Return one device, from wherever it is, against the claims on a node; None if there is no such device."""
        sight = self.sight(state, pod, node)
        return node_device(sight, device) if sight is not None else None

    @contextmanager
    def with_one_more(self, device: DeviceId, node: str) -> Iterator[None]:
        """Give the node one more device like this one, in a pool of its own."""
        candidate = find_device(self.pools, device)
        assert candidate is not None
        before, slices = self.pools, tainted_slices(self.handle.objects.devices, self.handle.version)
        copy = replace(
            candidate.slice,
            name=f"{candidate.slice.name}+1",
            pool=f"{device[1]}+1",
            slice_count=1,
            nodes=NodeChoice(node_name=node),
            per_device_nodes=None,
            devices=(replace(candidate.device, counters=()),),
            shared_counters=(),
        )
        self.pools = Pools((*slices, copy), self.handle.version)
        try:
            yield
        finally:
            self.pools = before

    def lack_on(self, state: CycleState, pod: Pod, node: int) -> Lack | None:
        """Return what the devices of a node lack; None if that cannot be said of a device."""
        sight = self.sight(state, pod, node)
        return lack_of(sight) if sight is not None else None

    def claims_everywhere(self, state: CycleState, pod: Pod) -> ClaimsOverview | None:
        """Return the claims on all nodes, in columns; None if the pod has none."""
        device_state = state.get(DeviceState)
        if device_state is None or device_state.environment is None:
            return None
        everywhere = Everywhere(self.pools)
        for index, node in enumerate(self.handle.snapshot.nodes):
            status = self._filter_node(device_state, pod, index)
            reader = self._reader(device_state, pod, node)
            reader.brief = True
            everywhere.add(node.name, verdict(status), reader)
        return everywhere.columns()

    def devices_by_pool(self) -> DevicesByPool:
        """Return all devices of the cluster: which are free, and who holds the others."""
        classes = self.handle.objects.devices.classes.values()
        return devices_by_pool(self.pools, classes, self.handle.claims, self._selecting)

    def _reader(self, device_state: DeviceState, pod: Pod, node: Node) -> ClauseReader:
        assert device_state.environment is not None
        special = self.special_on(device_state, pod, node)
        claims = claims_to_allocate(device_state, None if isinstance(special, Status) else special)
        reader = ClauseReader(device_state.environment, node, self.pools.of(node), claims)
        reader.lay_out()
        return reader

    def sight(self, state: CycleState, pod: Pod, index: int) -> Sight | None:
        """Search on a node again, and keep the steps; None if the pod has no claims."""
        device_state, node = state.get(DeviceState), self.handle.snapshot.nodes[index]
        if device_state is None or device_state.environment is None:
            return None
        special = self.special_on(device_state, pod, node)
        claims = claims_to_allocate(device_state, None if isinstance(special, Status) else special)
        unavailable = self.unavailable_claims(device_state, node)
        search = RecordedSearch(device_state.environment, node, self.pools.of(node), claims)
        searched = not isinstance(special, Status)
        status = special if isinstance(special, Status) else self.run_search(search, node)
        return Sight(
            node,
            unresolvable(NOT_AVAILABLE) if searched and status.ok and unavailable else status,
            status,
            claims,
            [
                (c, i not in unavailable)
                for i, c in enumerate(device_state.claims)
                if c.allocation is not None
            ],
            self._reader(device_state, pod, node),
            search,
            self.pools,
            self.handle.claims,
            searched,
        )

    # -- after the filters --------------------------------------------------------------------------------

    def post_filter(self, state: CycleState, pod: Pod, statuses: dict[int, Status]) -> PostFilterResult:
        """Deallocate a claim that was not available on some node, if no other pod uses it."""
        device_state = state.get(DeviceState)
        if device_state is None:
            return PostFilterResult(Status(Code.Error, ("not found",)))
        if not device_state.claims:
            return PostFilterResult(unschedulable("no new claims to deallocate"))
        for i in self._noted_unavailable(device_state, statuses):
            claim = device_state.claims[i]
            if all(consumer.uid == pod.identity for consumer in claim.reserved_for[:2]) and (
                len(claim.reserved_for) <= 1
            ):
                freed = replace(claim, reserved_for=(), allocation=None, conditions={})
                state.write(ClaimWrites({claim.key: freed}, {claim.key: claim}))
                return PostFilterResult(unschedulable("deallocation of ResourceClaim completed"))
        if device_state.special is not None and device_state.special.meta.name != SPECIAL_NAME:
            state.write(
                ClaimWrites(
                    {device_state.special.key: None}, {device_state.special.key: device_state.special}
                )
            )
            return PostFilterResult(unschedulable("deletion of ResourceClaim completed"))
        return PostFilterResult(unschedulable("still not schedulable"))

    def _noted_unavailable(self, device_state: DeviceState, statuses: dict[int, Status]) -> list[int]:
        """Return the claims that were not available on a node that was filtered up to this plugin."""
        nodes = self.handle.snapshot.nodes
        noted: set[int] = set()
        for index, status in statuses.items():
            if status.plugin == self.name and NOT_AVAILABLE in status.reasons:
                noted.update(self.unavailable_claims(device_state, nodes[index]))
        return sorted(noted)

    def score_error(self, state: CycleState, pod: Pod) -> str:
        """Return why versions before the mend cannot score a pod of whose claims only some need devices."""
        device_state = state.get(DeviceState)
        if device_state is None or not self.handle.version.mixed_claims_fail_to_score:
            return ""
        needed = len(device_state.to_allocate)
        return _TOO_FEW.format(needed) if 0 < needed < len(device_state.claims) else ""

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        device_state = state.get(DeviceState)
        if device_state is None or not device_state.claims:
            return np.zeros(len(feasible), dtype=np.int64)
        return np.array([_score(device_state, node) for node in feasible.tolist()], dtype=np.int64)

    def normalize_score(self, state: CycleState, pod: Pod, scores: IntArray) -> IntArray:
        return default_normalize_score(scores, reverse=False)

    # -- taking the devices -------------------------------------------------------------------------------

    def reserve(self, state: CycleState, pod: Pod, node: int) -> Status:
        device_state = state.get(DeviceState)
        if device_state is None or not device_state.claims:
            return SUCCESS
        if node in device_state.by_node:
            if state.of_pod_group:
                self._hold(device_state, node)
            return SUCCESS
        needs_devices = any(
            device_state.claims[i] is not device_state.special for i in device_state.to_allocate
        )
        return failure("claim allocation not found for node") if needs_devices else SUCCESS

    def _hold(self, device_state: DeviceState, node: int) -> None:
        """Keep the devices from the next members of the pod group, until they are written or given back."""
        for i, allocation in zip(
            device_state.to_allocate, device_state.by_node[node].allocations, strict=True
        ):
            self.handle.claims.reserve(device_state.pending_key(i), allocation)

    def unreserve(self, state: CycleState, pod: Pod, node: int) -> None:
        """Give back what Reserve kept from the next members of the pod group."""
        device_state = state.get(DeviceState)
        if device_state is not None and state.of_pod_group and node in device_state.by_node:
            for i in device_state.to_allocate:
                self.handle.claims.reserve(device_state.pending_key(i), device_state.pending.get(i))

    def pre_bind(self, state: CycleState, pod: Pod, node: int) -> Status:
        """Allocate the claims and reserve them for the pod; what is written before a failure stays written."""
        device_state = state.get(DeviceState)
        if device_state is None or not device_state.claims:
            return SUCCESS
        waits = "DeviceBindingConditions" in self.handle.version.device_gates
        writer = ClaimWriter(self.handle.claims, pod, waits_for_conditions=waits)
        status = SUCCESS
        try:
            writer.bind(device_state, device_state.by_node.get(node))
        except BindError as error:
            status = failure(str(error))
        state.write(writer.writes())
        return status

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """Queue if a claim lost its devices (isSchedulableAfterClaimChange)."""
        return Hint.Queue if event.kind is EventKind.ResourceClaimUpdate else None


def claims_to_allocate(device_state: DeviceState, special: SpecialClaim | None) -> list[ResourceClaim]:
    """Return the claims without devices, that for extended resources with its requests on a node."""
    claims = [device_state.claims[i] for i in device_state.to_allocate if i not in device_state.pending]
    if special is None:
        return claims
    return [replace(c, spec=special.spec) if c is device_state.special else c for c in claims]


def _score(device_state: DeviceState, node: int) -> int:
    """Return 8 for each first alternative that is taken, 7 for each second one, and so on (computeScore).

    Nothing is scored for a pod whose claims are all allocated.
    """
    if not device_state.to_allocate:
        return 0
    here = device_state.by_node.get(node)
    new = dict(zip(device_state.to_allocate, here.allocations, strict=True)) if here else {}
    score = 0
    for i, claim in enumerate(device_state.claims):
        allocation = new.get(i, claim.allocation)
        taken = {device.request for device in allocation.devices} if allocation else set()
        for request in claim.spec.requests:
            for k, alternative in enumerate(request.first_available):
                if f"{request.name}/{alternative.name}" in taken:
                    score += MAX_ALTERNATIVES - k
    return score
