"""Cycles of pod groups: gangs whose members are tried one after the other on one snapshot, and bound together."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from scheduler_core.kubernetes.versions import find_version
from scheduler_core.scheduler.gang.record import GangRecord
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .tables import Row

GANGS, MEMBERS, NODES = 10, 500, 1_000
RACKS = 10
GATES = ["GenericWorkload", "GangScheduling", "TopologyAwareWorkloadScheduling"]
KINDS = ("fits", "rolled-back", "spread", "in-one-rack")


def rows() -> Iterator[Row]:
    for kind in KINDS:
        yield measure(kind)


def measure(kind: str, *, gangs: int = GANGS, members: int = MEMBERS, nodes: int = NODES) -> Row:
    """Return the cycle of a gang in milliseconds, and the part of a member in it."""
    content = {"objects": list(_manifests(kind, gangs, members, nodes)), "gates": GATES}
    simulation = Simulation(
        Scenario.from_content(content, version=find_version("1.36")), find_version("1.36")
    )
    times, bound = [], 0
    for gang in range(gangs):
        start = process_time()
        record = simulation.attempt(f"default/g{gang}-0")
        times.append((process_time() - start) * 1e3)
        assert isinstance(record, GangRecord)
        bound += len(record.bound)
    median = float(np.median(times))
    return {
        "name": kind,
        "gangs": gangs,
        "members": members,
        "nodes": nodes,
        "bound": bound,
        "cycle_ms": round(median, 1),
        "member_ms": round(median / members, 3),
    }


def _manifests(kind: str, gangs: int, members: int, nodes: int) -> Iterator[dict[str, Any]]:
    for i in range(nodes):
        name = f"node-{i:05}"
        amounts = {"cpu": "64", "memory": "256Gi", "pods": "110"}
        yield {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {
                "name": name,
                "labels": {"kubernetes.io/hostname": name, "rack": f"r{i % RACKS}"},
            },
            "status": {"allocatable": amounts, "capacity": amounts},
        }
    minimum = members + 1 if kind == "rolled-back" else members
    for gang in range(gangs):
        spec: dict[str, Any] = {"schedulingPolicy": {"gang": {"minCount": minimum}}}
        if kind == "in-one-rack":
            spec["schedulingConstraints"] = {"topology": [{"key": "rack"}]}
        yield {
            "apiVersion": "scheduling.k8s.io/v1alpha2",
            "kind": "PodGroup",
            "metadata": {"name": f"g{gang}"},
            "spec": spec,
        }
        yield from (_member(kind, gang, i) for i in range(members))
        if kind == "rolled-back":  # one that exists, so that the group is tried, and is held back
            yield _member(kind, gang, members, schedulingGates=[{"name": "example.com/wait"}])


def _member(kind: str, gang: int, number: int, **spec: Any) -> dict[str, Any]:
    labels = {"app": f"g{gang}"}
    if kind == "spread":
        spec["topologySpreadConstraints"] = [
            {
                "maxSkew": 1,
                "topologyKey": "rack",
                "whenUnsatisfiable": "DoNotSchedule",
                "labelSelector": {"matchLabels": labels},
            }
        ]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": f"g{gang}-{number}", "labels": labels},
        "spec": {
            **spec,
            "schedulingGroup": {"podGroupName": f"g{gang}"},
            "containers": [{"name": "main", "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}],
        },
    }
