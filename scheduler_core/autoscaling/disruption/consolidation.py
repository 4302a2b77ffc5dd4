"""Whether nodes can go, or be replaced by a cheaper one.

Mirrors pkg/controllers/disruption/consolidation.go @ v1.13.0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.autoscaling.objects.gosort import sort_slice
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE, INSTANCE_TYPE, ON_DEMAND, SPOT
from scheduler_core.autoscaling.objects.nodepool import WHEN_UNDERUTILIZED
from scheduler_core.autoscaling.objects.requirement import one_of
from scheduler_core.autoscaling.objects.settings import Settings
from scheduler_core.autoscaling.provisioning.nodeclaim import NewNodeClaim, lacking_values
from scheduler_core.autoscaling.provisioning.refusals import MinValuesNotMet
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.kubernetes.objects.node import ZONE

from .candidates import Candidate, price_of
from .command import Command
from .simulation import PodsWouldNotSchedule, simulate

MIN_SPOT_TYPES = 15  # that must be cheaper than a spot node for it to be replaced by another one


@dataclass(frozen=True, slots=True)
class UnknownInstanceType:
    """The provider has no instance type of the node's name, so that its price is not known."""

    name: str

    def __str__(self) -> str:
        return f'Instance Type "{self.name}" not found'


@dataclass(frozen=True, slots=True)
class MissingLabel:
    """The node lacks a label that its price depends on."""

    label: str

    def __str__(self) -> str:
        return f'Node does not have label "{self.label}"'


@dataclass(frozen=True, slots=True)
class ConsolidationDisabled:
    """The NodePool does not want its nodes consolidated, or only empty ones."""

    nodepool: str
    of_empty_too: bool

    def __str__(self) -> str:
        kind = "consolidation" if self.of_empty_too else "non-empty consolidation"
        return f'NodePool "{self.nodepool}" has {kind} disabled'


@dataclass(frozen=True, slots=True)
class TooManyNodes:
    """The pods would need several new nodes."""

    count: int

    def __str__(self) -> str:
        return f"Can't remove without creating {self.count} candidates"


@dataclass(frozen=True, slots=True)
class SpotToSpotDisabled:
    """A spot node is not replaced by another one."""

    def __str__(self) -> str:
        return "SpotToSpotConsolidation is disabled, can't replace a spot node with a spot node"


@dataclass(frozen=True, slots=True)
class TooFewCheaperTypes:
    """Too few instance types are cheaper than a spot node."""

    count: int

    def __str__(self) -> str:
        return (
            f"SpotToSpotConsolidation requires {MIN_SPOT_TYPES} cheaper instance type options than the current "
            f"candidate to consolidate, got {self.count}"
        )


@dataclass(frozen=True, slots=True)
class NotCheaper:
    """No instance type is certainly cheaper than the nodes, which cost `price` per hour.

    `cheapest` is the name and the worst launch price of the one that comes nearest, None if no type is left.
    """

    price: float
    cheapest: tuple[str, float] | None

    def __str__(self) -> str:
        return "Can't replace with a cheaper node"


@dataclass(frozen=True, slots=True)
class CheaperTypesTooFew:
    """What is cheaper falls short of minValues."""

    price: float
    min_values: MinValuesNotMet

    def __str__(self) -> str:
        return f"Filtering by price: {self.min_values}"


@dataclass(frozen=True, slots=True)
class NoUsableNodePool:
    """No NodePool makes nodes for pods, so that nothing can be simulated. Karpenter tells nobody."""


Unconsolidatable = (
    UnknownInstanceType
    | MissingLabel
    | ConsolidationDisabled
    | PodsWouldNotSchedule
    | TooManyNodes
    | SpotToSpotDisabled
    | TooFewCheaperTypes
    | NotCheaper
    | CheaperTypesTooFew
    | NoUsableNodePool
)
"""Why a node stays that may be disrupted."""


def is_consolidatable(candidate: Candidate, recorder: Recorder) -> bool:
    """Return whether a node is looked at: its NodePool wants that, and it has not changed for long enough."""
    if candidate.nodepool.replicas is not None:
        return False
    if excluded := excluded_from_consolidation(candidate):
        candidate.publish(recorder, "Unconsolidatable", str(excluded))
        return False
    return candidate.claim.condition("Consolidatable").true


def excluded_from_consolidation(candidate: Candidate) -> Unconsolidatable | None:
    """Return why a node is not looked at whatever happens (ShouldDisrupt)."""
    labels, pool = candidate.state.labels, candidate.nodepool
    if candidate.instance_type is None:
        return UnknownInstanceType(labels.get(INSTANCE_TYPE, ""))
    for label in (CAPACITY_TYPE, ZONE):
        if label not in labels:
            return MissingLabel(label)
    if pool.consolidate_after is None:
        return ConsolidationDisabled(pool.name, of_empty_too=True)
    if pool.consolidation_policy != WHEN_UNDERUTILIZED:
        return ConsolidationDisabled(pool.name, of_empty_too=False)
    return None


def by_cost(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the nodes that cost least to disrupt first; Karpenter may order equal ones otherwise."""
    return sort_slice(candidates, cost_of)


def cost_of(candidate: Candidate) -> float:
    return candidate.cost


def consolidate(
    cluster: Cluster, candidates: Sequence[Candidate], recorder: Recorder
) -> Command | Unconsolidatable:
    """Return how the nodes can go, with one cheaper node in their place at most (computeConsolidation)."""
    outcome = _consolidate(cluster, candidates, recorder)
    if isinstance(outcome, Command):
        if outcome.replacements:
            outcome.publish_candidates(recorder)
    elif len(candidates) == 1 and not isinstance(outcome, NoUsableNodePool):
        candidates[0].publish(recorder, "Unconsolidatable", str(outcome))
    return outcome


def _consolidate(
    cluster: Cluster, candidates: Sequence[Candidate], recorder: Recorder
) -> Command | Unconsolidatable:
    simulation = simulate(cluster, candidates, recorder)
    if simulation is None:
        return NoUsableNodePool()
    if failed := simulation.failed:
        return failed
    command = Command(candidates, simulation.results)
    if not command.replacements:
        return command
    if len(command.replacements) > 1:
        return TooManyNodes(len(command.replacements))
    (claim,) = command.replacements
    capacity_types = claim.requirements.of(CAPACITY_TYPE)
    if all(c.capacity_type == SPOT for c in candidates) and capacity_types.allows(SPOT):
        refused = _replace_spot_by_spot(claim, candidates, cluster.settings)
    else:
        refused = keep_cheaper(claim, price_of(candidates))
        if refused is None and capacity_types.allows(SPOT) and capacity_types.allows(ON_DEMAND):
            # What was kept is cheaper as a spot node, not on demand.
            claim.requirements = claim.requirements.plus(one_of(CAPACITY_TYPE, SPOT))
    return refused or command


def _replace_spot_by_spot(
    claim: NewNodeClaim, candidates: Sequence[Candidate], settings: Settings
) -> Unconsolidatable | None:
    """Keep the spot types that are cheaper than the nodes, many enough that the next one is not replaced again."""
    if not settings.spot_to_spot:
        return SpotToSpotDisabled()
    claim.requirements = claim.requirements.plus(one_of(CAPACITY_TYPE, SPOT))
    claim.instance_types = [
        t
        for t in claim.instance_types
        if any(o.available for o in t.compatible_offerings(claim.requirements, settings.well_known))
    ]
    if refused := keep_cheaper(claim, price_of(candidates)):
        return refused
    if len(candidates) > 1:
        return None
    if len(claim.instance_types) < MIN_SPOT_TYPES:
        return TooFewCheaperTypes(len(claim.instance_types))
    needed, _ = lacking_values(claim.instance_types, claim.requirements)
    claim.instance_types = claim.instance_types[: max(MIN_SPOT_TYPES, needed)]
    return None


def keep_cheaper(claim: NewNodeClaim, price: float) -> NotCheaper | CheaperTypesTooFew | None:
    """Keep the types that cost less than `price` however they are launched; return why none or too few are left."""
    well_known = claim.template.types.well_known
    priced = [(t, t.worst_launch_price(claim.requirements, well_known)) for t in claim.instance_types]
    claim.instance_types = [t for t, worst in priced if worst < price]
    if lacking := lacking_values(claim.instance_types, claim.requirements)[1]:
        return CheaperTypesTooFew(price, MinValuesNotMet(tuple(sorted(lacking))))
    if not claim.instance_types:
        nearest = min(priced, key=lambda pair: pair[1], default=None)
        return NotCheaper(price, nearest and (nearest[0].name, nearest[1]))
    return None
