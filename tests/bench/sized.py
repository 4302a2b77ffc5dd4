"""A reference workload with another number of nodes, running pods and classes."""

from __future__ import annotations

import json
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from scheduler_core.cli.bench import expand
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .scheduling import WORKLOADS
from .tables import Row

MEASURED = 400


def scenario(kind: str, *, nodes: int, running: int, classes: int, percentage: int | None) -> Scenario:
    """Replicas of the classes take turns, so that between two of one class all others are scheduled."""
    workload = json.loads((WORKLOADS / f"{kind}.json").read_text(encoding="utf-8"))
    resized = expand(_resized(workload, nodes, running), percentage=percentage, pods=MEASURED)
    waiting = [pod for pod in resized.objects.pods if not pod.node_name]
    template = waiting[0].template
    made = [replace(template, labels={**template.labels, "class": str(i)}) for i in range(classes)]
    resized.objects.pods[-len(waiting) :] = [
        Pod(pod.name, pod.uid, made[i % classes]) for i, pod in enumerate(waiting)
    ]
    return resized


def _resized(workload: dict[str, Any], nodes: int, running: int) -> dict[str, Any]:
    """Without the checksum, which is that of the workload as it was."""
    groups = workload["existing"]
    for i, group in enumerate(groups):
        group["count"] = running // len(groups)
        group["placement"] = {"start": i, "step": 1}
    return {**workload, "nodes": {**workload["nodes"], "count": nodes}, "check": None}


def measure(
    kind: str, *, nodes: int, running: int = 10_000, classes: int = 1, percentage: int | None = 100
) -> Row:
    """The first cycle, which counts the cluster, and the middle one."""
    simulation = Simulation(
        scenario(kind, nodes=nodes, running=running, classes=classes, percentage=percentage)
    )
    times = []
    for pod in list(simulation.waiting):
        start = perf_counter()
        simulation.attempt(pod)
        times.append((perf_counter() - start) * 1e6)
    return {
        "name": kind,
        "nodes": nodes,
        "running": running,
        "classes": classes,
        "first_ms": round(times[0] / 1000, 2),
        "cycle_us": round(float(np.median(times))),
    }
