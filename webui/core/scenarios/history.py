"""The runs that a draft started: how each differs from the one before it, and which pods they share."""

from __future__ import annotations

from collections.abc import Iterator

from django.dispatch import Signal, receiver
from django.utils import timezone

from webui.core.runs.execute import ended
from webui.core.runs.models import Run
from webui.core.scenarios.models import PastRun, Scenario
from webui.core.snapshots.access import is_expired
from webui.core.snapshots.changes import FIRST, Change, change_between
from webui.core.snapshots.models import Snapshot
from webui.core.snapshots.replicas import matching_names

MOST_SEARCHED = 20  # runs of a draft in which a pod is looked for, the latest first


# Sent in the transaction that starts a run of a draft after another one, with the snapshots `before` and `now`.
run_again = Signal()


def add_to_history(scenario: Scenario, run: Run, *, live: bool) -> None:
    """Add a run, or move it to the top. A live run makes room, unless it is the one that is now asked for."""
    last = scenario.history.first()
    if last is not None and last.run_id != run.pk:
        run_again.send(sender=PastRun, before=last.run.snapshot_id, now=run.snapshot_id)
    if last is not None and last.live and last.run_id != run.pk:
        last.delete()
        last = scenario.history.first()
    existing = last if last is None or last.run_id == run.pk else scenario.history.filter(run=run).first()
    asked_for = existing is not None and not existing.live
    # What it changed before, it changed from another run, unless it stays at the top.
    change = last.change if last is not None and last.run_id == run.pk else None
    entry = PastRun(scenario=scenario, run=run, at=timezone.now(), live=live and not asked_for, change=change)
    # Also when another request has added it meanwhile.
    PastRun.objects.bulk_create(
        [entry],
        update_conflicts=True,
        unique_fields=["scenario", "run"],
        update_fields=["at", "live", "change"],
    )


@receiver(ended)
def name_changes(run: Run, **_: object) -> None:
    """Store what the run changes. Called when it has ended, as nobody has to wait for that."""
    for entry in PastRun.objects.filter(run=run, change__isnull=True).select_related("scenario__forked_from"):
        change = _change_of(entry, run.snapshot)
        PastRun.objects.filter(pk=entry.pk, at=entry.at).update(change=change)


def _change_of(entry: PastRun, snapshot: Snapshot) -> Change | None:
    """Return what the input changes against that of the run below it, or of what the draft was forked from."""
    below = entry.scenario.history.filter(at__lt=entry.at).select_related("run__snapshot").first()
    before = below.run.snapshot if below else entry.scenario.forked_from
    return change_between(before, snapshot) if before else FIRST


def replica_in(scenario: Scenario, run: Run, pod: str) -> str | None:
    """Return the pod of the run that is the same replica as this pod of an earlier run; None if there is none."""
    for snapshot in _snapshots_before(scenario, run):
        name = matching_names(snapshot, run.snapshot).get(pod)
        if name is not None:
            return name
    return None


def _snapshots_before(scenario: Scenario, run: Run) -> Iterator[Snapshot]:
    entries = scenario.history.exclude(run=run).select_related("run__snapshot")
    for entry in entries[:MOST_SEARCHED]:
        if not is_expired(entry.run.snapshot):
            yield entry.run.snapshot
    if scenario.forked_from and not is_expired(scenario.forked_from):
        yield scenario.forked_from
