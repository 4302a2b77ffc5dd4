"""Where a running pod would be placed today, and how the node that it runs on compares with the best one."""

from __future__ import annotations

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.contract import Trace, failure_by
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.as_pending import as_pending, running_pod
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .trace import cycle_trace, skipped_trace


class RejectionNow(TypedDict):
    plugin: str
    reasons: list[str]


class PluginPoints(TypedDict):
    """Weighted points of a plugin for the node that the pod runs on, and for the best node."""

    plugin: str
    here: int
    best: int


class SecondTry(TypedDict):
    """The cycle of a running pod as if it were pending, with all other pods where they are."""

    pod: str
    runs_on: str
    node_exists: bool
    """Whether the node that it runs on is among the nodes."""
    node: str | None
    """The node that it would get now; None: none."""
    message: str | None
    """Why it would get none."""
    nodes: int
    feasible: int
    rejected: RejectionNow | None
    """Why the node that it runs on would not take it now."""
    rank: int | None
    """The place of its node by total, from 1; None without scores."""
    total: int | None
    best_total: int | None
    points: list[PluginPoints]
    """By plugin, those where its node is furthest behind first."""


def second_try(
    scenario: Scenario, pod: str, *, seed: int | None = None, allow_extenders: bool = False
) -> SecondTry:
    """Return the cycle of a running pod (`namespace/name`) as if it were pending; raise InvalidInput."""
    runs_on = running_pod(scenario, pod).node_name
    again = as_pending(scenario, pod)
    simulation = Simulation(again, again.version, seed, allow_extenders=allow_extenders)
    result = simulation.compute(pod)
    trace = cycle_trace(result) if isinstance(result, CycleRecord) else skipped_trace(result)
    return {
        "pod": pod,
        "runs_on": runs_on,
        "node_exists": any(node.name == runs_on for node in again.objects.nodes),
        "node": trace.get("selected"),
        "message": _message(trace),
        "nodes": len(again.objects.nodes),
        "feasible": len(trace.get("feasible") or ()),
        "rejected": _rejection(trace, runs_on),
        **_standing(trace, runs_on),  # type: ignore[typeddict-item]
    }


def _message(trace: Trace) -> str | None:
    return trace.get("error") or trace.get("fitError") or trace.get("skipped")


def _rejection(trace: Trace, node: str) -> RejectionNow | None:
    failures = trace.get("filter", {}).get(node)
    if failures is None:
        return None
    plugin = failures["first"]
    return {"plugin": plugin, "reasons": failure_by(failures, plugin).get("reasons", [])}


def _standing(trace: Trace, node: str) -> dict[str, object]:
    totals = trace.get("total", {})
    if node not in totals:
        return {"rank": None, "total": None, "best_total": max(totals.values(), default=None), "points": []}
    best = trace.get("selected") or trace["best"][0]
    points: list[PluginPoints] = [
        {
            "plugin": plugin,
            "here": scores[node] * trace["weights"][plugin],
            "best": scores[best] * trace["weights"][plugin],
        }
        for plugin, scores in trace["normalized"].items()
    ]
    return {
        "rank": 1 + sum(total > totals[node] for total in totals.values()),
        "total": totals[node],
        "best_total": max(totals.values()),
        "points": sorted(points, key=lambda row: row["here"] - row["best"]),
    }
