"""Start a sweep of a snapshot or of a fleet, or find the one that exists."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import orjson
from django.conf import settings
from django.utils.translation import gettext

from scheduler_core import RECORDING_FORMAT, InvalidInput, read_sweep
from webui.accounts.quotas import Requester, spend
from webui.jobs import start as jobs
from webui.lib.errors import Problem, TooMany, invalid, items
from webui.snapshots.models import Snapshot
from webui.sweeps.decoded import decode
from webui.sweeps.models import Sweep
from webui.sweeps.schemas import seconds_left
from webui.sweeps.tasks import enqueue

LEAST_WAIT = 10  # seconds, until somebody is told to ask again


def start(snapshots: Sequence[Snapshot], specification: dict[str, Any], requester: Requester) -> Sweep:
    """Return the sweep of this specification that has not failed, or enqueue a new one.

    The first of the snapshots is the one whose page shows it, the others are the rest of a fleet. Raise Problem
    (422) for a specification that cannot be read or that asks for too much, and TooMany.
    """
    try:
        question = _question(snapshots, specification)
        sweep = _existing(question)
        if sweep is None:
            points = decode(snapshots, specification).points
    except InvalidInput as error:
        raise Problem(422, items(error.errors)) from error
    if sweep is not None:
        points = sweep.points  # it may have to be enqueued once more
    decisions = points * max(1, *(snapshot.summary["pending"] for snapshot in snapshots))
    if decisions > settings.SWEEP_MAX_DECISIONS:
        raise invalid("sweep", _too_large(decisions))

    def charge() -> None:
        _require_room(requester)
        spend(requester, "sweeps")
        spend(requester, "decisions", cost=-(-decisions // 1000))

    return jobs.start(Sweep, enqueue, charge, requester.person, **question, points=points)


def _question(snapshots: Sequence[Snapshot], specification: dict[str, Any]) -> dict[str, Any]:
    """Return the fields by which a sweep is found; raise InvalidInput for a specification that cannot be read."""
    text = orjson.dumps(read_sweep(specification), option=orjson.OPT_SORT_KEYS).decode()
    fleet = [snapshot.pk for snapshot in snapshots[1:]]
    digest = hashlib.sha256("\n".join([text, *fleet]).encode()).hexdigest()
    return {"snapshot": snapshots[0], "fleet": fleet, "specification": text, "digest": digest}


def _existing(question: dict[str, Any]) -> Sweep | None:
    good = Sweep.objects.exclude(status__in=(Sweep.Status.FAILED, Sweep.Status.CANCELLED))
    return good.filter(**question, engine=str(RECORDING_FORMAT)).defer("tally", "result").first()


def _too_large(decisions: int) -> str:
    message = gettext("must take at most %(most)s decisions (runs × pending pods), got about %(count)s")
    advice = gettext("take fewer seeds or values")
    return f"{message % {'most': f'{settings.SWEEP_MAX_DECISIONS:,}', 'count': f'{decisions:,}'}}: {advice}"


def _require_room(requester: Requester) -> None:
    """Raise TooMany if the person, or everybody together, has as many unfinished sweeps as are allowed."""
    if not requester.person:
        return
    unfinished = Sweep.objects.filter(status__in=Sweep.UNFINISHED).defer("tally", "result")
    limits = (
        (
            unfinished.filter(starter=requester.person),
            settings.SWEEPS_AT_ONCE_BY_PERSON,
            gettext(
                "you have %(count)s unfinished sweeps, which is the limit: cancel one, or try again in about "
                "%(seconds)s seconds"
            ),
        ),
        (
            unfinished,
            settings.SWEEPS_AT_ONCE,
            gettext(
                "this server has %(count)s unfinished sweeps, which is the limit: try again in about "
                "%(seconds)s seconds"
            ),
        ),
    )
    for sweeps, limit, message in limits:
        rows = list(sweeps[:limit])
        if len(rows) == limit:
            wait = _wait(rows)
            raise TooMany(message % {"count": limit, "seconds": wait}, retry_after=wait)


def _wait(unfinished: Sequence[Sweep]) -> int:
    """Return in how many seconds the first of the sweeps is likely to end."""
    waits = [left for sweep in unfinished if (left := seconds_left(sweep)) is not None]
    return max(LEAST_WAIT, round(min(waits, default=60.0)))
