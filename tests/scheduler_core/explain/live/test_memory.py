"""What a cluster that is followed for weeks keeps in memory."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import MovingCluster, find_version

NODES = 400
APPS = 12


def cluster() -> MovingCluster:
    moving = MovingCluster(find_version("1.36"))
    for number in range(NODES):
        meta = {"name": f"node-{number:03}", "labels": {"zone": "ab"[number % 2]}}
        amounts = {"cpu": "16", "memory": "64Gi", "pods": "110"}
        moving.change(
            f"Node {meta['name']}",
            {"apiVersion": "v1", "kind": "Node", "metadata": meta, "status": {"allocatable": amounts}},
        )
    return moving


def waiting(app: str) -> dict[str, Any]:
    """Return a pod that is spread among those of its app, which are counted for it."""
    spread = {
        "maxSkew": 1,
        "topologyKey": "zone",
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": app}},
    }
    container = {"name": "main", "resources": {"requests": {"cpu": "1"}}}
    spec = {
        "containers": [container],
        "schedulerName": "default-scheduler",
        "topologySpreadConstraints": [spread],
    }
    meta = {"name": app, "namespace": "a", "labels": {"app": app}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": spec}


def chosen(moving: MovingCluster) -> list[tuple[str, list[int]]]:
    """Place a pod of each app, and return the nodes that it may get."""
    found = []
    for number in range(APPS):
        manifest = waiting(f"app-{number}")
        moving.change(f"Pod a/app-{number}", manifest)
        record: Any = moving.simulation.compute(f"a/app-{number}")
        found.append((record.node_name, record.best.tolist()))
        manifest["spec"] = {**manifest["spec"], "nodeName": record.node_name}
        moving.change(f"Pod a/app-{number}", manifest)
    return found


def test_what_was_counted_for_classes_of_pods_is_dropped_when_it_is_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = cluster()
    expected = chosen(plain)
    assert plain.simulation.handle.snapshot.counter_bytes > 40_000
    monkeypatch.setattr("scheduler_core.explain.live.cluster._KEPT_BYTES", 20_000)
    bounded = cluster()
    assert chosen(bounded) == expected
    assert bounded.simulation.handle.snapshot.counter_bytes <= 20_000


def test_points_that_are_equal_on_all_nodes_take_the_memory_of_one() -> None:
    moving = cluster()
    moving.change("Pod a/app", waiting("app"))
    simulation = moving.simulation
    simulation.compute("a/app")
    scores = simulation.frameworks["default-scheduler"].memo.of(moving.pods["a/app"].template).scores
    equal = scores.points["ImageLocality"].raw
    assert len(equal) == NODES
    assert equal.base is not None
    assert equal.base.nbytes == equal.itemsize
