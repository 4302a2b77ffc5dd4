"""Why a pod cannot be added to a NodeClaim, or to any: plain values, from which Karpenter's texts are made."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.allowance import each
from scheduler_core.autoscaling.objects.quantities import UNIT, Quantities, concise, merged
from scheduler_core.autoscaling.objects.requirements import Incompatible, Requirements
from scheduler_core.autoscaling.objects.taints import Untolerated
from scheduler_core.autoscaling.objects.texts import detailed
from scheduler_core.autoscaling.state.hostportusage import HostPortConflict
from scheduler_core.autoscaling.state.volumeusage import VolumeLimitExceeded

from .topologygroup import UnsatisfiableTopology

_SUSPICIOUS_CPU = 10**6 * UNIT


@dataclass(frozen=True, slots=True)
class IncompatibleRequirements:
    """The pod's requirements, or those of its volumes, do not go with the node's."""

    cause: Incompatible
    of_volumes: bool = False

    def __str__(self) -> str:
        return f"incompatible {'volume ' if self.of_volumes else ''}requirements, {self.cause}"


@dataclass(frozen=True, slots=True)
class MinValuesNotMet:
    """There are fewer values of these labels among the instance types than the NodePool wants."""

    labels: tuple[str, ...]

    def __str__(self) -> str:
        labels = f"[{' '.join(self.labels)}]"
        return detailed("minValues requirement is not met for label(s)", **{"label(s)": labels})


@dataclass(frozen=True, slots=True)
class NoInstanceType:
    """No instance type meets the requirements, has room, and is offered, all three (InstanceTypeFilterError).

    The first three tell whether any type passes the check; the others, whether one passes both checks, but not the
    third one.
    """

    compatible: bool
    fits: bool
    offered: bool
    compatible_and_fits: bool
    compatible_and_offered: bool
    fits_and_offered: bool
    requirements: Requirements
    pod_requests: Quantities
    daemon_requests: Quantities
    min_values: MinValuesNotMet | None = None

    def __str__(self) -> str:
        resources = concise(merged(self.daemon_requests, self.pod_requests))
        text = (
            f"{self.min_values or self._headline()}, requirements={self.requirements}, resources={resources}"
        )
        cpu = self.pod_requests.get("cpu")
        only_room = not self.min_values and self.compatible and self.offered and not self.fits
        if only_room and cpu is not None and cpu.amount >= _SUSPICIOUS_CPU:
            text += " (CPU request >= 1 Million, m vs M typo?)"
        return text

    def _headline(self) -> str:
        failed = (not self.compatible, not self.fits, not self.offered)
        if any(failed):
            return f"no instance type {_NONE_PASSES[failed]}"
        if self.compatible_and_fits:
            return (
                "no instance type which met the scheduling requirements and had enough resources, had a required "
                "offering"
            )
        if self.fits_and_offered:
            return (
                "no instance type which had enough resources and the required offering met the scheduling "
                "requirements"
            )
        if self.compatible_and_offered:
            return (
                "no instance type which met the scheduling requirements and the required offering had the required "
                "resources"
            )
        return "no instance type met the requirements/resources/offering tuple"


_NONE_PASSES = {
    (True, True, True): "met the scheduling requirements or had enough resources or had a required offering",
    (True, True, False): "met the scheduling requirements or had enough resources",
    (True, False, True): "met the scheduling requirements or had a required offering",
    (False, True, True): "had enough resources or had a required offering",
    (True, False, False): "met all requirements",
    (False, True, False): "has enough resources",
    (False, False, True): "has the required offering",
}


@dataclass(frozen=True, slots=True)
class NoReservation:
    """Reserved capacity suits, but is used up; or the pod would leave the NodeClaim without any (`lost`)."""

    lost: bool

    def __str__(self) -> str:
        if self.lost:
            return "satisfying updated nodeclaim constraints would remove all compatible reserved offering options"
        return "one or more instance types with compatible reserved offerings are available, but could not be reserved"


@dataclass(frozen=True, slots=True)
class NodeLimitReached:
    """The NodePool may have no more nodes."""

    nodepool: str

    def __str__(self) -> str:
        return detailed("node limits have been exhausted for nodepool", NodePool=self.nodepool)


@dataclass(frozen=True, slots=True)
class LimitsExceeded:
    """Each of the NodePool's instance types would exceed its limits."""

    nodepool: str

    def __str__(self) -> str:
        return detailed("all available instance types exceed limits for nodepool", NodePool=self.nodepool)


ClaimRefusal = (
    Untolerated
    | HostPortConflict
    | IncompatibleRequirements
    | UnsatisfiableTopology
    | Incompatible
    | NoInstanceType
    | NoReservation
    | NodeLimitReached
    | LimitsExceeded
)
"""Why a pod cannot be added to one NodeClaim, made or new: the first check that fails."""


@dataclass(frozen=True, slots=True)
class DoesNotFit:
    """A node has too little left."""


NodeRefusal = (
    Untolerated
    | HostPortConflict
    | VolumeLimitExceeded
    | DoesNotFit
    | Incompatible
    | IncompatibleRequirements
    | UnsatisfiableTopology
)
"""Why a pod cannot be added to an existing node."""


@dataclass(frozen=True, slots=True)
class NoTemplate:
    """No NodePool has an instance type that its own requirements admit."""

    def __str__(self) -> str:
        return "nodepool requirements filtered out all available instance types"


@dataclass(frozen=True, slots=True)
class NeedsDevices:
    """The pod claims devices, which Karpenter does not look at."""

    def __str__(self) -> str:
        return "pod has Dynamic Resource Allocation requirements that are not yet supported by Karpenter"


@dataclass(frozen=True, slots=True)
class NoNodePool:
    """Each NodePool refuses the pod, in the order in which they were tried."""

    refusals: tuple[tuple[str, ClaimRefusal], ...]

    @property
    def deferred(self) -> bool:
        """Whether the pod waits for reserved capacity, and is not given up."""
        return any(isinstance(refusal, NoReservation) for _, refusal in self.refusals)

    def __str__(self) -> str:
        return "; ".join(str(refusal) for _, refusal in each(self.refusals))


@dataclass(frozen=True, slots=True)
class TooFewTypesLeft:
    """A NodeClaim was dropped: the instance types that can be sent to the provider are too few for minValues."""

    nodepool: str
    min_values: MinValuesNotMet

    def __str__(self) -> str:
        text = (
            "pod didn’t schedule because NodePool couldn’t meet minValues requirements, validating minValues, "
            f"{self.min_values}"
        )
        return detailed(text, NodePool=self.nodepool)


PodError = NoTemplate | NeedsDevices | NoNodePool | TooFewTypesLeft
