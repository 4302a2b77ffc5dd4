from __future__ import annotations

import uuid

import orjson
from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from ninja import Router, Status

from webui.core.accounts.quotas import requester_of
from webui.core.runs.schemas import RunStartedOut, status_of
from webui.core.snapshots.access import snapshot_for
from webui.core.snapshots.models import Snapshot
from webui.features.sweeps.access import cancel, sweep_for, sweeps
from webui.features.sweeps.decoded import objects_of
from webui.features.sweeps.models import Sweep
from webui.features.sweeps.points import open_point
from webui.features.sweeps.schemas import SweepIn, SweepOut, SweepsOut, SweepStateOut
from webui.features.sweeps.start import start
from webui.features.sweeps.tables import csv_text
from webui.ground.lib.body import Body
from webui.ground.lib.errors import ErrorsOut, Problem, invalid

router = Router(tags=["sweeps"])

CACHE_CONTROL = "private, no-cache"  # kept, and asked for again each time
LISTED = 50  # sweeps of a link, the newest


@router.post(
    "/snapshots/{snapshot_id}/sweeps",
    response={202: SweepOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def start_sweep(request: HttpRequest, snapshot_id: str, body: SweepIn) -> Status[SweepOut]:
    """Run the scenario many times, as the specification says: on the workers, in pieces, counted as they end."""
    snapshots = [snapshot_for(name) for name in (snapshot_id, *body.snapshots)]
    _require_fleet(snapshots, body)
    return Status(202, SweepOut.of(start(snapshots, body.sweep, requester_of(request))))


def _require_fleet(snapshots: list[Snapshot], body: SweepIn) -> None:
    """Raise Problem (422) for several links unless it is a fleet that has each once, and is not too large."""
    if body.snapshots and body.sweep.get("kind") != "fleet":
        raise invalid("snapshots", gettext("must be empty: only a sweep of kind fleet has several links"))
    if len({snapshot.pk for snapshot in snapshots}) < len(snapshots):
        message = gettext("must be distinct, and without the link in the address: remove duplicates")
        raise invalid("snapshots", message)
    objects = sum(objects_of(snapshot) for snapshot in snapshots)
    if objects > settings.SCENARIO_MAX_OBJECTS:
        most = f"{settings.SCENARIO_MAX_OBJECTS:,}"
        message = gettext(
            "must have at most %(most)s nodes and pods together, got %(number)s: take fewer links"
        )
        raise invalid("snapshots", message % {"most": most, "number": f"{objects:,}"})


@router.get("/snapshots/{snapshot_id}/sweeps", response={200: SweepsOut, 404: ErrorsOut, 410: ErrorsOut})
def list_sweeps(request: HttpRequest, snapshot_id: str) -> SweepsOut:
    """Return the sweeps of a link without their results. Those of fleets name other links: their starter has them."""
    of_link = sweeps().filter(snapshot=snapshot_for(snapshot_id))
    listed = of_link.filter(Q(fleet=[]) | Q(starter=requester_of(request).person)).order_by("-created")
    return SweepsOut(sweeps=[SweepStateOut(**SweepStateOut.fields_of(sweep)) for sweep in listed[:LISTED]])


@router.get("/sweeps/{uuid:sweep_id}", response={200: SweepOut, 404: ErrorsOut})
def get_sweep(request: HttpRequest, sweep_id: uuid.UUID) -> HttpResponseBase:
    """Return how far the sweep is, and the result of the points so far; 304 while nothing has changed."""
    sweep = sweep_for(sweep_id)
    tag = f'W/"{sweep.revision}-{sweep.status}"'
    response: HttpResponseBase | None = get_conditional_response(request, tag)
    if response is None:
        body = Body(_answer(sweep))
        response = body.response(request, "application/json; charset=utf-8", CACHE_CONTROL)
    response["ETag"], response["Cache-Control"] = tag, CACHE_CONTROL
    return response


def _answer(sweep: Sweep) -> bytes:
    """Return a SweepOut; the result is sent as it is stored."""
    result = orjson.Fragment(sweep.result) if sweep.result else None
    return orjson.dumps({**SweepStateOut.fields_of(sweep), "result": result})


@router.get("/sweeps/{uuid:sweep_id}.csv", response={200: None, 404: ErrorsOut, 409: ErrorsOut})
def get_table(request: HttpRequest, sweep_id: uuid.UUID) -> HttpResponse:
    """Return the result of the points so far as CSV: a row for each cell."""
    sweep = sweep_for(sweep_id)
    if not sweep.result:
        raise Problem(
            409, [{"path": "sweep", "message": gettext("has no result yet: try again in a few seconds")}]
        )
    response = HttpResponse(csv_text(orjson.loads(sweep.result)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="sweep-{sweep.pk}.csv"'
    return response


@router.post("/sweeps/{uuid:sweep_id}/cancel", response={202: SweepOut, 403: ErrorsOut, 404: ErrorsOut})
def cancel_sweep(request: HttpRequest, sweep_id: uuid.UUID) -> Status[SweepOut]:
    """End a sweep that the caller started, or that is about a link of theirs. What it has come to so far stays."""
    return Status(202, SweepOut.of(cancel(request, sweep_for(sweep_id))))


@router.post(
    "/sweeps/{uuid:sweep_id}/points/{int:point}/open",
    response={201: RunStartedOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def open_one_point(request: HttpRequest, sweep_id: uuid.UUID, point: int) -> Status[RunStartedOut]:
    """Create a link to the scenario of a point (from 0), and run it with the seed of the point."""
    run = open_point(request, sweep_for(sweep_id), point)
    return Status(201, RunStartedOut(id=run.pk, snapshot=run.snapshot_id, status=status_of(run)))
