"""Steps played on the simulated clock: seconds per play, which includes the scheduling of all that they move."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from scheduler_core.simulation.daytwo import play, prepare
from scheduler_core.simulation.run.scenario import Scenario

from .apart import apart, peak_megabytes
from .clusters import ZONE
from .tables import Row

_ZONE_B = {"key": ZONE, "value": "zone-1"}


def rows() -> Iterator[Row]:
    yield apart(_measure, "rollout", 3, 5, 100, [{"rollout": "web"}])
    yield apart(_measure, "rollout", 100, 300, 2, [{"rollout": "web"}])
    yield apart(_measure, "drain", 100, 300, 2, [{"drain": _ZONE_B}])
    yield apart(_measure, "zone lost and restored", 100, 300, 2, [{"lose": _ZONE_B}, {"restore": _ZONE_B}])


def _measure(name: str, nodes: int, replicas: int, plays: int, steps: list[dict[str, Any]]) -> Row:
    """Play with the seeds from 1; the first state is computed once for all of them, and timed apart."""
    objects = [*_nodes(nodes), _deployment(replicas)]
    scenario = Scenario.from_content({"objects": objects, "steps": steps})
    begun = perf_counter()
    start = prepare(scenario)
    prepared = perf_counter()
    moments = [len(play(start, seed=seed).timeline()["moments"]) for seed in range(1, plays + 1)]
    seconds = perf_counter() - prepared
    return {
        "name": name,
        "nodes": nodes,
        "replicas": replicas,
        "plays": plays,
        "moments": round(sum(moments) / plays),
        "prepare_s": round(prepared - begun, 2),
        "play_s": round(seconds / plays, 3),
        "peak_mb": peak_megabytes(),
    }


def _nodes(count: int) -> Iterator[dict[str, Any]]:
    for i in range(count):
        name = f"node-{i:03d}"
        yield {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, ZONE: f"zone-{i % 3}"}},
            "status": {"allocatable": {"cpu": "8", "memory": "32Gi", "pods": "110"}},
        }


def _deployment(replicas: int) -> dict[str, Any]:
    """A Deployment that spreads over the zones and surges by a quarter, as by default."""
    labels = {"app": "web"}
    spread = {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": labels},
    }
    requests = {"cpu": "100m", "memory": "200Mi"}
    container = {"name": "main", "image": "registry.example.com/web:1", "resources": {"requests": requests}}
    template = {
        "metadata": {"labels": labels},
        "spec": {"containers": [container], "topologySpreadConstraints": [spread]},
    }
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web", "namespace": "default"},
        "spec": {"replicas": replicas, "selector": {"matchLabels": labels}, "template": template},
    }
