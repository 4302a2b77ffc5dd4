"""Whether workloads and budgets keep as many available pods as they promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .contract import AvailabilityVerdict, PlayBudget, PlayWorkload, Timeline
from .moments import Span, index_at

_Count = Callable[[int], int]
_SERVING = ("Deployment", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet")


def availability_verdicts(timeline: Timeline, span: Span) -> Iterator[AvailabilityVerdict]:
    """Yield the verdict for each workload and budget that has available pods, which change during an action."""
    for workload in timeline["workloads"]:
        moments = [point["moment"] for point in workload["series"]]
        available = _available(workload, moments)
        if workload["kind"] in _SERVING and span.touches(moments) and available(span.before):
            yield _verdict(workload["workload"], span, available, _promised(workload))
    for budget in timeline["budgets"]:
        moments = [point["moment"] for point in budget["series"]]
        healthy, desired = _of_budget(budget, moments)
        if span.touches(moments) and healthy(span.before):
            yield _verdict(f"PodDisruptionBudget {budget['budget']}", span, healthy, desired)


def seconds_below(workload: PlayWorkload, span: Span, least: int) -> tuple[int, float]:
    """Return the fewest available pods of a workload during an action, and the seconds with fewer than `least`."""
    available = _available(workload, [point["moment"] for point in workload["series"]])
    lowest = min(available(moment) for moment in span.lasting())
    return lowest, _seconds(span, lambda moment: available(moment) < least)


def _available(workload: PlayWorkload, moments: list[int]) -> _Count:
    def available(moment: int) -> int:
        index = index_at(moments, moment)
        return workload["series"][index]["available"] if index >= 0 else 0

    return available


def _promised(workload: PlayWorkload) -> _Count:
    """Return the number of pods that a workload promises to have available: at least one, whatever its strategy."""
    moments = [bounds["moment"] for bounds in workload["bounds"]]

    def promised(moment: int) -> int:
        bounds = workload["bounds"][max(index_at(moments, moment), 0)]
        return max(bounds["available_at_least"], min(bounds["replicas"], 1))

    return promised


def _of_budget(budget: PlayBudget, moments: list[int]) -> tuple[_Count, _Count]:
    """Return the healthy pods of a budget, and those that it demands."""

    def healthy(moment: int) -> int:
        return budget["series"][max(index_at(moments, moment), 0)]["healthy"]

    def desired(moment: int) -> int:
        return budget["series"][max(index_at(moments, moment), 0)]["desired"]

    return healthy, desired


def _verdict(name: str, span: Span, available: _Count, promised: _Count) -> AvailabilityVerdict:
    """Return the verdict; a workload that had fewer before loses nothing until it has fewer than that."""
    before = available(span.before)
    lowest = min(span.lasting(), key=available)
    seconds = _seconds(span, lambda moment: available(moment) < min(promised(moment), before))
    loses = available(lowest) < min(promised(lowest), before)
    return {
        "workload": name,
        "verdict": "loses-availability" if loses else "keeps-availability",
        "at_least": promised(lowest),
        "lowest": available(lowest),
        "moment": lowest,
        "seconds": round(seconds, 3),
    }


def _seconds(span: Span, holds: Callable[[int], bool]) -> float:
    """Return for how many seconds of an action something holds."""
    moments = list(span.lasting())
    ends = [*(span.at(moment) for moment in moments[1:]), max(span.end, span.at(moments[-1]))]
    return sum(end - span.at(moment) for moment, end in zip(moments, ends, strict=True) if holds(moment))
