from __future__ import annotations

import uuid

import orjson
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import Router, Schema, Status

from scheduler_core import Scenario, content_text, find_version, sweep_table
from webui.core.accounts.quotas import requester_of
from webui.core.jobs.api import job_for
from webui.core.runs.schemas import RunStartedOut, status_of
from webui.core.sharing.variants import start_derived
from webui.core.snapshots.access import snapshot_for
from webui.core.snapshots.freeze import SnapshotContent
from webui.features.sweeps.decoded import decode, snapshots_of
from webui.features.sweeps.job import SWEEP, SweepStateOut
from webui.features.sweeps.models import Sweep
from webui.ground.lib.csv_text import rows_as_csv
from webui.ground.lib.errors import ErrorsOut, Problem, engine_refusals, not_found

router = Router(tags=["sweeps"])

LISTED = 50  # sweeps of a link, the newest
TITLE_MAX = 200


class SweepsOut(Schema):
    sweeps: list[SweepStateOut]
    """The newest first."""


@router.get("/snapshots/{snapshot_id}/sweeps", response={200: SweepsOut, 404: ErrorsOut, 410: ErrorsOut})
def list_sweeps(request: HttpRequest, snapshot_id: str) -> SweepsOut:
    """Return the sweeps of a link without their results. Those of fleets name other links: their starter has them."""
    of_link = Sweep.shown().filter(snapshot=snapshot_for(snapshot_id))
    listed = of_link.filter(Q(fleet=[]) | Q(starter=requester_of(request).person)).order_by("-created")
    return SweepsOut(sweeps=[SweepStateOut.of(sweep) for sweep in listed[:LISTED]])


@router.get("/sweeps/{uuid:sweep_id}.csv", response={200: None, 404: ErrorsOut, 409: ErrorsOut})
def get_table(request: HttpRequest, sweep_id: uuid.UUID) -> HttpResponse:
    """Return the result of the points so far as CSV: a row for each cell."""
    sweep = job_for(sweep_id, [SWEEP])
    if not sweep.result:
        raise Problem(
            409, [{"path": "sweep", "message": gettext("has no result yet: try again in a few seconds")}]
        )
    table = rows_as_csv(sweep_table(orjson.loads(sweep.result)))
    response = HttpResponse(table, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="sweep-{sweep.pk}.csv"'
    return response


@router.post(
    "/sweeps/{uuid:sweep_id}/points/{int:point}/open",
    response={201: RunStartedOut, 404: ErrorsOut, 410: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def open_point(request: HttpRequest, sweep_id: uuid.UUID, point: int) -> Status[RunStartedOut]:
    """Create a link to the scenario of a point (from 0), and run it with the seed of the point."""
    sweep = job_for(sweep_id, [SWEEP])
    if point >= sweep.points:
        raise not_found("point")
    links = [sweep.snapshot_id, *sweep.fleet]
    # The first axis of a fleet is the link.
    snapshot = snapshot_for(links[point * len(links) // sweep.points])
    with engine_refusals():
        engine = decode(snapshots_of(sweep), orjson.loads(sweep.specification))
        content, version, seed = engine.scenario(point)
        derived = SnapshotContent(
            title=f"{snapshot.title}: {point}"[-TITLE_MAX:],
            source=content_text(content),
            scenario=Scenario.from_content(content, version=find_version(version)),
            kubernetes_version=version,
            seed=seed,
            nonce=snapshot.parsed["nonce"],
            forked_from=snapshot.pk,
        )
    run = start_derived(request, snapshot, derived)
    return Status(201, RunStartedOut(id=run.pk, snapshot=run.snapshot_id, status=status_of(run)))
