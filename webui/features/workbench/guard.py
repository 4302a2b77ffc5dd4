"""Who is let in to a page: 404, 410 for a link that is gone, and noindex for unlisted links."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from webui.core.runs.models import Run
from webui.core.runs.start import reusable_run_at, run_to_show
from webui.core.scenarios.access import scenario_for
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.access import Gone, is_well_formed, readable, snapshot_for
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.run_page import RunPage
from webui.ground.lib.errors import Problem

View = Callable[..., HttpResponse]
PageOfRun = Callable[[HttpRequest, Snapshot, Run | None, RunPage], HttpResponse]


def with_snapshot(view: View) -> View:
    """Wrap a view so that it gets the snapshot instead of its id."""
    return _with(view, lambda name: (snapshot_for(name),))


def with_snapshot_alone(view: View) -> View:
    """Wrap a view in the same way; the snapshot's document, which may be large, is read if it is asked for."""
    return _with(view, lambda name: (snapshot_for(name, without=("document",)),))


def with_run(view: View) -> View:
    """Wrap a view so that it gets the snapshot, and the run to show with its verdict, None without one."""
    return _with(view, _snapshot_and_run)


def _snapshot_and_run(name: str) -> tuple[Snapshot, Run | None]:
    run = reusable_run_at(name, "verdict") if is_well_formed(name) else None
    if run is not None:
        return readable(run.snapshot), run
    snapshot = snapshot_for(name)
    return snapshot, run_to_show(snapshot)


def _with(view: View, read: Callable[[str], tuple[Any, ...]]) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, snapshot_id: str, **kwargs: Any) -> HttpResponse:
        try:
            snapshot, *more = read(snapshot_id)
        except Gone as gone:
            return gone_page(request, gone)
        except Problem as problem:
            raise Http404 from problem
        response = view(request, snapshot, *more, **kwargs)
        if snapshot.visibility == Snapshot.Visibility.UNLISTED:
            response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def with_draft(view: View) -> View:
    """Wrap a view so that it gets the draft instead of its id, if the caller may see it. It is never cached."""

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, scenario_id: uuid.UUID, **kwargs: Any) -> HttpResponse:
        try:
            scenario = scenario_for(request, scenario_id)
        except Problem as problem:
            raise Http404 from problem
        return view(request, scenario, **kwargs)

    return wrapped


def views_of_run(page: PageOfRun, here: str) -> tuple[View, View]:
    """Return the view for anyone with a link, and that for those who may see a draft: of its latest run.

    `page` renders both. `here` is the view that is marked on the page of a draft
    without a run.
    """

    @with_snapshot_alone
    def of_link(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
        run = run_to_show(snapshot)
        return page(request, snapshot, run, RunPage.of_snapshot(snapshot, run))

    @with_draft
    def of_draft(request: HttpRequest, scenario: Scenario) -> HttpResponse:
        run = scenario.visible_run
        about = RunPage.of_draft(scenario, run)
        return no_run_page(request, about, here) if run is None else page(request, run.snapshot, run, about)

    return of_link, of_draft


def gone_page(request: HttpRequest, gone: Gone) -> HttpResponse:
    """Render the page of a deleted or expired link, with status 410."""
    return render(request, "gone.html", {"tombstone": gone.tombstone, "noindex": True}, status=410)


def no_run_page(request: HttpRequest, page: RunPage, here: str) -> HttpResponse:
    """Render a view of a draft that has not run yet: why there is nothing, and what to do."""
    return render(request, "no_run.html", {"page": page, "here": here, "title": page.name, "noindex": True})


def view_page(
    request: HttpRequest, template: str, page: RunPage, boot: Mapping[str, object], **context: object
) -> HttpResponse:
    """Render a view of a run beside the walk. `boot` is what its script begins with; search engines leave it out."""
    everything = {"boot": boot, "page": page, "title": page.name, "noindex": True, **context}
    response = render(request, template, everything)
    response["X-Robots-Tag"] = "noindex"
    return response
