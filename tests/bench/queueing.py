"""Cycles of Kueue: 1,000 workloads wait in 50 queues of 10 cohorts, for 500 nodes with a topology."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from random import Random
from time import process_time
from typing import Any

import numpy as np

from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.queueing.run.run import QueueingRun
from scheduler_core.queueing.run.scenario import read_scenario

from .tables import Row

WAITING, QUEUES, COHORTS, NODES = 1_000, 50, 10, 500
CYCLES = 400
LEVELS = ("example.com/block", "example.com/rack", "kubernetes.io/hostname")
FLAVORS = ("reserved", "spot")
KUEUE = "kueue.x-k8s.io/v1beta2"


def rows() -> Iterator[Row]:
    for sharing in ("fair", "classical"):
        yield measure(sharing, "paused", paused_collector())
        yield measure(sharing, "running", nullcontext())


def measure(sharing: str, collector: str, context: AbstractContextManager[None]) -> Row:
    """Return the milliseconds of a cycle, and the seconds until Kueue is at rest or has made its cycles."""
    content = {
        "objects": list(manifests(Random(7))),
        "config": {"fairSharing": {}} if sharing == "fair" else {},
    }
    run = QueueingRun(read_scenario(content))
    times = []
    with context:
        for number in range(1, CYCLES + 1):
            start = process_time()
            cycle = run.step(number)
            run.end(number)
            times.append((process_time() - start) * 1e3)
            if cycle is None:
                break
    return {
        "sharing": sharing,
        "collector": collector,
        "cycles": len(times),
        "median_ms": round(float(np.median(times)), 1),
        "longest_ms": round(max(times), 1),
        "above_50_ms": sum(time > 50 for time in times),
        "seconds": round(sum(times) / 1e3, 2),
    }


def manifests(random: Random) -> Iterator[dict[str, Any]]:
    yield {
        "apiVersion": KUEUE,
        "kind": "Topology",
        "metadata": {"name": "hall"},
        "spec": {"levels": [{"nodeLabel": level} for level in LEVELS]},
    }
    for name in FLAVORS:
        spec = {"nodeLabels": {"pool": name}, "topologyName": "hall"}
        yield {"apiVersion": KUEUE, "kind": "ResourceFlavor", "metadata": {"name": name}, "spec": spec}
    yield {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "default"}}
    for number in range(NODES):
        yield _node(number)
    for number in range(QUEUES):
        yield from _queue(number)
    for number in range(WAITING):
        yield _workload(number, random)


def _node(number: int) -> dict[str, Any]:
    name = f"node-{number:03}"
    places = (f"b{number // 100}", f"r{number // 10}", name)
    labels = dict(zip(LEVELS, places, strict=True)) | {"pool": FLAVORS[number % 2]}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "status": {
            "allocatable": {"cpu": "16", "memory": "64Gi", "pods": "110"},
            "conditions": [{"type": "Ready", "status": "True"}],
        },
    }


def _queue(number: int) -> Iterator[dict[str, Any]]:
    name = f"q{number:02}"
    quotas = [{"name": "cpu", "nominalQuota": "80"}, {"name": "memory", "nominalQuota": "320Gi"}]
    flavors = [{"name": flavor, "resources": quotas} for flavor in FLAVORS]
    yield {
        "apiVersion": KUEUE,
        "kind": "ClusterQueue",
        "metadata": {"name": name},
        "spec": {
            "cohortName": f"c{number % COHORTS}",
            "namespaceSelector": {},
            "queueingStrategy": "BestEffortFIFO",
            "resourceGroups": [{"coveredResources": ["cpu", "memory"], "flavors": flavors}],
            "preemption": {"withinClusterQueue": "LowerPriority", "reclaimWithinCohort": "Any"},
        },
    }
    queue = {"clusterQueue": name}
    metadata = {"name": name, "namespace": "default"}
    yield {"apiVersion": KUEUE, "kind": "LocalQueue", "metadata": metadata, "spec": queue}


def _workload(number: int, random: Random) -> dict[str, Any]:
    requests = {"cpu": str(random.choice((1, 2, 4, 8))), "memory": f"{random.choice((4, 8, 16))}Gi"}
    level = random.choice(LEVELS[1:])
    wish = random.choice(({"required": level}, {"preferred": level}, {"unconstrained": True}))
    return {
        "apiVersion": KUEUE,
        "kind": "Workload",
        "metadata": {
            "name": f"w{number:04}",
            "namespace": "default",
            "uid": f"u{number:04}",
            "creationTimestamp": f"2029-12-31T{number // 60 % 24:02}:{number % 60:02}:00Z",
        },
        "spec": {
            "queueName": f"q{random.randrange(QUEUES):02}",
            "priority": random.choice((0, 0, 0, 100)),
            "podSets": [
                {
                    "name": "main",
                    "count": random.choice((1, 2, 4, 8, 16)),
                    "template": {
                        "spec": {"containers": [{"name": "c", "resources": {"requests": requests}}]}
                    },
                    "topologyRequest": wish,
                }
            ],
        },
    }
