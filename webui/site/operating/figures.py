"""What an operator asks of an installation, from its database: the queue, recent runs, what is stored."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Min
from django.utils import timezone

from webui.core.runs.models import Run, RunEvent
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.features.sweeps.models import Sweep

RECENT = timedelta(minutes=5)
RECENT_LIMIT = 10_000  # runs; the newest are looked at
QUANTILES = (0.5, 0.95, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Counts, and times in seconds; `recent` is about the runs that ended within RECENT."""

    queued: int
    running: int
    longest_wait: float  # of a run that is still queued; 0 without one
    recent: Counter[str]  # by status
    recent_events: int
    recent_waits: list[float]  # from creation to start, ascending
    recent_times: list[float]  # from start to end, ascending


def figures() -> Figures:
    now = timezone.now()
    unfinished = Run.objects.filter(status__in=Run.UNFINISHED)
    queued = unfinished.filter(status=Run.Status.QUEUED)
    oldest = queued.aggregate(oldest=Min("created"))["oldest"]
    ended = Run.objects.filter(finished__gte=now - RECENT).order_by("-finished")
    rows = list(ended.values_list("status", "events", "created", "started", "finished")[:RECENT_LIMIT])
    return Figures(
        queued=queued.count(),
        running=unfinished.filter(status=Run.Status.RUNNING).count(),
        longest_wait=(now - oldest).total_seconds() if oldest else 0.0,
        recent=Counter(str(status) for status, *_ in rows),
        recent_events=sum(events for _, events, *_ in rows),
        recent_waits=sorted(
            (started - created).total_seconds() for *_, created, started, _ in rows if started
        ),
        recent_times=sorted((end - started).total_seconds() for *_, started, end in rows if started and end),
    )


def quantile(ascending: list[float], share: float) -> float:
    """Return the value below or at which a share of the values lie; 0 without values."""
    return ascending[max(0, round(share * len(ascending)) - 1)] if ascending else 0.0


def stored() -> dict[str, int]:
    """Return the number of rows of what grows."""
    return {
        "drafts": Scenario.objects.count(),
        "snapshots": Snapshot.objects.count(),
        "runs": Run.objects.count(),
        "events": RunEvent.objects.count(),
        "sweeps": Sweep.objects.count(),
    }
