"""What Karpenter decides, as plain data with the keys of the recordings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from scheduler_core.autoscaling.disruption.candidates import Candidate, price_of
from scheduler_core.autoscaling.disruption.command import Command
from scheduler_core.autoscaling.disruption.conditions import CONSOLIDATABLE, DRIFTED, reconciled
from scheduler_core.autoscaling.disruption.controller import METHODS, Outcome, run_method
from scheduler_core.autoscaling.disruption.methods import single_node
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE, INSTANCE_TYPE
from scheduler_core.autoscaling.objects.node import NodeClaim
from scheduler_core.autoscaling.objects.quantities import Quantities
from scheduler_core.autoscaling.objects.requirements import Requirements
from scheduler_core.autoscaling.provisioning.creation import (
    ANY,
    CreatedNodeClaim,
    cheapest,
    created,
    creation_error,
)
from scheduler_core.autoscaling.provisioning.existingnode import ExistingNode
from scheduler_core.autoscaling.provisioning.nodeclaim import NewNodeClaim
from scheduler_core.autoscaling.provisioning.provisioner import schedule
from scheduler_core.autoscaling.provisioning.refusals import NoNodePool
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Event, Recorder
from scheduler_core.kubernetes.objects.collector import paused_collector

from .scenario import Scenario

Json = dict[str, Any]


def trace(scenario: Scenario) -> Json:
    """Return the result of a scenario."""
    with paused_collector():
        if scenario.kind == "disruption":
            return trace_disruption(scenario)
        return trace_provisioning(scenario)


def trace_provisioning(scenario: Scenario) -> Json:
    recorder = Recorder()
    results = schedule(scenario.cluster, recorder)
    claims = results.new_nodeclaims if results else []
    nodes = results.existing_nodes if results else []
    errors = results.pod_errors if results else {}
    traced: Json = {
        "newNodeClaims": [
            {**nodeclaim_json(claim), **_creation_json(claim, scenario.cluster)} for claim in claims
        ],
        "existingNodes": existing_nodes_json(nodes),
        "existingOrder": [node.state.name for node in nodes],
        "podErrors": {pod.key: plain_hostnames(str(error)) for pod, error in errors.items()},
        "events": events_json(recorder.events),
        "log": recorder.log or None,
    }
    if results and results.queue:
        traced["queue"] = [pod.key for pod in results.queue]
    deferred = [pod.key for pod, error in errors.items() if isinstance(error, NoNodePool) and error.deferred]
    if deferred:
        traced["reservedOfferingErrors"] = sorted(deferred)
    return traced


def trace_disruption(scenario: Scenario) -> Json:
    """Return what each method does on its own, and which is the first that does anything."""
    cluster = scenario.cluster
    traced: Json = {}
    if scenario.reconciles_conditions:
        cluster = reconciled(cluster, scenario.drifted)
        traced["conditions"] = {claim.name: _conditions_json(claim) for claim in cluster.objects.nodeclaims}
    outcomes = [run_method(cluster, method) for method in METHODS]
    acting = (outcome.method.name for outcome in outcomes if outcome.command)
    traced["firstMethod"] = next(acting, "")
    traced["methods"] = [_method_json(outcome, cluster) for outcome in outcomes]
    return traced


def _conditions_json(claim: NodeClaim) -> Json:
    return {
        kind: f"{claim.condition(kind).status}/{claim.condition(kind).reason}"
        for kind in (CONSOLIDATABLE, DRIFTED)
        if kind in claim.conditions
    }


def _method_json(outcome: Outcome, cluster: Cluster) -> Json:
    method = outcome.method
    traced: Json = {
        "method": method.name,
        "class": "eventual" if method.eventual else "graceful",
        "reason": method.reason,
        "candidates": [
            {
                "node": candidate.name,
                "nodePool": candidate.nodepool.name,
                "disruptionCost": candidate.cost,
                "price": price_of([candidate]),
            }
            for candidate in outcome.candidates
        ],
        "candidateEvents": events_json(outcome.candidate_events),
        "budgets": outcome.allowed,
    }
    if not outcome.candidates:
        return traced
    traced["commands"] = [command_json(outcome.command)] if outcome.command else []
    traced["events"] = events_json(outcome.events | outcome.budget_events)
    if method.name == "SingleNodeConsolidation":  # recorded without the events of the budgets
        traced["events"] = events_json(outcome.events)
        traced["perNode"] = {
            candidate.name: _alone_json(cluster, candidate, outcome.allowed)
            for candidate in outcome.candidates
        }
    return traced


def _alone_json(cluster: Cluster, candidate: Candidate, allowed: Mapping[str, int]) -> Json:
    """Return what becomes of a node if it is the only candidate."""
    recorder = Recorder()
    command = single_node(cluster, [candidate], dict(allowed), recorder)
    events = {"events": events_json(recorder.events)}
    return {"command": command_json(command), **events} if command else events


def command_json(command: Command) -> Json:
    results = command.results
    return {
        "decision": command.decision,
        "candidates": [candidate.name for candidate in command.candidates],
        "replacements": [nodeclaim_json(claim) for claim in command.replacements],
        "existingNodes": existing_nodes_json(results.existing_nodes if results else ()),
        "savings": command.savings,
    }


def existing_nodes_json(nodes: Iterable[ExistingNode]) -> list[Json]:
    return [{"name": node.state.name, "pods": [pod.key for pod in node.pods]} for node in nodes if node.pods]


def events_json(events: Iterable[Event]) -> list[Json]:
    return [
        {
            "kind": event.kind,
            "object": event.name,
            "type": event.type,
            "reason": event.reason,
            "message": plain_hostnames(event.message),
        }
        for event in sorted(events, key=lambda e: "|".join((e.kind, e.name, e.reason, e.message)))
    ]


_PLACEHOLDER = re.compile(r"(hostname-placeholder-)[0-9]+")


def plain_hostnames(text: str) -> str:
    """Return the text without the running numbers of NodeClaims."""
    return _PLACEHOLDER.sub(r"\1NNNN", text)


def nodeclaim_json(claim: NewNodeClaim) -> Json:
    traced: Json = {
        "nodePool": claim.nodepool,
        "pods": [pod.key for pod in claim.pods],
        "requirements": requirements_json(claim.requirements),
        "instanceTypes": [instance_type.name for instance_type in claim.instance_types],
        "requests": _quantities_json(claim.total_requests),
        "cheapest": _cheapest_json(claim),
    }
    if claim.template.min_values_relaxed:
        traced["minValuesRelaxed"] = True
    return traced


def _creation_json(claim: NewNodeClaim, cluster: Cluster) -> Json:
    traced: Json = {"nodeClaim": _created_json(created(claim))}
    if refused := creation_error(cluster, claim.template.nodepool):
        traced["createError"] = str(refused)
    return traced


def _created_json(created: CreatedNodeClaim) -> Json:
    types = created.requirements[INSTANCE_TYPE]
    return {
        "labels": {key: "<any>" if value is ANY else value for key, value in sorted(created.labels.items())},
        "capacityTypes": sorted(created.requirements.of(CAPACITY_TYPE).values),
        "instanceTypeOperator": types.operator,
        "instanceTypeCount": len(types.values),
        **({} if types.min_values is None else {"instanceTypeMinValues": types.min_values}),
        "nodepoolHash": created.nodepool_hash,
    }


def requirements_json(requirements: Requirements) -> list[Json]:
    return [
        {
            "key": key,
            "operator": operator,
            **({"values": values} if values else {}),
            **({} if required.min_values is None else {"minValues": required.min_values}),
        }
        for key, required in sorted(requirements.items())
        for operator, values in required.entries()
    ]


def _quantities_json(quantities: Quantities) -> Json:
    return {name: str(quantity) for name, quantity in sorted(quantities.items())}


def _cheapest_json(claim: NewNodeClaim) -> Json | None:
    if (launched := cheapest(claim)) is None:
        return None
    instance_type, offering = launched
    return {
        "instanceType": instance_type.name,
        "capacityType": offering.capacity_type,
        "zone": offering.zone,
        "price": offering.price,
    }
