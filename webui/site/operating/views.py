"""The operator's page: the queue, what failed, what is stored. For accounts with the permission `runs.view_run`."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from webui.core.jobs.kinds import end
from webui.core.jobs.models import Job, job_models
from webui.core.runs.cancel import cancel
from webui.core.runs.models import Run
from webui.site.operating.figures import figures, quantile, stored

LISTED = 50  # runs, and jobs of each kind
FAILURES = timedelta(days=1)


def require(request: HttpRequest, permission: str) -> None:
    """Raise Http404 without the permission: a stranger does not learn that there is such a page."""
    if not request.user.has_perm(permission):
        raise Http404


def unfinished_jobs() -> list[tuple[str, Job]]:
    """Return the jobs that have not ended, each with its kind, the oldest first."""
    listed = [
        (model.__name__.lower(), job)
        for model in job_models()
        for job in model._default_manager.filter(status__in=Job.UNFINISHED)
        .only("status", "created")
        .order_by("created")[:LISTED]
    ]
    return sorted(listed, key=lambda row: row[1].created)


@require_safe
def operator(request: HttpRequest) -> HttpResponse:
    require(request, "runs.view_run")
    now = figures()
    context = {
        "now": now,
        "ended": sum(now.recent.values()),
        "failed": now.recent[Run.Status.FAILED],
        "waits": (quantile(now.recent_waits, 0.5), quantile(now.recent_waits, 0.95)),
        "times": (quantile(now.recent_times, 0.5), quantile(now.recent_times, 0.95)),
        "unfinished": Run.objects.filter(status__in=Run.UNFINISHED).order_by("created")[:LISTED],
        "jobs": unfinished_jobs(),
        "failures": Run.objects.filter(
            status=Run.Status.FAILED, finished__gte=timezone.now() - FAILURES
        ).order_by("-finished")[:LISTED],
        "stored": stored(),
        "may_cancel": request.user.has_perm("runs.change_run"),
    }
    return render(request, "operator.html", context)


@require_POST
def cancel_run(request: HttpRequest, run_id: UUID) -> HttpResponse:
    require(request, "runs.change_run")
    cancel(get_object_or_404(Run, pk=run_id))
    return redirect("operator")


@require_POST
def cancel_job(request: HttpRequest, kind: str, job_id: UUID) -> HttpResponse:
    require(request, "runs.change_run")
    model = {model.__name__.lower(): model for model in job_models()}.get(kind)
    if model is None:
        raise Http404
    end(get_object_or_404(model, pk=job_id))
    return redirect("operator")
