"""Which request fits on how many nodes, by resource, and by cpu and memory together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, PODS

from .causes import Causes
from .contract import FreeRoom, RequestSteps, RoomPair
from .facts import Fact

MOST_STEPS = 24


def request_steps(causes: Causes) -> list[RequestSteps]:
    """Return the steps of each resource for which nodes refuse the pod, if less of it lets a node take the pod."""
    short = _short(causes)
    steps = [step for fact in short for step in _steps(causes, fact, short)]
    return sorted(steps, key=lambda step: step["resource"])


def _short(causes: Causes) -> list[Fact]:
    return [fact for fact in causes.facts if fact.drop[0] == "resource" and fact.drop[1] != PODS]


def free_room(causes: Causes) -> FreeRoom | None:
    """Return what nodes have free of cpu and memory together, if a pod that asks for both lacks no other resource."""
    short, requests = _short(causes), causes.trial.pod.template.requests
    named = {fact.drop[1] for fact in short}
    if not named or not named <= {CPU, MEMORY} or not (requests.get(CPU) and requests.get(MEMORY)):
        return None
    rows, snapshot = causes.nodes_without(short), causes.trial.cluster.handle.snapshot
    cpu, memory = (snapshot.allocatable[r][rows] - snapshot.requested[r][rows] for r in (CPU, MEMORY))
    pairs: list[RoomPair] = []
    for i in np.lexsort((-memory, -cpu)).tolist():
        amounts = [int(cpu[i]), int(memory[i])]
        if min(amounts) > 0 and (not pairs or amounts[1] > pairs[-1]["amounts"][1]):
            nodes = int(((cpu >= amounts[0]) & (memory >= amounts[1])).sum())
            pairs.append({"amounts": amounts, "nodes": nodes})
    if not pairs:
        return None
    sampled = np.unique(np.linspace(0, len(pairs) - 1, MOST_STEPS).astype(int)).tolist()
    request = [requests[CPU], requests[MEMORY]]
    return {"resources": [CPU, MEMORY], "request": request, "pairs": [pairs[i] for i in sampled]}


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
