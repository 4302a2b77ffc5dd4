"""Rounds of the descheduler, each followed by the scheduler's own decisions about the successors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace

from scheduler_core.advice.descheduler.contract import DeschedulerRound, Descheduling, Ending, Eviction
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.simulation import Simulation

from .cluster import DeschedulerCluster, Evicted
from .policies import DEFAULT_POLICIES, POLICIES

MOST_ROUNDS = 6

_State = frozenset[tuple[Hashable, int]]


def descheduler(recording: Recording, policies: Sequence[str] = DEFAULT_POLICIES) -> Descheduling:
    """Return whom the descheduler would evict at the end of a run, round after round, and where they land.

    A successor has the name of the pod that it follows. Raise InvalidInput for an unknown policy.
    """
    for name in policies:
        if name not in POLICIES:
            raise InvalidInput.of(
                "policy", worded("must be one of {names}; got {value}", names=", ".join(POLICIES), value=name)
            )
    return deschedule(recording.before(len(recording.finished)), policies)


def deschedule(simulation: Simulation, policies: Sequence[str] = DEFAULT_POLICIES) -> Descheduling:
    """Return what `descheduler` does, for the running pods of a simulation, which stays as it is."""
    cluster = DeschedulerCluster(simulation)
    former = {_state(cluster)}
    rounds: list[DeschedulerRound] = []
    moved: dict[str, Pod] = {}
    ends: Ending = "goes-on"
    while len(rounds) < MOST_ROUNDS:
        cluster.start_round()
        for name in policies:
            cluster.policy = name
            POLICIES[name](cluster)
        if not cluster.evicted:
            ends = "settles" if rounds else "idle"
            break
        rounds.append(_finished(cluster))
        moved |= {eviction.pod.key: eviction.pod for eviction in cluster.evicted}
        state = _state(cluster)
        if state in former:
            ends = "repeats"
            break
        former.add(state)
    return {
        "approximate": True,
        "policies": list(policies),
        "rounds": rounds,
        "ends": ends,
        "placements": {
            key: cluster.nodes[row].name
            for key in moved
            if (row := cluster.snapshot.node_of(key)) is not None
        },
    }


def _finished(cluster: DeschedulerCluster) -> DeschedulerRound:
    """Let the scheduler place the successors, after pods that wait from rounds before; return the round."""
    successors = [replace(eviction.pod, node_name="", nominated_node_name="") for eviction in cluster.evicted]
    waiting, cluster.waiting = [*cluster.waiting, *successors], []
    messages: dict[str, str] = {}
    for pod in waiting:
        record = cluster.room.place(pod)
        if record.selected is None:
            cluster.waiting.append(pod)
            messages[pod.key] = record.fit_error or record.error
    return {
        "evictions": [_eviction(cluster, eviction, messages) for eviction in cluster.evicted],
        "refused": [
            {"policy": policy, "pod": pod.key, "budget": budget.meta.key}
            for policy, pod, budget in cluster.refused
        ],
    }


def _eviction(cluster: DeschedulerCluster, evicted: Evicted, messages: dict[str, str]) -> Eviction:
    row = cluster.snapshot.node_of(evicted.pod.key)
    return {
        "policy": evicted.policy,
        "pod": evicted.pod.key,
        "node": cluster.nodes[evicted.row].name,
        "why": evicted.why,
        "operands": evicted.operands,
        "lands": None if row is None else cluster.nodes[row].name,
        "message": messages.get(evicted.pod.key, ""),
    }


def _state(cluster: DeschedulerCluster) -> _State:
    """Return how many pods of each class are on which node: replicas are alike."""
    counts = Counter((pod.template, row) for pod, row in cluster.snapshot.pods())
    return frozenset(((template, row), count) for (template, row), count in counts.items())
