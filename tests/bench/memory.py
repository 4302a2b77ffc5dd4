"""What a cluster takes, each in a process of its own. Chromium, database and broker are not part of it."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.simulation.run.simulation import Simulation

from .apart import apart, peak_megabytes
from .sized import scenario
from .tables import Row

SIZES = ((5_000, 50_000, 10), (15_000, 150_000, 10), (15_000, 150_000, 100))
GOAL_MEGABYTES = 1_000


def rows() -> Iterator[Row]:
    for nodes, running, classes in SIZES:
        peak = apart(_peak, nodes, running, classes)
        yield {
            "name": "mixed-3z",
            "nodes": nodes,
            "running": running,
            "classes": classes,
            "peak_mb": peak,
            "goal": GOAL_MEGABYTES,
        }


def _peak(nodes: int, running: int, classes: int) -> int:
    """The most that was held while 400 pods were scheduled with all nodes scored."""
    simulation = Simulation(
        scenario("mixed-3z", nodes=nodes, running=running, classes=classes, percentage=100)
    )
    for pod in list(simulation.waiting):
        simulation.attempt(pod)
    return peak_megabytes()
