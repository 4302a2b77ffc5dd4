from __future__ import annotations

import uuid
from typing import Annotated, Literal

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from ninja import Query, Router

from scheduler_core.contract import (
    AdmissionReport,
    Causes,
    ClusterView,
    CycleView,
    EventComparison,
    Explanation,
    Fact,
    GangView,
    OrderView,
    Overview,
    Trace,
    WaitingWorkload,
)
from webui.core.runs import cycles, limits, log
from webui.core.runs.immutable import immutable
from webui.core.runs.lines import with_lines
from webui.core.runs.models import Run
from webui.core.runs.schemas import EventIn, EventsOut, ExpectationsOut, KueueOut, PodsOut, QueueOut, RunOut
from webui.core.snapshots.access import is_expired
from webui.ground.figures import Figure, Kind, Theme, figure
from webui.ground.lib.errors import ErrorsOut, not_found
from webui.ground.lib.fields import MAX_SAFE_INTEGER
from webui.ground.lib.shareable import shows

router = Router(tags=["runs"])


def run_for(run_id: uuid.UUID) -> Run:
    """Return the run. Raise Problem (404) if there is none or its link has expired."""
    run = Run.objects.select_related("snapshot").defer("snapshot__document").filter(pk=run_id).first()
    if run is not None:
        shows(run.snapshot_id)
    if run is None or is_expired(run.snapshot):
        raise not_found("run")
    return run


@router.get("/runs/{uuid:run_id}", response={200: RunOut, 404: ErrorsOut})
def get_run(request: HttpRequest, run_id: uuid.UUID) -> RunOut:
    """Return the status and the counters of a run."""
    return RunOut.of(run_for(run_id))


@router.get("/runs/{uuid:run_id}/events", response={200: EventsOut, 404: ErrorsOut, 422: ErrorsOut})
def get_events(
    request: HttpRequest,
    run_id: uuid.UUID,
    after: Annotated[int, Query(ge=0, le=MAX_SAFE_INTEGER)] = 0,
) -> HttpResponse:
    """Return the events after a sequence number, in order, at most 5,000. The list is empty if there are none."""
    run = run_for(run_id)  # before the events: if the run is finished here, they are complete below
    events = log.read(run.pk, after=after, limit=limits.PAGE_EVENTS)
    body = orjson.dumps({"events": events, "status": run.status})  # as stored, already validated
    return HttpResponse(body, content_type="application/json; charset=utf-8")


@router.get(
    "/runs/{uuid:run_id}/expectations", response={200: ExpectationsOut, 404: ErrorsOut, 409: ErrorsOut}
)
def get_expectations(request: HttpRequest, run_id: uuid.UUID) -> HttpResponseBase:
    """Return the results of the scenario's `expect:`; an empty list while the run is unfinished."""
    run = run_for(run_id)
    if run.status != Run.Status.FINISHED:
        return HttpResponse(
            orjson.dumps({"expectations": []}), content_type="application/json; charset=utf-8"
        )
    return immutable(request, cycles.expectations(run))


@router.get("/runs/{uuid:run_id}/cluster", response={200: ClusterView, 404: ErrorsOut, 409: ErrorsOut})
def get_cluster(request: HttpRequest, run_id: uuid.UUID) -> HttpResponseBase:
    """Return the nodes and pods before the first cycle."""
    return immutable(request, cycles.cluster(run_for(run_id)))


@router.get("/runs/{uuid:run_id}/admission", response={200: AdmissionReport, 404: ErrorsOut, 409: ErrorsOut})
def get_admission(request: HttpRequest, run_id: uuid.UUID) -> HttpResponseBase:
    """Return what admission and the controllers filled in before the first cycle, and what would not exist."""
    return immutable(request, cycles.admission(run_for(run_id)))


@router.get("/runs/{uuid:run_id}/overview", response={200: Overview, 404: ErrorsOut, 409: ErrorsOut})
def get_overview(request: HttpRequest, run_id: uuid.UUID) -> HttpResponseBase:
    """Return each spread constraint and each node, before the first cycle and after the last, of an ended run."""
    return immutable(request, cycles.overview(run_for(run_id)))


@router.get("/runs/{uuid:run_id}/pods", response={200: PodsOut, 404: ErrorsOut, 409: ErrorsOut})
def get_pods(request: HttpRequest, run_id: uuid.UUID) -> HttpResponseBase:
    """Return how each pod of an ended run ended, in the order of their first attempts.

    Of more than 2,000 pods the first are listed, those that are pending before the others.
    """
    return immutable(request, cycles.pods(run_for(run_id)))


@router.get("/runs/{uuid:run_id}/causes", response={200: Causes, 404: ErrorsOut, 409: ErrorsOut})
def get_causes(request: HttpRequest, run_id: uuid.UUID) -> HttpResponseBase:
    """Return the pending pods of an ended run by cause, with what is short and which nodes are nearest."""
    return immutable(request, cycles.causes(run_for(run_id)))


@router.get("/runs/{uuid:run_id}/queue", response={200: QueueOut, 404: ErrorsOut, 409: ErrorsOut})
def get_queue(request: HttpRequest, run_id: uuid.UUID) -> HttpResponseBase:
    """Return which workloads Kueue admitted before the first cycle, and which wait for which cause.

    `answer` is null if the input has none of Kueue's queues.
    """
    return immutable(request, cycles.queue(run_for(run_id)))


@router.get(
    "/runs/{uuid:run_id}/queue/workload", response={200: WaitingWorkload, 404: ErrorsOut, 409: ErrorsOut}
)
def get_waiting_workload(request: HttpRequest, run_id: uuid.UUID, workload: str) -> HttpResponseBase:
    """Return why a workload (`namespace/name`) is not admitted: quota, flavors, its queue, victims and places."""
    return immutable(request, cycles.waiting(run_for(run_id), workload))


@router.get("/runs/{uuid:run_id}/queue/pod", response={200: KueueOut, 404: ErrorsOut, 409: ErrorsOut})
def get_kueue_walk(request: HttpRequest, run_id: uuid.UUID, pod: str) -> HttpResponseBase:
    """Return Kueue's cycle for the workload of a pod (`namespace/name`): order, flavors, places, victims, result.

    `walk` is null if no workload of Kueue has the pod.
    """
    return immutable(request, {"walk": cycles.kueue(run_for(run_id), pod)})


@router.get("/runs/{uuid:run_id}/cycles/{int:n}", response={200: Trace, 404: ErrorsOut, 409: ErrorsOut})
def get_cycle(request: HttpRequest, run_id: uuid.UUID, n: int) -> HttpResponseBase:
    """Return what every plugin answered at every extension point."""
    with cycles.cycle(run_for(run_id), n) as cycle:
        return immutable(request, cycle.trace())


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}/gang", response={200: GangView, 404: ErrorsOut, 409: ErrorsOut}
)
def get_gang(request: HttpRequest, run_id: uuid.UUID, n: int) -> HttpResponseBase:
    """Return the cycle of the pod group of which this cycle is a part; 404 if its pod has none."""
    return immutable(request, cycles.gang(run_for(run_id), n))


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}/gang/order", response={200: OrderView, 404: ErrorsOut, 409: ErrorsOut}
)
def get_order(request: HttpRequest, run_id: uuid.UUID, n: int) -> HttpResponseBase:
    """Return a search over orders of the group's members: whether another one would have worked."""
    return immutable(request, cycles.another_order(run_for(run_id), n))


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}/view", response={200: CycleView, 404: ErrorsOut, 409: ErrorsOut}
)
def get_view(
    request: HttpRequest, run_id: uuid.UUID, n: int, form: Literal["names", "columns"] = "names"
) -> HttpResponseBase:
    """Return the trace with what the workbench shows: domains, terms, clauses.

    `form=columns` is what the workbench itself reads: a JSON header and typed arrays, as bytes.
    """
    run = run_for(run_id)
    return immutable(request, cycles.columns(run, n) if form == "columns" else cycles.view(run, n))


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}/explain",
    response={200: Explanation, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut},
)
def get_explanation(
    request: HttpRequest,
    run_id: uuid.UUID,
    n: int,
    point: Literal["Filter", "Score"],
    plugin: str,
    node: str,
) -> HttpResponseBase:
    """Return the operands of one verdict or one score."""
    try:
        with cycles.cycle(run_for(run_id), n) as cycle:
            return immutable(request, cycle.explain(point, plugin, node))
    except KeyError as error:
        raise not_found("plugin or node") from error


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}/facts",
    response={200: Fact, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut},
)
def get_fact(
    request: HttpRequest, run_id: uuid.UUID, n: int, of: Annotated[str, Query(max_length=1000)]
) -> HttpResponseBase:
    """Return what a number is made of, with source lines: `domain:filter:0:zone-a`, `used:node1:cpu`, `pod:a/b`."""
    run = run_for(run_id)
    try:
        with cycles.cycle(run, n) as cycle:
            fact = cycle.fact(of)
    except KeyError as error:
        raise not_found("fact") from error
    return immutable(request, with_lines(fact, run.snapshot_id))


@router.post(
    "/runs/{uuid:run_id}/cycles/{int:n}/event",
    response={200: EventComparison, 404: ErrorsOut, 409: ErrorsOut, 413: ErrorsOut, 422: ErrorsOut},
)
def compare_with_event(request: HttpRequest, run_id: uuid.UUID, n: int, body: EventIn) -> EventComparison:
    """Compare a FailedScheduling message, as kubectl prints it, with this cycle, reason by reason."""
    return cycles.compare(run_for(run_id), n, body.message)


@router.get(
    "/runs/{uuid:run_id}/cycles/{int:n}/figures/{name}",
    response={200: Figure, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut},
)
def get_figure(
    request: HttpRequest,
    run_id: uuid.UUID,
    n: int,
    name: str,
    theme: Theme = "light",
    kind: Kind = "normalized",
    closed: Annotated[list[str], Query(max_length=100)] = [],  # noqa: B006
) -> HttpResponseBase:
    """Return a Plotly figure: `skew-0`, `skew-score-0`, `affinity`, `heatmap` or `totals`.

    `closed` are domains that can never take the pod: their bars say so.
    """
    plotly_figure = figure(name, cycles.view_read(run_for(run_id), n), theme=theme, kind=kind, closed=closed)
    if plotly_figure is None:
        raise not_found("figure")
    return immutable(request, plotly_figure)
