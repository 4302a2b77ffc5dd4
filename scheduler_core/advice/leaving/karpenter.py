"""Which nodes Karpenter removes or replaces, one command after another, and why the others stay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core import allowance
from scheduler_core.advice.phrases import say
from scheduler_core.advice.scaling.contract import Basis, Shape
from scheduler_core.advice.scaling.made import shape_of, words_of
from scheduler_core.advice.scaling.moment import dump_of
from scheduler_core.autoscaling.disruption.budgets import allowed_disruptions
from scheduler_core.autoscaling.disruption.candidates import Blocked, Candidate, candidate_or_blocked
from scheduler_core.autoscaling.disruption.command import Command
from scheduler_core.autoscaling.disruption.consolidation import consolidate, excluded_from_consolidation
from scheduler_core.autoscaling.disruption.controller import METHODS, run_method
from scheduler_core.autoscaling.disruption.methods import DRIFTED, EMPTY, UNDERUTILIZED
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE, INSTANCE_TYPE, NODEPOOL
from scheduler_core.autoscaling.objects.texts import sentence
from scheduler_core.autoscaling.provisioning.creation import cheapest
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.autoscaling.state.statenode import StateNode
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import ZONE

from .afterwards import carried_out
from .contract import Leaving, LeavingCommand, LeavingNode
from .staying import Finding, staying

MOST_COMMANDS = 100
_REASONS = (EMPTY, DRIFTED, UNDERUTILIZED)


class KarpenterLeaving:
    """The question which nodes Karpenter removes after a run; one node, or all of them."""

    def __init__(self, recording: Recording, only: str = "") -> None:
        self.dump = dump_of(recording)
        self._only = only
        self._nodes: list[LeavingNode] = []
        self._commands: list[LeavingCommand] = []
        self._searching = True
        managed = [node for node in self._cluster.nodes if node.claim is not None]
        self._managed = [node for node in managed if not only or node.name == only]

    @property
    def _cluster(self) -> Cluster:
        return self.dump.cluster

    @property
    def _priced(self) -> bool:
        return self.dump.basis.priced

    def steps(self) -> Iterator[None]:
        """Look at one node after another, then for one command after another, and yield after each."""
        allowed = _allowed(self._cluster)
        for node in self._managed:
            self._nodes.append(self._looked_at(node, allowed))
            yield
        dump = self.dump
        while not self._only and len(self._commands) < MOST_COMMANDS:
            command, method = _next_command(dump.cluster)
            yield
            if command is None:
                break
            self._commands.append(self._command(command, method))
            if any(cheapest(claim) is None for claim in command.replacements):
                break  # the cloud does not offer it, so nothing is known of what follows
            dump = carried_out(dump, command, len(self._commands))
        self._searching = False

    def answer(self) -> Leaving:
        """Return what is known so far."""
        prices = [node["price"] for node in self._nodes]
        savings = [command["savings"] for command in self._commands]
        basis = self.dump.basis
        shown: Basis = {"seen": list(basis.seen), "given": basis.given, "priced": basis.priced}
        return {
            "autoscaler": "karpenter",
            "nodes": self._nodes,
            "commands": self._commands,
            "price": _sum(prices),
            "savings": _sum(savings),
            "budgets": [{"pool": pool, "allowed": own} for pool, own in _allowed(self._cluster).items()],
            "basis": shown,
            "notes": list(map(str, self.dump.notes)),
            "searching": self._searching,
            "done": len(self._nodes),
            "total": len(self._managed),
        }

    def _looked_at(self, node: StateNode, allowed: Mapping[str, Mapping[str, int]]) -> LeavingNode:
        allowance.check()
        found = candidate_or_blocked(self._cluster, node, Recorder(), eventual=False)
        if not isinstance(found, Candidate):
            says = sentence(str(found or Blocked("no node")))
            return self._as_json(node, None, Finding("stays", "blocked", say("node blocked", why=says), says))
        of_pool = allowed[found.nodepool.name]
        if finding := _of_conditions(found, of_pool):
            return self._as_json(node, found, finding)
        result = consolidate(self._cluster, [found], Recorder())
        if not isinstance(result, Command):
            return self._as_json(node, found, staying(result, priced=self._priced))
        if not of_pool[UNDERUTILIZED]:
            words = say("node budget", pool=found.nodepool.name)
            return self._as_json(node, found, Finding("stays", "budget", words))
        if not result.replacements:
            return self._as_json(node, found, Finding("goes", None, say("node goes")))
        shape = shape_of(result.replacements[0], priced=self._priced)
        words = say("node replaceable") if shape is None else say("node replaced", node=(words_of(shape),))
        return self._as_json(node, found, Finding("replaced", None, words), shape)

    def _as_json(
        self, node: StateNode, candidate: Candidate | None, finding: Finding, shape: Shape | None = None
    ) -> LeavingNode:
        labels = node.labels
        return {
            "node": node.name,
            "pool": labels.get(NODEPOOL, ""),
            "type": labels.get(INSTANCE_TYPE, ""),
            "zone": labels.get(ZONE, ""),
            "capacity_type": labels.get(CAPACITY_TYPE, ""),
            "price": candidate.offering_price if candidate is not None and self._priced else None,
            "cost": None if candidate is None else candidate.cost,
            "verdict": finding.verdict,
            "kind": finding.kind,
            "text": str(finding.phrase),
            "phrase": finding.phrase.as_json(),
            "says": finding.says,
            "replacement": shape,
        }

    def _command(self, command: Command, method: str) -> LeavingCommand:
        shapes = [shape_of(claim, priced=self._priced) for claim in command.replacements]
        return {
            "method": method,
            "nodes": [candidate.name for candidate in command.candidates],
            "replacements": [shape for shape in shapes if shape is not None],
            "savings": command.savings if self._priced else None,
        }


def _of_conditions(candidate: Candidate, allowed: Mapping[str, int]) -> Finding | None:
    """Return what the conditions of a NodeClaim decide: an empty or drifted node goes, others may have to wait."""
    is_ripe = candidate.claim.condition("Consolidatable").true
    drifted = candidate.claim.condition("Drifted")
    if drifted.true and allowed[DRIFTED]:
        return Finding("replaced", None, say("node drifted", why=drifted.reason))
    if not candidate.pods and is_ripe:
        if allowed[EMPTY]:
            return Finding("goes", None, say("node empty"))
        return Finding("stays", "budget", say("node budget", pool=candidate.nodepool.name))
    if excluded := excluded_from_consolidation(candidate):
        return staying(excluded, priced=True)
    return None if is_ripe else Finding("stays", "recent", say("node recent"))


def _allowed(cluster: Cluster) -> dict[str, dict[str, int]]:
    """Return how many nodes may go now, by NodePool and reason."""
    by_reason = {reason: allowed_disruptions(cluster, reason, Recorder()) for reason in _REASONS}
    return {
        pool.name: {reason: allowed[pool.name] for reason, allowed in by_reason.items()}
        for pool in cluster.nodepools
    }


def _next_command(cluster: Cluster) -> tuple[Command | None, str]:
    """Return the command of the first method that has one, with its name."""
    for method in METHODS:
        outcome = run_method(cluster, method)
        if outcome.command is not None:
            return outcome.command, method.name
    return None, ""


def _sum(amounts: list[float | None]) -> float | None:
    return None if None in amounts else sum(amount for amount in amounts if amount is not None)
