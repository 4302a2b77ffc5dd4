from __future__ import annotations

import uuid
from typing import Annotated, Any, Literal

import orjson
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from webui.errors import not_found
from webui.fields import MAX_SAFE_INTEGER
from webui.figures import Theme, figure
from webui.runs import cycles, limits, log
from webui.runs.immutable import immutable
from webui.runs.models import Run
from webui.runs.schemas import ErrorsOut, EventsOut, RunOut

router = Router(tags=["runs"])


def run_for(run_id: uuid.UUID) -> Run:
    run = Run.objects.select_related("snapshot").defer("snapshot__document").filter(pk=run_id).first()
    if run is None:
        raise not_found("run")
    return run


@router.get("/runs/{uuid:run_id}", response={200: RunOut, 404: ErrorsOut})
def get_run(request: HttpRequest, run_id: uuid.UUID) -> RunOut:
    return RunOut.of(run_for(run_id))


@router.get("/runs/{uuid:run_id}/events", response={200: EventsOut, 404: ErrorsOut, 422: ErrorsOut})
def get_events(
    request: HttpRequest,
    run_id: uuid.UUID,
    after: Annotated[int, Query(ge=0, le=MAX_SAFE_INTEGER)] = 0,
) -> HttpResponse:
    """The events after a number, in order, at most 5,000 at a time. Without new ones the list is empty."""
    run = run_for(run_id)  # before the events: a run that is finished here has all of them below
    events = log.read(run.pk, after=after, limit=limits.PAGE_EVENTS)
    body = orjson.dumps({"events": events, "status": run.status})  # as stored, without a second validation
    return HttpResponse(body, content_type="application/json; charset=utf-8")


@router.get("/runs/{uuid:run_id}/cluster", response={200: dict[str, Any], 404: ErrorsOut, 409: ErrorsOut})
def get_cluster(request: HttpRequest, run_id: uuid.UUID) -> HttpResponse:
    """Nodes and pods before the first cycle."""
    return immutable(request, cycles.cluster(run_for(run_id)))


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}", response={200: dict[str, Any], 404: ErrorsOut, 409: ErrorsOut}
)
def get_cycle(request: HttpRequest, run_id: uuid.UUID, n: int) -> HttpResponse:
    """What every plugin answered at every extension point."""
    return immutable(request, cycles.cycle(run_for(run_id), n).trace())


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}/view", response={200: dict[str, Any], 404: ErrorsOut, 409: ErrorsOut}
)
def get_view(request: HttpRequest, run_id: uuid.UUID, n: int) -> HttpResponse:
    """The trace with what the panels of the workbench need: domains, terms, clauses."""
    return immutable(request, cycles.cycle(run_for(run_id), n).view())


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}/explain",
    response={200: dict[str, Any], 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut},
)
def get_explanation(
    request: HttpRequest,
    run_id: uuid.UUID,
    n: int,
    point: Literal["Filter", "Score"],
    plugin: str,
    node: str,
) -> HttpResponse:
    """The operands behind one verdict or one score."""
    cycle = cycles.cycle(run_for(run_id), n)
    try:
        return immutable(request, cycle.explain(point, plugin, node))
    except KeyError as error:
        raise not_found("plugin or node") from error


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}/figures/{name}",
    response={200: dict[str, Any], 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut},
)
def get_figure(
    request: HttpRequest,
    run_id: uuid.UUID,
    n: int,
    name: str,
    theme: Theme = "light",
    kind: Literal["normalized", "raw"] = "normalized",
) -> HttpResponse:
    """A Plotly figure: `skew-0`, `skew-score-0`, `affinity`, `heatmap`, `totals` or `normalize`."""
    drawn = figure(name, cycles.cycle(run_for(run_id), n).view(), theme=theme, kind=kind)
    if drawn is None:
        raise not_found("figure")
    return immutable(request, drawn)
