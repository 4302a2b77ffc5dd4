"""A try of a repair: from the press of the button, where the worker has the scenario, to the whole answer."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter, process_time

import orjson

from scheduler_core import Inquiry, Recording, Scenario, SearchLimits, Trying
from scheduler_core.contract import Repair

from .apart import apart, peak_megabytes
from .clusters import cluster
from .tables import Row
from .whatif import leave_pending

SIZES = (
    (60, 800, 1.0),
    (1_000, 10_000, 1.0),
    (5_000, 50_000, 3.0),
)  # nodes, running pods, the goal in seconds
PENDING = 40
_REPAIRS, _TIMES = 4, 3


def rows() -> Iterator[Row]:
    for nodes, running, goal in SIZES:
        yield apart(_measure, nodes, running, goal)


def _measure(nodes: int, running: int, goal: float) -> Row:
    manifests = cluster(nodes, pods=running, waiting=PENDING)["items"]
    leave_pending(manifests)
    recording = Recording.of(Scenario.from_content({"objects": manifests}))
    repairs, wall, cpu = _repairs(recording), list[float](), list[float]()
    for repair in repairs * _TIMES:
        start, used = perf_counter(), process_time()
        trying = Trying(Recording(recording.scenario, recording.finished), repair["operations"])
        for _ in trying.steps():
            pass
        orjson.dumps(trying.answer())
        wall.append(perf_counter() - start)
        cpu.append(process_time() - used)
    return {
        "nodes": nodes,
        "running": running,
        "repairs": len(repairs),
        "median_s": round(median(wall), 2),
        "most_s": round(max(wall), 2),
        "cpu_median_s": round(median(cpu), 2),
        "cpu_most_s": round(max(cpu), 2),
        "goal_s": goal,
        "peak_mb": peak_megabytes(),
    }


def _repairs(recording: Recording) -> list[Repair]:
    """The first repairs of the first pending pods of each kind of demand."""
    repairs: list[Repair] = []
    for pod in [event["pod"] for event in recording.finished if not event["node"]][:4]:
        *_, answer = Inquiry(recording, pod, limits=SearchLimits(attempts=60, runs=0)).answers()
        repairs += answer["repairs"][:2]
    return repairs[: 2 * _REPAIRS]
