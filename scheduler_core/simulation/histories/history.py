"""A trace played under one or more configurations, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .cluster import objects_of, templates_of
from .contract import History, HistoryMeans, HistoryRun, ResourceName, ResourceSeries
from .fragments import RESOURCES
from .play import Play
from .recorded import against_recorded, recorded_times, rounded, waits
from .trace import Trace, demands


def play_history(trace: Trace, configurations: Mapping[str, Scenario], *, seed: int | None = None) -> History:
    """Play a trace once for each configuration, given as scenarios without objects by name.

    A pod runs as long as it did in the trace from the moment at which it is placed here; one that the trace never
    placed leaves when it was deleted there, placed or not. Raise InvalidInput.
    """
    objects, counts = objects_of(trace), demands(trace.pods)
    templates = templates_of(counts)
    runs = []
    for name, scenario in configurations.items():
        simulation = Simulation(replace(scenario, objects=objects), scenario.version, seed)
        play = Play(trace, simulation, templates)
        play.play()
        runs.append(_run(name, play, trace))
    capacity = zip(RESOURCES, play.fragments.capacity, strict=True)
    return {
        "kubernetes_version": simulation.version.name,
        "nodes": len(trace.nodes),
        "gpus": sum(shape.gpus for shape in trace.nodes.values()),
        "capacity": {name: int(amount) for name, amount in capacity if amount},
        "span": trace.end,
        "interval": play.means.interval,
        "classes": len(counts),
        "skipped": trace.skipped,
        "columns_not_read": trace.columns_not_read,
        "pods": {
            "name": [pod.name for pod in trace.pods],
            "created": [pod.created for pod in trace.pods],
            "scheduled": [pod.scheduled for pod in trace.pods],
        },
        "recorded": recorded_times(trace),
        "runs": runs,
    }


def _run(name: str, play: Play, trace: Trace) -> HistoryRun:
    placed_at = [stay.placed_at for stay in play.stays]
    resources = _resources(play)
    return {
        "configuration": name,
        "placed": sum(moment is not None for moment in placed_at),
        "gone_unplaced": play.counts.gone_unplaced,
        "pending": len(play.simulation.waiting),
        "attempts": play.counts.attempts,
        "asked_gpus": play.devices.asked,
        "without_device": play.devices.missed,
        "waits": waits(
            moment - pod.created
            for pod, moment in zip(trace.pods, placed_at, strict=True)
            if moment is not None
        ),
        "means": {resource: _means(play, resource, series) for resource, series in resources.items()},
        "resources": resources,
        "pods": {
            "running": rounded(play.means.means()[:, 2 * len(RESOURCES)]),
            "pending": play.most_pending.maxima(),
        },
        "against_recorded": against_recorded(trace.pods, placed_at),
        "placed_at": placed_at,
        "nodes": [stay.node for stay in play.stays],
    }


def _resources(play: Play) -> dict[ResourceName, ResourceSeries]:
    """Return the series of the resources that the nodes have."""
    means = play.means.means()
    series: dict[ResourceName, ResourceSeries] = {}
    for i, (resource, capacity) in enumerate(zip(RESOURCES, play.fragments.capacity, strict=True)):
        if capacity:
            series[resource] = {
                "requested": rounded(means[:, i] / capacity, 5),
                "unusable": rounded(means[:, len(RESOURCES) + i] / capacity, 5),
            }
    return series


def _means(play: Play, resource: ResourceName, series: ResourceSeries) -> HistoryMeans:
    row, intervals = RESOURCES.index(resource), len(series["requested"])
    return {
        "requested": round(sum(series["requested"]) / intervals, 4),
        "peak": round(int(play.counts.peak[row]) / int(play.fragments.capacity[row]), 4),
        "unusable": round(sum(series["unusable"]) / intervals, 4),
    }
