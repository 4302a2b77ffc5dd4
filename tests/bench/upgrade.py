"""The upgrade matrix of a large cluster, in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from scheduler_core.explain.compare.upgrade import upgrade_matrix
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS
from scheduler_core.simulation.run.scenario import Scenario

from .apart import apart, peak_megabytes
from .clusters import cluster
from .tables import Row

NODES, RUNNING, WAITING, VERSIONS = 5_000, 50_000, 1_000, 12
GOAL_SECONDS = 120


def rows() -> Iterator[Row]:
    for name in ("alike", "varied", "preempting"):
        yield apart(_measure, name)


def _measure(name: str) -> Row:
    """Compare the newest versions; the scenario is read before."""
    manifests = cluster(NODES, pods=RUNNING, waiting=WAITING)["items"]
    scenario = Scenario.from_content({"objects": manifests if name == "alike" else _varied(manifests, name)})
    releases = list(KUBERNETES_VERSIONS)[-VERSIONS:]
    start = perf_counter()
    matrix = upgrade_matrix(scenario, releases)
    return {
        "name": name,
        "versions": len(releases),
        "nodes": matrix["nodes"],
        "running": matrix["running"],
        "pending": matrix["waiting"],
        "moves": sum(step["moved"] for step in matrix["steps"]),
        "changes": len(matrix["changes"]),
        "seconds": round(perf_counter() - start, 1),
        "goal": GOAL_SECONDS,
        "peak_mb": peak_megabytes(),
    }


def _varied(manifests: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Give nodes images, and every fifth waiting pod no requests, sidecars, a priority, or more than a node has."""
    waiting = 0
    for i, manifest in enumerate(manifests):
        if manifest["kind"] == "Node" and i % 3:
            manifest["status"]["images"] = [{"names": ["registry.example.com/app:1"], "sizeBytes": 300 << 20}]
        if manifest["kind"] == "Pod" and "nodeName" not in manifest["spec"]:
            _vary(manifest["spec"], waiting % 5, name)
            waiting += 1
    return manifests


def _vary(spec: dict[str, Any], kind: int, name: str) -> None:
    container = spec["containers"][0]
    if kind == 1:
        container["resources"] = {}
    elif kind == 2:
        del spec["topologySpreadConstraints"]
        container["resources"] = {"requests": {"cpu": "1", "memory": "300Mi"}}
    elif kind == 3:
        del spec["affinity"]
        spec["initContainers"] = [{"name": "side", "image": "side:1", "restartPolicy": "Always"}]
    elif kind == 4:
        container["resources"] = {"requests": {"cpu": "16"}}
        if name == "preempting":
            spec["priority"] = 10
