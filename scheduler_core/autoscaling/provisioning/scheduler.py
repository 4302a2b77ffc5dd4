"""One pass over the pods: each goes to a node, to a NodeClaim of this pass, or to a new one.

Mirrors scheduler.go and queue.go of pkg/controllers/provisioning/scheduling @ v1.13.0.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core import allowance
from scheduler_core.autoscaling.objects.gosort import sort_slice
from scheduler_core.autoscaling.objects.instance_types import InstanceTypes, Selection
from scheduler_core.autoscaling.objects.labels import NODEPOOL
from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.quantities import Amounts, amounts, minus
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.autoscaling.state.statenode import NODES, StateNode
from scheduler_core.autoscaling.state.volumeusage import NotFound, volumes_of

from .daemons import DaemonPods
from .existingnode import ExistingNode, Placement
from .nodeclaim import Addition, NewNodeClaim, filter_types
from .nodeclaimtemplate import NodeClaimTemplate, template_requirements
from .preferences import relax
from .refusals import (
    ClaimRefusal,
    LimitsExceeded,
    NeedsDevices,
    NodeLimitReached,
    NoInstanceType,
    NoNodePool,
    NoReservation,
    NoTemplate,
    PodError,
    TooFewTypesLeft,
)
from .reservationmanager import ReservationManager
from .topology import Tie, Topology
from .volumetopology import Alternatives

Progress = Callable[[int, int], None]
"""What is told after each pod: how many of all that were to be placed are."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a NodePool would do for a pod after a pass: with its limits as they are, and without them.

    `remaining` is what its limits leave.
    """

    template: NodeClaimTemplate
    result: Addition | ClaimRefusal
    unlimited: Addition | ClaimRefusal
    remaining: Amounts


class Queue:
    """The pods that are not placed yet: the largest first, then those that failed."""

    def __init__(self, pods: Iterable[Pod]) -> None:
        self.first_order = sorted(pods, key=lambda pod: pod.queue_rank)
        self._pods = deque(self.first_order)
        self._last_length: dict[str, int] = {}

    def pop(self) -> Pod | None:
        """Return the next pod, None if nothing was placed since it was last tried."""
        if not self._pods or self._last_length.get(self._pods[0].uid) == len(self._pods):
            return None
        return self._pods.popleft()

    def push(self, pod: Pod) -> None:
        self._pods.append(pod)
        self._last_length[pod.uid] = len(self._pods)


@dataclass(slots=True)
class Results:
    """What a pass decided. `queue` are the pods in the order in which they were first tried.

    `passed_over` are the NodePools that refused a pod before it got a NodeClaim.
    """

    new_nodeclaims: list[NewNodeClaim]
    existing_nodes: list[ExistingNode]
    pod_errors: dict[Pod, PodError]
    queue: list[Pod]
    ties: list[Tie]
    passed_over: dict[str, NoNodePool]
    scheduler: Scheduler

    def truncate_instance_types(self) -> None:
        """Cut the instance types of each NodeClaim; drop those that then fall short of minValues."""
        kept = []
        for claim in self.new_nodeclaims:
            if not_met := claim.truncate():
                error = TooFewTypesLeft(claim.nodepool, not_met)
                self.pod_errors.update((pod, error) for pod in claim.pods)
            else:
                kept.append(claim)
        self.new_nodeclaims = kept


class Scheduler:
    """The state of a pass."""

    def __init__(
        self,
        cluster: Cluster,
        recorder: Recorder,
        nodepools: Sequence[NodePool],
        nodes: Iterable[StateNode],
        types: Mapping[str, InstanceTypes],
        topology: Topology,
        volumes: Mapping[str, Alternatives],
        *,
        strict: bool,
    ) -> None:
        self._cluster = cluster
        self._settings = cluster.settings
        self._recorder = recorder
        self._topology = topology
        self._volumes = volumes
        self._strict = strict
        self._tolerates_preferred = any(
            taint.effect == "PreferNoSchedule" for pool in nodepools for taint in pool.taints
        )
        self._reservations = ReservationManager(types, cluster.settings.reservation_label)
        self._remaining: dict[str, Amounts] = {pool.name: pool.limit_amounts for pool in nodepools}
        self._templates = [
            template for pool in nodepools if (template := self._template(pool, types.get(pool.name)))
        ]
        daemons = DaemonPods(cluster)
        for template in self._templates:
            daemons.set_overhead(template)
        for template in self._templates:
            daemons.set_ports(template)
        self._existing = [self._existing_node(node, daemons) for node in nodes]
        self._existing.sort(key=lambda node: (not node.state.initialized, node.state.name))
        self._claims: list[NewNodeClaim] = []
        self._hostnames = 0
        self._ties: list[Tie] = []
        self._passed_over: dict[str, NoNodePool] = {}

    def _template(self, pool: NodePool, types: InstanceTypes | None) -> NodeClaimTemplate | None:
        """Return a NodePool with the types that its requirements admit, None if there are none."""
        types = types or InstanceTypes((), self._settings.well_known)
        requirements = template_requirements(pool)
        everything = Addition(requirements, {}, types.all)
        filtered = filter_types(
            types, everything, {}, {}, relaxes_min_values=self._settings.relaxes_min_values
        )
        if isinstance(filtered, Addition):
            return NodeClaimTemplate(pool, requirements, types, filtered.selection)
        self._tell_of_no_types(pool, filtered)
        return None

    def _tell_of_no_types(self, pool: NodePool, why: NoInstanceType) -> None:
        message = "NodePool requirements filtered out all compatible available instance types"
        details: dict[str, object] = {"NodePool": pool.name}
        if why.min_values:
            message += " due to minValues incompatibility"
            details["minValuesIncompatibleErr"] = why.min_values
        self._recorder.warn("NodePool", pool.name, "NoCompatibleInstanceTypes", message)
        self._recorder.write("skipping, nodepool requirements filtered out all instance types", **details)

    def _existing_node(self, node: StateNode, daemons: DaemonPods) -> ExistingNode:
        pool = node.labels.get(NODEPOOL, "")
        if pool in self._remaining:
            self._remaining[pool] = minus(self._remaining[pool], node.capacity)
        return ExistingNode(node, self._topology, self._settings, amounts(daemons.on_node(node)))

    def solve(self, pods: Iterable[Pod], progress: Progress | None = None) -> Results:
        """Try the pods until no more can be placed: one that failed is tried again as long as others are."""
        queue = Queue(pods)
        errors: dict[Pod, PodError] = {}
        placed = 0
        while (pod := queue.pop()) is not None:
            error = self._try(pod)
            if error is None:
                errors.pop(pod, None)
                placed += 1
                if progress is not None:
                    progress(placed, len(queue.first_order))
            else:
                errors[pod] = error
                self._topology.update(pod)  # its preferences hold again for the next time
                queue.push(pod)
        for claim in allowance.each(self._claims):
            claim.finish()
        order, passed_over = queue.first_order, self._passed_over
        return Results(self._claims, self._existing, errors, order, self._ties, passed_over, self)

    def offers(self, pod: Pod) -> list[Offer]:
        """Return what each NodePool would do for a pod now, in their order, without any of its preferences."""
        relaxed: Pod | None = pod
        given_up = pod
        while relaxed is not None:
            given_up = relaxed
            step = relax(given_up, tolerates_preferred=self._tolerates_preferred)
            relaxed = step and step[0]
        self._topology.update(given_up)
        volumes = self._volumes.get(pod.uid, ())
        offers = [self._offer(template, given_up, volumes) for template in allowance.each(self._templates)]
        self._topology.update(pod)
        return offers

    def _offer(self, template: NodeClaimTemplate, pod: Pod, volumes: Alternatives) -> Offer:
        relaxes = self._settings.relaxes_min_values

        def tried(selection: Selection) -> Addition | ClaimRefusal:
            claim = self._new_nodeclaim(template, selection)
            return claim.can_add(pod, volumes, relaxes_min_values=relaxes)

        selection = self._within_limits(template)
        unlimited = tried(template.selection)
        result = tried(selection) if isinstance(selection, Selection) else selection
        return Offer(template, result, unlimited, self._remaining[template.nodepool.name])

    def _try(self, pod: Pod) -> PodError | None:
        """Place the pod, with as many of its preferences as can be met; return why it cannot be placed at all."""
        while True:
            allowance.check()
            error = self._add(pod)
            if error is None or isinstance(error, NeedsDevices):
                return error
            if isinstance(error, NoNodePool) and error.deferred:
                return error
            relaxed = relax(pod, tolerates_preferred=self._tolerates_preferred)
            if relaxed is None:
                return error
            pod, relaxation = relaxed
            self._recorder.write(
                "relaxing soft constraints for pod since it previously failed to schedule",
                Pod=pod.key,
                reason=relaxation,
            )
            self._topology.update(pod)

    def _add(self, pod: Pod) -> PodError | None:
        if pod.claims_devices and self._settings.ignores_device_claims:
            return NeedsDevices()
        volumes = self._volumes.get(pod.uid, ())
        if self._add_to_existing_node(pod, volumes):
            return None
        self._claims = sort_slice(self._claims, lambda claim: len(claim.pods))
        for claim in allowance.each(self._claims):
            addition = claim.can_add(pod, volumes)
            if isinstance(addition, Addition):
                claim.add(pod, addition)
                self._ties += addition.ties
                return None
        return self._add_to_new_nodeclaim(pod, volumes) if self._templates else NoTemplate()

    def _add_to_existing_node(self, pod: Pod, alternatives: Alternatives) -> bool:
        volumes = volumes_of(pod, self._cluster.objects.storage)
        if isinstance(volumes, NotFound):
            return False
        for node in allowance.each(self._existing):
            placement = node.can_add(pod, alternatives, volumes)
            if isinstance(placement, Placement):
                node.add(pod, placement, volumes)
                self._ties += placement.ties
                return True
        return False

    def claim_of(self, template: NodeClaimTemplate, pod: Pod, addition: Addition) -> NewNodeClaim:
        """Return the NodeClaim of a NodePool for a pod, which is not made."""
        claim = self._new_nodeclaim(template, addition.selection)
        claim.pods, claim.requests, claim.requirements = [pod], addition.requests, addition.requirements
        claim.finish()
        claim.truncate()
        return claim

    def _add_to_new_nodeclaim(self, pod: Pod, volumes: Alternatives) -> NoNodePool | None:
        refusals: list[tuple[str, ClaimRefusal]] = []
        for template in allowance.each(self._templates):
            selection = self._within_limits(template)
            if not isinstance(selection, Selection):
                refusals.append((template.nodepool.name, selection))
                continue
            claim = self._new_nodeclaim(template, selection)
            addition = claim.can_add(pod, volumes, relaxes_min_values=self._settings.relaxes_min_values)
            if isinstance(addition, Addition):
                self._launch(claim, pod, addition)
                self._passed_over[pod.uid] = NoNodePool(tuple(refusals))
                return None
            refusals.append((template.nodepool.name, addition))
            if isinstance(addition, NoReservation):
                break  # the pod waits for this NodePool's reserved capacity
        return NoNodePool(tuple(refusals))

    def _within_limits(self, template: NodeClaimTemplate) -> Selection | NodeLimitReached | LimitsExceeded:
        """Return the instance types that the NodePool's limits leave."""
        name, remaining = template.nodepool.name, self._remaining[template.nodepool.name]
        if remaining.get(NODES) == 0:
            return NodeLimitReached(name)
        selection = template.selection & template.types.within(remaining)
        if not selection:
            return LimitsExceeded(name)
        if selection != template.selection:
            total = template.selection.bit_count()
            self._recorder.write(
                "instance types were excluded because they would breach limits",
                NodePool=name,
                excluded=total - selection.bit_count(),
                total=total,
            )
        return selection

    def _new_nodeclaim(self, template: NodeClaimTemplate, selection: Selection) -> NewNodeClaim:
        self._hostnames += 1
        return NewNodeClaim(
            template,
            f"hostname-placeholder-{self._hostnames:04}",
            selection,
            self._topology,
            self._reservations,
            self._settings,
            strict=self._strict,
        )

    def _launch(self, claim: NewNodeClaim, pod: Pod, addition: Addition) -> None:
        """Add a NodeClaim; the largest of its types counts against the limits of its NodePool."""
        before, after = claim.requirements.min_values, addition.requirements.min_values
        claim.template.min_values_relaxed = any(
            after.get(key, count) < count for key, count in before.items()
        )
        claim.add(pod, addition)
        self._claims.append(claim)
        self._ties += addition.ties
        name = claim.nodepool
        self._remaining[name] = claim.template.types.less_largest(self._remaining[name], claim.selection)
