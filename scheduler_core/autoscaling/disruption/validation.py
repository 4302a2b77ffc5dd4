"""Whether a command still holds after a while (pkg/controllers/disruption/validation.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder

from .budgets import allowed_disruptions
from .candidates import Candidate, candidates
from .command import Command
from .simulation import simulate

DELAY = 15.0  # seconds between a command and its validation

Wanted = Callable[[Candidate, Recorder], bool]
Rejection = Literal["budget", "scheduling", "churn"]


def later(cluster: Cluster) -> Cluster:
    """Return the cluster when a command is validated."""
    return replace(cluster, now=cluster.now + DELAY)


def still_candidates(
    cluster: Cluster, chosen: Sequence[Candidate], wanted: Wanted, recorder: Recorder
) -> list[Candidate]:
    """Return the nodes of a command that still may be disrupted, by name."""
    names = {candidate.name for candidate in chosen}
    return [c for c in candidates(cluster, recorder, wanted, eventual=False) if c.name in names]


def within_budgets(
    cluster: Cluster, chosen: Sequence[Candidate], reason: str, recorder: Recorder
) -> list[Candidate]:
    """Return the nodes of a command that the budgets still allow."""
    allowed = allowed_disruptions(cluster, reason, recorder)
    valid = []
    for candidate in chosen:
        if allowed[candidate.nodepool.name] > 0:
            allowed[candidate.nodepool.name] -= 1
            valid.append(candidate)
    return valid


def rejected(
    cluster: Cluster, command: Command, wanted: Wanted, reason: str, recorder: Recorder
) -> Rejection | None:
    """Return why a consolidation does not hold any more."""
    cluster = later(cluster)
    valid = still_candidates(cluster, command.candidates, wanted, recorder)
    if len(valid) < len(command.candidates):
        return "churn"
    if len(within_budgets(cluster, valid, reason, recorder)) < len(valid):
        return "budget"
    return None if _is_repeated(cluster, command, valid, recorder) else "scheduling"


def _is_repeated(cluster: Cluster, command: Command, valid: Sequence[Candidate], recorder: Recorder) -> bool:
    """Return whether the pods are placed again with as many new nodes, of the command's types among others."""
    simulation = simulate(cluster, valid, recorder)
    if simulation is None or simulation.failed:
        return False
    made = simulation.results.new_nodeclaims
    if not made or not command.replacements:
        return not made and not command.replacements
    if len(made) > 1:
        return False
    names = {t.name for t in made[0].instance_types}
    return all(t.name in names for t in command.replacements[0].instance_types)
