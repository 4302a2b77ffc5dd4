"""Start a sweep of a snapshot or of a fleet, or find the one that exists."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import orjson
from django.conf import settings
from django.utils.translation import gettext

from scheduler_core import RECORDING_FORMAT, read_sweep
from webui.core.accounts.quotas import Quota, Requester
from webui.core.accounts.room import require_room
from webui.core.jobs import start as jobs
from webui.core.snapshots.models import Snapshot
from webui.features.sweeps.decoded import decode
from webui.features.sweeps.models import Sweep
from webui.features.sweeps.tasks import begin
from webui.ground.lib.errors import engine_refusals, invalid


def start(snapshots: Sequence[Snapshot], specification: dict[str, object], requester: Requester) -> Sweep:
    """Return the sweep of this specification that has not failed, or enqueue a new one.

    The first of the snapshots is the one whose page shows it, the others are the rest of a fleet. Raise Problem
    (422) for a specification that cannot be read or that asks for too much, and TooMany.
    """
    with engine_refusals():
        question = _question(snapshots, specification)
        sweep = _existing(question)
        if sweep is None:
            require_room(Sweep, "sweeps", requester)  # before the scenarios are read, which is dear
            points = decode(snapshots, specification).points
    if sweep is not None:
        points = sweep.points  # it may have to be enqueued once more
    decisions = points * max(1, *(snapshot.summary["pending"] for snapshot in snapshots))
    if decisions > settings.SWEEP_MAX_DECISIONS:
        raise invalid("sweep", _too_large(decisions))

    costs: dict[Quota, int] = {"sweeps": 1, "decisions": -(-decisions // 1000)}
    return jobs.start(Sweep, begin, requester, costs, **question, points=points)


def _question(snapshots: Sequence[Snapshot], specification: dict[str, object]) -> dict[str, object]:
    """Return the fields by which a sweep is found; raise InvalidInput for a specification that cannot be read."""
    text = orjson.dumps(read_sweep(specification), option=orjson.OPT_SORT_KEYS).decode()
    fleet = [snapshot.pk for snapshot in snapshots[1:]]
    digest = hashlib.sha256("\n".join([text, *fleet]).encode()).hexdigest()
    return {"snapshot": snapshots[0], "fleet": fleet, "specification": text, "digest": digest}


def _existing(question: dict[str, object]) -> Sweep | None:
    good = Sweep.objects.exclude(status__in=Sweep.STOPPED)
    return good.filter(**question, engine=str(RECORDING_FORMAT)).defer("tally", "result").first()


def _too_large(decisions: int) -> str:
    message = gettext("must take at most %(most)s decisions (runs × pending pods), got about %(count)s")
    advice = gettext("take fewer seeds or values")
    return f"{message % {'most': f'{settings.SWEEP_MAX_DECISIONS:,}', 'count': f'{decisions:,}'}}: {advice}"
