"""A moment of a lesson in the workbench: the snapshot of its cluster, run, and the address of its step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from django.db import transaction
from django.urls import reverse

from scheduler_core import DEFAULT_VERSION
from webui.core.runs.execute import execute
from webui.core.runs.models import Run
from webui.core.runs.start import reusable_run
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.core.snapshots.models import Snapshot
from webui.features.learn.lessons import Change, Lesson, Moment
from webui.features.learn.scenes import SEED, recording_of
from webui.features.learn.turn import DEFAULT_NAMESPACE, Turn
from webui.features.learn.world import Settings, pod_of, scenario_of, source_of

BY_HAND = Path(__file__).parent / "by-hand.yaml"


def address_of(lesson: Lesson, moment: Moment, settings: Settings, changes: Sequence[Change] = ()) -> str:
    """Return the address of a moment's step under settings, with changes after them."""
    header = lesson.header
    snapshot = _run(header.title, header.release, source_of(lesson, settings, changes))
    if header.picture == "rollout":
        return f"{reverse('snapshot_day_two', args=[snapshot.pk])}?{urlencode({'seed': settings[SEED]})}"
    step = moment.step
    pod = (step.pod if step else "") or pod_of(lesson, settings)
    turn = Turn.of(recording_of(lesson, settings), pod)
    query = {
        "pod": DEFAULT_NAMESPACE + turn.pod,
        "attempt": str(turn.event["attempt"]),
        "point": step.point if step else "",
        "plugin": step.plugin if step else "",
        "node": step.node if step else "",
    }
    chosen = {name: value for name, value in query.items() if value}
    return f"{reverse('snapshot', args=[snapshot.pk])}?{urlencode(chosen, safe='/')}"


def by_hand() -> str:
    """Return the address at which the reader places the pods of a small cluster."""
    snapshot = _run("Placed by hand", DEFAULT_VERSION, BY_HAND.read_text(encoding="utf-8"))
    return reverse("snapshot_by_hand", args=[snapshot.pk])


def _run(title: str, release: str, source: str) -> Snapshot:
    """Return the snapshot of a text, run: the same text has the same one, so that there are only so many."""
    with transaction.atomic():
        snapshot = freeze(
            SnapshotContent(
                title=title,
                source=source,
                scenario=scenario_of(release, source),
                kubernetes_version=release,
                seed=None,
                nonce=None,
            )
        )
        if reusable_run(snapshot) is None:
            execute(Run.objects.create(snapshot=snapshot, status=Run.Status.RUNNING), live=False)
    return snapshot
