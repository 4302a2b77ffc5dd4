"""What a trace says of itself: when its pods were placed, how long they waited, how many there were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from .contract import AgainstRecorded, PodSeries, RecordedTimes, Waits
from .series import Maxima, Means
from .trace import Trace, TracePod

_SAME = 1.0  # seconds: traces have whole ones


def recorded_times(trace: Trace) -> RecordedTimes | None:
    """Return the recorded placements, None if the trace has none."""
    scheduled = [(pod.created, pod.scheduled) for pod in trace.pods if pod.scheduled is not None]
    if not scheduled:
        return None
    return {
        "placed": len(scheduled),
        "waits": waits(placed - created for created, placed in scheduled),
        "pods": _series(trace),
    }


def waits(seconds: Iterable[float]) -> Waits | None:
    """Return the waiting times in figures, None if there are none."""
    listed = np.fromiter(seconds, dtype=np.float64)
    if not len(listed):
        return None
    return {
        "pods": len(listed),
        "mean": round(float(listed.mean()), 1),
        "median": round(float(np.median(listed)), 1),
        "p95": round(float(np.percentile(listed, 95)), 1),
        "max": round(float(listed.max()), 1),
    }


def against_recorded(pods: Iterable[TracePod], placed_at: Sequence[float | None]) -> AgainstRecorded:
    """Count the pods by when they were placed in the recording and here."""
    counts: AgainstRecorded = {"earlier": 0, "same": 0, "later": 0, "only_recorded": 0, "only_here": 0}
    for pod, here in zip(pods, placed_at, strict=True):
        if pod.scheduled is None or here is None:
            counts["only_here"] += here is not None
            counts["only_recorded"] += pod.scheduled is not None
        elif abs(here - pod.scheduled) <= _SAME:
            counts["same"] += 1
        else:
            counts["earlier" if here < pod.scheduled else "later"] += 1
    return counts


def _series(trace: Trace) -> PodSeries:
    """Return the running and pending pods over time, as recorded."""
    running, pending = Means(1, trace.end), Maxima(trace.end)
    counts = np.zeros(1)
    waiting = 0
    for moment, runs, waits_more in sorted(change for pod in trace.pods for change in _changes(pod)):
        running.hold(moment, counts)
        pending.hold(moment, waiting)
        counts += runs
        waiting += waits_more
    running.hold(trace.end, counts)
    pending.hold(trace.end, waiting)
    return {"running": rounded(running.means()[:, 0]), "pending": pending.maxima()}


def _changes(pod: TracePod) -> list[tuple[float, int, int]]:
    """Return the moments of a pod with the change of running and of pending pods."""
    if pod.scheduled is None:
        gone = [] if pod.deleted is None else [(pod.deleted, 0, -1)]
        return [(pod.created, 0, 1), *gone]
    ended = [] if pod.deleted is None else [(pod.deleted, -1, 0)]
    arrived = [(pod.created, 0, 1), (pod.scheduled, 1, -1)] if pod.scheduled > pod.created else []
    return [*(arrived or [(pod.created, 1, 0)]), *ended]


def rounded(values: Iterable[float], digits: int = 2) -> list[float]:
    return [round(float(value), digits) for value in values]
