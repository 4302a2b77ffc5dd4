"""From the text of a dump to a simulation that is ready, each in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from scheduler_core import load
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.simulation.run.simulation import Simulation

from .apart import apart, peak_megabytes
from .dump import write_dump
from .tables import Row

SIZES = ((500, 5_000), (5_000, 50_000))


def rows() -> Iterator[Row]:
    for nodes, pods in SIZES:
        with TemporaryDirectory() as folder:
            path = Path(folder, "dump.json")
            write_dump(path, nodes=nodes, pods=pods)
            yield {"name": "kubectl get -o json", "nodes": nodes, "pods": pods, **apart(_loaded, path)}


def _loaded(path: Path) -> Row:
    source = path.read_text(encoding="utf-8")
    start = perf_counter()
    scenario = load(source, NO_LIMITS)
    loaded = perf_counter()
    Simulation(scenario)
    return {
        "megabytes": round(len(source) / 1e6),
        "load_s": round(loaded - start, 2),
        "simulation_s": round(perf_counter() - loaded, 2),
        "classes": len({pod.template for pod in scenario.objects.pods}),
        "peak_mb": peak_megabytes(),
    }
