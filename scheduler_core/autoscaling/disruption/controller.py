"""The methods of disruption, in their order: the first with a command is carried out.

Mirrors pkg/controllers/disruption/controller.go @ v1.13.0. NodePools with a fixed number of nodes, whose nodes
StaticDrift replaces, are not modelled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scheduler_core.autoscaling.provisioning.topology import Tie
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Event, Recorder

from .budgets import allowed_disruptions
from .candidates import Candidate, candidates
from .command import Command
from .consolidation import cost_of, is_consolidatable
from .methods import (
    DRIFTED,
    EMPTY,
    UNDERUTILIZED,
    drifted_node,
    drifted_since,
    empty_nodes,
    is_drifted,
    is_empty,
    several_nodes,
    single_node,
)
from .validation import Wanted

_Compute = Callable[[Cluster, Sequence[Candidate], dict[str, int], Recorder], Command | None]


def _no_node(
    cluster: Cluster, candidates: Sequence[Candidate], allowed: dict[str, int], recorder: Recorder
) -> None:
    """Return no command."""


def _is_static_and_drifted(candidate: Candidate, recorder: Recorder) -> bool:
    return candidate.nodepool.replicas is not None and candidate.claim.condition(DRIFTED).true


@dataclass(frozen=True, slots=True)
class Method:
    """A method; an `eventual` one does not wait for pods that must not be evicted, if their node has a time limit."""

    name: str
    reason: str
    wanted: Wanted
    compute: _Compute
    rank: Callable[[Candidate], float] = cost_of
    eventual: bool = False


METHODS = (
    Method("Emptiness", EMPTY, is_empty, empty_nodes),
    Method("StaticDrift", DRIFTED, _is_static_and_drifted, _no_node, eventual=True),
    Method("Drift", DRIFTED, is_drifted, drifted_node, drifted_since, eventual=True),
    Method("MultiNodeConsolidation", UNDERUTILIZED, is_consolidatable, several_nodes),
    Method("SingleNodeConsolidation", UNDERUTILIZED, is_consolidatable, single_node),
)


@dataclass(frozen=True, slots=True)
class EqualNodes:
    """Nodes that cost the same to disrupt, or drifted at the same time: any of them may be taken first."""

    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NodePoolsInAnyOrder:
    """NodePools of which any may be looked at first."""

    nodepools: tuple[str, ...]


@dataclass(slots=True)
class Outcome:
    """What a method does on its own: its candidates by name, how many of them are allowed, and its command."""

    method: Method
    candidates: list[Candidate]
    candidate_events: set[Event]
    allowed: dict[str, int]
    budget_events: set[Event]
    command: Command | None = None
    events: set[Event] = field(default_factory=set)

    @property
    def ties(self) -> list[Tie | EqualNodes | NodePoolsInAnyOrder]:
        """What of the command rests on a choice between equals, which Karpenter may make otherwise."""
        if self.command is None:
            return []
        ties: list[Tie | EqualNodes | NodePoolsInAnyOrder] = [*self.command.ties]
        by_rank: dict[float, list[str]] = {}
        for candidate in self.candidates:
            by_rank.setdefault(self.method.rank(candidate), []).append(candidate.name)
        ties += [EqualNodes(tuple(nodes)) for nodes in by_rank.values() if len(nodes) > 1]
        pools = tuple(sorted({candidate.nodepool.name for candidate in self.candidates}))
        if self.method.compute is single_node and len(pools) > 1:
            ties.append(NodePoolsInAnyOrder(pools))
        return ties


def run_method(cluster: Cluster, method: Method) -> Outcome:
    """Look for candidates, and for what the method does with them."""
    looking, allowing, computing = Recorder(), Recorder(), Recorder()
    found = candidates(cluster, looking, method.wanted, eventual=method.eventual)
    allowed = allowed_disruptions(cluster, method.reason, allowing)
    outcome = Outcome(method, found, looking.events, allowed, allowing.events, events=computing.events)
    if found:
        outcome.command = method.compute(cluster, found, dict(allowed), computing)
    return outcome
