"""What would it take, for pending pods of a large cluster: until the first repair, and until the search ends."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from scheduler_core.advice.whatif.causes import Causes
from scheduler_core.advice.whatif.search import Search
from scheduler_core.advice.whatif.trial import Trial
from scheduler_core.explain.view.recording import Recording
from scheduler_core.simulation.run.scenario import Scenario

from .apart import apart, peak_megabytes
from .clusters import cluster
from .tables import Row

NODES, RUNNING, PENDING = 5_000, 50_000, 40
GOAL_MEDIAN, GOAL_MOST = 1.0, 5.0

_ZONE = "topology.kubernetes.io/zone"


def rows() -> Iterator[Row]:
    yield apart(_measure, PENDING)


def _measure(pods: int) -> Row:
    """Ask for each pod in turn; the scenario is read, and its run made, before."""
    manifests = cluster(NODES, pods=RUNNING, waiting=pods)["items"]
    leave_pending(manifests)
    recording = Recording.of(Scenario.from_content({"objects": manifests}))
    first, whole, tried, searched = list[float](), list[float](), 0, 0.0
    for pod in (event["pod"] for event in recording.finished if not event["node"]):
        start = perf_counter()
        trial = Trial.of(recording, pod)
        Causes(trial).minimal()
        search, begun = Search(trial), perf_counter()
        for i, _ in enumerate(search.repairs()):
            if i == 0:
                first.append(perf_counter() - start)
        whole.append(perf_counter() - start)
        tried, searched = tried + trial.count, searched + perf_counter() - begun
    return {
        "nodes": NODES,
        "running": RUNNING,
        "asked": len(whole),
        "repaired": len(first),
        "first_median_s": round(median(first), 2),
        "first_95%_s": round(quantiles(first, n=20)[-1], 2),
        "all_median_s": round(median(whole), 2),
        "tried_per_s": round(tried / searched),
        "goal_median_s": GOAL_MEDIAN,
        "goal_95%_s": GOAL_MOST,
        "peak_mb": peak_megabytes(),
    }


def leave_pending(manifests: list[dict[str, Any]]) -> None:
    """Give the waiting pods demands that no node meets: size, a label, a zone rule, a taint, pods that exclude them."""
    waiting = [m for m in manifests if m["kind"] == "Pod" and "nodeName" not in m["spec"]]
    for i, manifest in enumerate(waiting):
        spec = manifest["spec"]
        for key in ("topologySpreadConstraints", "affinity"):
            spec.pop(key, None)
        container = spec["containers"][0]
        if i % 4 == 0:
            container["resources"] = {"requests": {"cpu": "63", "memory": "1Gi"}}
        elif i % 4 == 1:
            spec["nodeSelector"] = {"disk": "nvme", _ZONE: "zone-0"}
        elif i % 4 == 2:
            spec["nodeSelector"] = {_ZONE: "zone-9"}
            container["resources"] = {"requests": {"cpu": "40"}}
        else:
            terms = [{"labelSelector": {}, "topologyKey": _ZONE}]
            required = {"requiredDuringSchedulingIgnoredDuringExecution": terms}
            spec["affinity"] = {"podAntiAffinity": required}
