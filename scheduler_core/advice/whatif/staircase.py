"""Which request fits on how many nodes, by resource."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler_core.kubernetes.objects.resources import PODS

from .causes import Causes
from .contract import RequestSteps
from .facts import Fact

MOST_STEPS = 24


def request_steps(causes: Causes) -> list[RequestSteps]:
    """Return the steps of each resource for which nodes refuse the pod, if less of it lets a node take the pod."""
    short = [fact for fact in causes.facts if fact.drop[0] == "resource" and fact.drop[1] != PODS]
    steps = [step for fact in short for step in _steps(causes, fact, short)]
    return sorted(steps, key=lambda step: step["resource"])


def _steps(causes: Causes, fact: Fact, short: list[Fact]) -> Iterator[RequestSteps]:
    resource, pod = str(fact.drop[1]), causes.trial.pod
    dropped = [fact] if causes.gained([fact]) else short
    rows, snapshot = causes.nodes_without(dropped), causes.trial.cluster.handle.snapshot
    free = snapshot.allocatable[resource][rows] - snapshot.requested[resource][rows]
    amounts = np.unique(free[free > 0])[::-1]
    if not len(amounts):
        return
    if len(amounts) > MOST_STEPS:
        amounts = amounts[np.linspace(0, len(amounts) - 1, MOST_STEPS).astype(int)]
    yield {
        "resource": resource,
        "request": pod.template.requests.get(resource, 0),
        "besides": sorted(str(other.drop[1]) for other in dropped if other is not fact),
        "steps": [{"amount": amount, "nodes": int((free >= amount).sum())} for amount in amounts.tolist()],
    }
