"""A NodeClaim that is being put together: its pods, its requirements, and the instance types that are left.

Mirrors pkg/controllers/provisioning/scheduling/nodeclaim.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scheduler_core.autoscaling.objects.instance_type import InstanceType, Offering
from scheduler_core.autoscaling.objects.instance_types import InstanceTypes, Selection
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE, RESERVED
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.objects.quantities import (
    Amounts,
    Quantities,
    Quantity,
    amounts,
    merged,
    plus,
)
from scheduler_core.autoscaling.objects.requirement import one_of
from scheduler_core.autoscaling.objects.requirements import Requirements
from scheduler_core.autoscaling.objects.settings import Settings
from scheduler_core.autoscaling.objects.taints import untolerated
from scheduler_core.kubernetes.objects.node import HOSTNAME

from .nodeclaimtemplate import NodeClaimTemplate
from .refusals import (
    ClaimRefusal,
    IncompatibleRequirements,
    MinValuesNotMet,
    NoInstanceType,
    NoReservation,
)
from .reservationmanager import ReservationManager
from .topology import Tie, Topology
from .topologygroup import UnsatisfiableTopology
from .volumetopology import Alternatives

_NO_VOLUMES: Alternatives = (Requirements(),)


@dataclass(frozen=True, slots=True)
class Addition:
    """What becomes of a NodeClaim when a pod is added."""

    requirements: Requirements
    requests: Amounts
    selection: Selection
    reserved: tuple[Offering, ...] = ()
    ties: tuple[Tie, ...] = ()


class NewNodeClaim:
    """A NodeClaim of this pass. `strict` about reserved capacity: a pod rather waits than takes other capacity."""

    def __init__(
        self,
        template: NodeClaimTemplate,
        hostname: str,
        selection: Selection,
        topology: Topology,
        reservations: ReservationManager,
        settings: Settings,
        *,
        strict: bool,
    ) -> None:
        self.template = template
        self.hostname = hostname
        self.selection = selection
        self.requirements = template.requirements.plus(one_of(HOSTNAME, hostname))
        self.requests: Amounts = amounts(template.daemon_requests)
        self.pods: list[Pod] = []
        self.reserved: tuple[Offering, ...] = ()
        self.instance_types: list[InstanceType] = []
        self._ports = template.daemon_ports.copy()
        self._topology = topology
        self._reservations = reservations
        self._settings = settings
        self._strict = strict

    @property
    def nodepool(self) -> str:
        return self.template.nodepool.name

    def can_add(
        self, pod: Pod, volumes: Alternatives, *, relaxes_min_values: bool = False
    ) -> Addition | ClaimRefusal:
        """Return what becomes of the NodeClaim with the pod, or why the pod cannot be added."""
        if refused := untolerated(self.template.nodepool.taints, pod.tolerations):
            return refused
        if pod.host_ports and (conflict := self._ports.conflict(pod)):
            return conflict
        well_known = self._settings.well_known
        wanted = pod.wanted(ignores_preferences=self._settings.ignores_preferences)
        if incompatible := self.requirements.incompatible(wanted, well_known):
            return IncompatibleRequirements(incompatible)
        requirements = self.requirements.plus(*wanted.values())
        for alternative in volumes or _NO_VOLUMES:
            result = self._with_volumes(pod, requirements, alternative, relaxes_min_values=relaxes_min_values)
            if isinstance(result, Addition):
                return result
        return result

    def _with_volumes(
        self, pod: Pod, requirements: Requirements, volumes: Requirements, *, relaxes_min_values: bool
    ) -> Addition | ClaimRefusal:
        """Try one of the alternatives of the pod's volumes, which is required of the node, but not by the pod."""
        well_known = self._settings.well_known
        if volumes:
            if incompatible := requirements.incompatible(volumes, well_known):
                return IncompatibleRequirements(incompatible, of_volumes=True)
            requirements = requirements.plus(*volumes.values())
        tightened = self._topology.add_requirements(pod, pod.strict_requirements, requirements)
        if isinstance(tightened, UnsatisfiableTopology):
            return tightened
        of_topology, ties = tightened
        if incompatible := requirements.incompatible(of_topology, well_known):
            return incompatible
        addition = Addition(of_topology, plus(self.requests, pod.requests), self.selection, ties=ties)
        filtered = filter_types(
            self.template.types,
            addition,
            pod.quantities,
            self.template.daemon_requests,
            relaxes_min_values=relaxes_min_values,
        )
        if not isinstance(filtered, Addition) or not self._settings.reserved_capacity:
            return filtered
        return self._with_reservations(filtered)

    def _with_reservations(self, addition: Addition) -> Addition | NoReservation:
        """Reserve what suits of reserved capacity and is left (offeringsToReserve)."""
        suitable = [
            offering
            for bit, offering in self.template.types.reserved
            if bit & addition.selection
            and offering.is_compatible_with(addition.requirements, self._settings.well_known)
        ]
        reserved = tuple(o for o in suitable if self._reservations.can_reserve(self.hostname, o))
        if self._strict and not reserved and (suitable or self.reserved):
            return NoReservation(lost=not suitable)
        return replace(addition, reserved=reserved) if reserved else addition

    def add(self, pod: Pod, addition: Addition) -> None:
        self.pods.append(pod)
        self.selection = addition.selection
        self.requests = addition.requests
        self.requirements = addition.requirements
        self._topology.register(HOSTNAME, self.hostname)
        self._topology.record(pod, self.template.nodepool.taints, self.requirements)
        self._ports.add(pod)
        if addition.reserved or self.reserved:
            self._reservations.hold(self.hostname, addition.reserved)
            self.reserved = addition.reserved

    def finish(self) -> None:
        """Take the hostname back, and fix the NodeClaim to the capacity that is reserved (FinalizeScheduling)."""
        self.requirements = Requirements(self.requirements)
        del self.requirements[HOSTNAME]
        if self.reserved:
            ids = {self._reservations.id_of(offering) for offering in self.reserved}
            self.requirements[CAPACITY_TYPE] = one_of(CAPACITY_TYPE, RESERVED)
            self.requirements.add(one_of(self._settings.reservation_label, *ids))

    def truncate(self) -> MinValuesNotMet | None:
        """Keep the cheapest instance types, as many as the provider takes (Truncate)."""
        ordered = self.template.types.by_price(self.selection, self.requirements)
        self.instance_types = ordered[: self._settings.max_instance_types]
        lacking = lacking_values(self.instance_types, self.requirements)[1]
        if not lacking or self._settings.relaxes_min_values:
            return None
        return MinValuesNotMet(tuple(lacking))

    @property
    def total_requests(self) -> dict[str, Quantity]:
        return merged(self.template.daemon_requests, *(pod.quantities for pod in self.pods))


def filter_types(
    types: InstanceTypes,
    addition: Addition,
    pod_requests: Quantities,
    daemon_requests: Quantities,
    *,
    relaxes_min_values: bool,
) -> Addition | NoInstanceType:
    """Keep the selected types that meet the requirements, have room and are offered.

    Follows filterInstanceTypesByRequirements. Where minValues may be relaxed, they become what is reached.
    """
    selection, requirements = addition.selection, addition.requirements
    compatible = types.compatible(requirements) & selection
    fits = types.fitting(addition.requests) & selection
    offered = types.offered(requirements) & selection
    remaining = compatible & fits & offered
    not_met = None
    if requirements.min_values and (lacking := types.lacking_values(requirements, remaining)):
        if relaxes_min_values:
            requirements = Requirements(requirements)
            for key, count in lacking.items():
                requirements[key] = replace(requirements[key], min_values=count)
        else:
            not_met = MinValuesNotMet(tuple(sorted(lacking)))
    if remaining and not_met is None:
        return replace(addition, requirements=requirements, selection=remaining)
    return NoInstanceType(
        compatible=bool(compatible),
        fits=bool(fits),
        offered=bool(offered),
        compatible_and_fits=bool(compatible & fits & ~offered),
        compatible_and_offered=bool(compatible & offered & ~fits),
        fits_and_offered=bool(fits & offered & ~compatible),
        requirements=requirements,
        pod_requests=pod_requests,
        daemon_requests=daemon_requests,
        min_values=not_met,
    )


def lacking_values(
    instance_types: Sequence[InstanceType], requirements: Requirements
) -> tuple[int, dict[str, int]]:
    """Return how many of the first types have enough values for minValues, and the labels that have too few.

    Follows SatisfiesMinValues.
    """
    wanted = requirements.min_values
    if not wanted:
        return 0, {}
    values: dict[str, set[str]] = {key: set() for key in wanted}
    lacking: dict[str, int] = {}
    for count, instance_type in enumerate(instance_types, start=1):
        for key, found in values.items():
            found.update(instance_type.requirements.of(key).values)
        lacking = {key: len(found) for key, found in values.items() if len(found) < wanted[key]}
        if not lacking:
            return count, {}
    return len(instance_types), lacking
