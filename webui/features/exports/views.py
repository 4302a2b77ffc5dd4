from __future__ import annotations

import re
from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_exempt

from scheduler_core import grant
from webui.core.accounts.quotas import require_computing
from webui.core.runs.models import Run
from webui.core.runs.start import run_to_show
from webui.core.snapshots.models import Snapshot
from webui.features.exports.files import KINDS, Kind, Params, picture_key, pictures, unusual_options
from webui.features.exports.inline import POLICY
from webui.features.exports.offline import offline_page
from webui.features.workbench.guard import with_snapshot
from webui.features.workbench.run_page import RunPage
from webui.features.workbench.views import boot_of
from webui.ground.lib.errors import Problem
from webui.ground.lib.shareable import for_everybody

PICTURES = ("svg", "png")
PANELS = ("stage", "why", "topology")
SANDBOX = f"sandbox allow-scripts; {POLICY}"  # for readers who open it here instead of from disk


@with_snapshot
def export(request: HttpRequest, snapshot: Snapshot, kind: str) -> HttpResponse:
    """Return a file made of the snapshot and its run."""
    if kind not in KINDS and kind != "html":
        raise Http404
    run = run_to_show(snapshot)
    try:
        require_computing(request)
        grant("whole", 1)
        if kind == "html":
            return _offline(request, snapshot, run)
        write, content_type = KINDS[kind]
        body = _body(write, snapshot, run, kind, request.GET.dict())
    except Problem as problem:
        return _refusal(request, snapshot, problem)
    return _file(snapshot, kind, body, content_type)


def _refusal(request: HttpRequest, snapshot: Snapshot, problem: Problem) -> HttpResponse:
    """Return why there is no file: a page for a browser, JSON for a program."""
    if request.get_preferred_type(["application/json", "text/html"]) == "text/html":
        context = {"snapshot": snapshot, "unfinished": problem.status == HTTPStatus.CONFLICT, "noindex": True}
        return render(request, "no_file.html", context, status=problem.status)
    return JsonResponse({"errors": problem.errors}, status=problem.status)


def _body(write: Kind, snapshot: Snapshot, run: Run | None, kind: str, params: Params) -> bytes:
    if run is None or run.status in Run.UNFINISHED or kind not in PICTURES:
        return write(snapshot, run, params)
    return pictures.get(picture_key(snapshot, run, kind, params), lambda: write(snapshot, run, params))


def _offline(request: HttpRequest, snapshot: Snapshot, run: Run | None) -> HttpResponse:
    if run is None or run.status in Run.UNFINISHED:
        raise Problem(409, [{"path": "run", "message": gettext("is not finished: try again when it is")}])
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    page = offline_page(snapshot, run, _online(request, snapshot) + query)
    response = _file(snapshot, "html", page.encode(), "text/html; charset=utf-8")
    response["Content-Security-Policy"] = SANDBOX
    return response


def _file(snapshot: Snapshot, kind: str, body: bytes, content_type: str) -> HttpResponse:
    response = HttpResponse(body, content_type=content_type)
    is_picture = kind in PICTURES
    name = re.sub(r"[^\w.-]+", "-", snapshot.title).strip("-.").lower()[:60] or snapshot.pk
    disposition = content_disposition_header(as_attachment=not is_picture, filename=f"{name}.{kind}")
    response["Content-Disposition"] = disposition or "attachment"
    if kind == "svg":
        response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, max-age=600"
    return for_everybody(response)


@xframe_options_exempt
@with_snapshot
def embed(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Render the read-only workbench for frames on other sites."""
    run = run_to_show(snapshot)
    panel = request.GET.get("panel", "")
    context = {
        "boot": boot_of(snapshot, run) | {"still": _online(request, snapshot)},
        "page": RunPage.of_snapshot(snapshot, run),
        "title": snapshot.title,
        "noindex": True,
        "panel": panel if panel in PANELS else "all",
        "unusual": unusual_options(snapshot),
    }
    response = render(request, "embed.html", context)
    policy = settings.CONTENT_SECURITY_POLICY | {"frame-ancestors": "*"}
    response["Content-Security-Policy"] = "; ".join(f"{name} {sources}" for name, sources in policy.items())
    return response


def _online(request: HttpRequest, snapshot: Snapshot) -> str:
    return request.build_absolute_uri(reverse("snapshot", args=[snapshot.pk]))
