"""Random small clusters for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.builders import Manifest, affinity, make_node, make_pod, spread

ZONES = ("a", "b", "c")


@st.composite
def nodes(draw: st.DrawFn) -> list[Manifest]:
    """Draw one to six nodes, some without a zone, some tainted or cordoned."""
    manifests = []
    for i in range(draw(st.integers(1, 6))):
        zone = draw(st.sampled_from([*ZONES, None]))
        labels = {} if zone is None else {"zone": zone}
        taints = draw(st.sampled_from([[], [], [{"key": "t", "effect": "NoSchedule"}]]))
        manifests.append(make_node(f"n{i}", taints=taints, unschedulable=draw(st.booleans()), **labels))
    return manifests


@st.composite
def constraints(draw: st.DrawFn) -> list[Manifest]:
    keys = draw(st.lists(st.sampled_from(["zone", "kubernetes.io/hostname"]), unique=True, max_size=2))
    return [
        spread(
            key,
            max_skew=draw(st.integers(1, 3)),
            soft=draw(st.booleans()),
            nodeAffinityPolicy=draw(st.sampled_from(["Honor", "Ignore"])),
            nodeTaintsPolicy=draw(st.sampled_from(["Honor", "Ignore"])),
        )
        for key in keys
    ]


@st.composite
def affinities(draw: st.DrawFn) -> Manifest:
    manifests: Manifest = {}
    for anti in (False, True):
        if draw(st.booleans()):
            key = draw(st.sampled_from(["zone", "kubernetes.io/hostname"]))
            weight = draw(st.none() | st.integers(1, 100))
            manifests.update(
                affinity(key, anti=anti, weight=weight, app=draw(st.sampled_from(["web", "db"])))
            )
    return manifests


@st.composite
def clusters(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a scenario's content: nodes, running pods with rules of their own, and three pending pods."""
    cluster = draw(nodes())
    names = [n["metadata"]["name"] for n in cluster]
    running = [
        make_pod(
            f"run-{i}",
            node=draw(st.sampled_from(names)),
            app=draw(st.sampled_from(["web", "db"])),
            affinity=draw(affinities()),
            terminating=draw(st.integers(0, 4)) == 0,
            priority=draw(st.integers(0, 2)),
            requests={"cpu": draw(st.sampled_from(["100m", "1", "2"]))},
        )
        for i in range(draw(st.integers(0, 8)))
    ]
    pending = [
        make_pod(
            f"new-{i}",
            app="web",
            spread=draw(constraints()),
            affinity=draw(affinities()),
            priority=draw(st.integers(0, 3)),
            requests={"cpu": draw(st.sampled_from(["100m", "1", "3"]))},
        )
        for i in range(3)
    ]
    return {"objects": [*cluster, *running, *pending], "config": None}
