"""Quota that does no work: of workloads that are admitted although no node takes their pods."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scheduler_core.simulation.run.scenario import Scenario

from .contract import QueueCause, QueueSentence
from .phrases import NOTES, sentence


def pods_of_workload(scenario: Scenario, key: str) -> list[str]:
    """Return the pods of a Workload (`namespace/name`) in a scenario with queues."""
    queued = scenario.queued
    assert queued is not None, "only a scenario with queues has workloads"
    made = scenario.objects.expanded.get(queued.owners.names().get(key, ""), [])
    return [*made, *(pod for pod, (owner, _) in queued.owners.pods.items() if owner == key)]


def idle_workloads(scenario: Scenario, placed: Collection[str]) -> set[str]:
    """Return the admitted Workloads that have pods, none of which is `placed` at the end of the run."""
    queued = scenario.queued
    admitted = (key for key in queued.settled.stored if queued.admitted(key)) if queued else ()
    pods = {key: pods_of_workload(scenario, key) for key in admitted}
    return {key for key, own in pods.items() if own and not any(pod in placed for pod in own)}


def idle_quota(cause: QueueCause, idle: Collection[str]) -> Iterator[QueueSentence]:
    """Yield which `idle` Workloads hold the quota that the workloads of a cause lack."""
    for bars in cause["bars"]:
        held = [
            f"{(holder['job'] or holder['workload']).rpartition('/')[2]} "
            f"({holder['amount']['text']} {bars['resource']})"
            for bar in bars["queues"]
            for holder in bar["holders"]
            if holder["workload"] in idle
        ]
        if held:
            yield sentence(NOTES, "idle", workloads=", ".join(held))
