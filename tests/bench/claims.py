"""Cycles of pods with resource claims: every node has 8 devices, and every node is searched."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .tables import Row

DRIVER, DEVICES = "gpu.example.com", 8
NODES = (100, 1_000, 5_000)
PODS = 20
GOAL_MS = {1_000: 100}

_LARGE_ENOUGH = f"device.capacity['{DRIVER}'].memory.compareTo(quantity('40Gi')) >= 0"

REQUESTS: dict[str, dict[str, Any]] = {
    "one": {"requests": [{"name": "gpu", "exactly": {"deviceClassName": "gpu"}}]},
    "selector": {
        "requests": [
            {
                "name": "gpu",
                "exactly": {
                    "deviceClassName": "gpu",
                    "count": 2,
                    "selectors": [
                        {"cel": {"expression": f"device.attributes['{DRIVER}'].index % 2 == 1"}},
                        {"cel": {"expression": _LARGE_ENOUGH}},
                    ],
                },
            }
        ]
    },
    "same-numa-node": {
        "requests": [{"name": "gpus", "exactly": {"deviceClassName": "gpu", "count": 4}}],
        "constraints": [{"matchAttribute": f"{DRIVER}/numa"}],
    },
    "alternatives": {
        "requests": [
            {
                "name": "gpu",
                "firstAvailable": [
                    {
                        "name": "large",
                        "deviceClassName": "gpu",
                        "selectors": [
                            {"cel": {"expression": f"device.attributes['{DRIVER}'].model == 'h200'"}}
                        ],
                    },
                    {"name": "two-small", "deviceClassName": "gpu", "count": 2},
                ],
            }
        ]
    },
}


def rows() -> Iterator[Row]:
    for kind in REQUESTS:
        for nodes in NODES:
            yield measure(kind, nodes)


def measure(kind: str, nodes: int) -> Row:
    """Return the first cycle, which gathers pools and evaluates selectors, and the middle one, in milliseconds."""
    simulation = Simulation(Scenario.from_content({"objects": list(_manifests(kind, nodes))}))
    times = []
    for pod in list(simulation.waiting):
        start = process_time()
        simulation.attempt(pod)
        times.append((process_time() - start) * 1e3)
    assert not simulation.waiting, "devices are enough for all pods"
    return {
        "name": kind,
        "nodes": nodes,
        "devices": nodes * DEVICES,
        "first_ms": round(times[0], 1),
        "cycle_ms": round(float(np.median(times)), 1),
        "goal": GOAL_MS.get(nodes, ""),
    }


def _manifests(kind: str, nodes: int) -> Iterator[dict[str, Any]]:
    yield {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "DeviceClass",
        "metadata": {"name": "gpu"},
        "spec": {"selectors": [{"cel": {"expression": f"device.driver == '{DRIVER}'"}}]},
    }
    for i in range(nodes):
        name = f"node-{i:05}"
        amounts = {"cpu": "64", "memory": "256Gi", "pods": "110"}
        yield {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name}},
            "status": {"allocatable": amounts, "capacity": amounts},
        }
        yield _slice(name)
    yield {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaimTemplate",
        "metadata": {"name": "gpu"},
        "spec": {"spec": {"devices": REQUESTS[kind]}},
    }
    for i in range(PODS):
        yield {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": f"train-{i}"},
            "spec": {
                "resourceClaims": [{"name": "gpu", "resourceClaimTemplateName": "gpu"}],
                "containers": [
                    {"name": "main", "resources": {"requests": {"cpu": "1"}, "claims": [{"name": "gpu"}]}}
                ],
            },
        }


def _slice(node: str) -> dict[str, Any]:
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": f"{node}-gpu"},
        "spec": {
            "driver": DRIVER,
            "nodeName": node,
            "pool": {"name": node, "generation": 1, "resourceSliceCount": 1},
            "devices": [
                {
                    "name": f"gpu-{i}",
                    "attributes": {
                        "model": {"string": "h100"},
                        "index": {"int": i},
                        "numa": {"int": i // 4},
                    },
                    "capacity": {"memory": {"value": "80Gi"}},
                }
                for i in range(DEVICES)
            ],
        },
    }
