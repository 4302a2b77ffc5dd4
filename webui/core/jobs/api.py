"""The addresses of jobs: those that all kinds have in common, and those that a kind had before."""

from __future__ import annotations

import re
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from inspect import Parameter, Signature, getdoc
from operator import or_
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext, gettext_lazy
from ninja import Router
from pydantic import Field

from webui.core.accounts.quotas import requester_of
from webui.core.jobs.kinds import AnyJob, JobKind, end, kind_of, link_of
from webui.core.jobs.models import Job
from webui.core.runs.api import run_for
from webui.core.runs.models import Run
from webui.core.runs.start import reusable_run
from webui.core.snapshots.access import is_expired, snapshot_for
from webui.core.snapshots.keepers import is_keeper
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.body import Body
from webui.ground.lib.errors import ErrorsOut, Problem, not_found

JSON = "application/json; charset=utf-8"
CACHE_CONTROL = "private, no-cache"  # kept, and asked for again each time
ONE_OF = "one_of"  # the parameter for a question of several kinds: locations of its errors have the kind, too
NOT_THE_STARTER = gettext_lazy("only the person who started this, or who shared its link, may cancel it")

START = "Start a job about a link, or find the one that exists. `kind` says which; the other fields are its question."
GET = "Return how far the job is, and its answer as far as it is found; 304 while nothing has changed."
CANCEL = """End a job that the caller started, or that is about a link of theirs.

What was found stays, and the same may be asked for again.
"""

Kinds = Sequence[JobKind[Any]]
View = Callable[..., HttpResponseBase]


def job_router(kinds: Kinds) -> Router:
    """Return the routes that all kinds of jobs have in common."""
    router = Router()
    _add_routes(router, kinds, "/snapshots/{snapshot_id}/jobs", "/jobs/{uuid:job_id}", tag="jobs", text=START)
    return router


def add_own_routes(router: Router, kinds: Kinds) -> None:
    """Add the routes that each of these kinds had before."""
    by_path = defaultdict(list)
    for kind in kinds:
        by_path[kind.path].append(kind)
    for path, named in by_path.items():
        first = named[0]
        _add_routes(router, named, first.start_path, path, tag=first.tag, text=getdoc(first) or "")


def job_for(job_id: uuid.UUID, kinds: Sequence[JobKind[AnyJob]]) -> AnyJob:
    """Return the job. Raise Problem (404) if there is none of these kinds or its link has expired."""
    models = list(dict.fromkeys(kind.model for kind in kinds))
    for model in models:
        job = model.shown().filter(pk=job_id).first()
        if job is not None and kind_of(job) in kinds and not ((link := link_of(job)) and is_expired(link)):
            return job
    raise not_found(models[0].__name__.lower() if len(models) == 1 else "job")


def cancel(request: HttpRequest, job: Job) -> Job:
    """End the job, if it goes on, and return it as it is then.

    Raise Problem (403) unless the caller is the starter, keeps the link or may cancel any run.
    """
    is_starter = job.starter == requester_of(request).person
    keeps_link = (link := link_of(job)) is not None and is_keeper(request, link)
    may_cancel_runs = request.user.is_authenticated and request.user.has_perm("runs.change_run")
    if not (is_starter or keeps_link or may_cancel_runs):
        raise Problem(403, [{"path": "", "message": str(NOT_THE_STARTER)}])
    end(job)
    return type(job).shown().get(pk=job.pk)


def run_that_is_over(run: Run | None) -> Run:
    """Return the run. Raise Problem (409) if it is not over."""
    if run is None or run.status != Run.Status.FINISHED:
        raise Problem(409, [{"path": "run", "message": gettext("is not finished: try again when it is")}])
    return run


def _about(kind: JobKind[Any], subject: str | uuid.UUID) -> Snapshot | Run:
    """Return what a job of the kind is about, by the id of a run or a link."""
    if isinstance(subject, uuid.UUID):
        return run_that_is_over(run_for(subject))
    snapshot = snapshot_for(subject)
    return run_that_is_over(reusable_run(snapshot)) if kind.about_run else snapshot


def _started(job: Job) -> HttpResponseBase:
    return HttpResponse(kind_of(job).body(job), content_type=JSON, status=202)


def _read(request: HttpRequest, job: Job) -> HttpResponseBase:
    """Return the answer about a job; 304 to a client that has it."""
    kind = kind_of(job)
    tag = kind.tag_of(job)
    response: HttpResponseBase | None = get_conditional_response(request, tag) if tag else None
    if response is None:
        response = Body(kind.body(job)).response(request, JSON, CACHE_CONTROL)
    if tag:
        response["ETag"], response["Cache-Control"] = tag, CACHE_CONTROL
    return response


# ---- routes as Ninja takes them --------------------------------------------------------------------------


def _add_routes(router: Router, kinds: Kinds, start_path: str, path: str, *, tag: str, text: str) -> None:
    """Add the routes of these kinds: to start a job, to read its answer, and to cancel it."""

    def start(request: HttpRequest, subject: str | uuid.UUID, question: Any) -> HttpResponseBase:
        kind = next(kind for kind in kinds if isinstance(question, kind.question))
        requester = requester_of(request)
        return _started(kind.start(kind.ask(_about(kind, subject), question, requester), requester))

    def get(request: HttpRequest, job_id: uuid.UUID) -> HttpResponseBase:
        return _read(request, job_for(job_id, kinds))

    def cancel_job(request: HttpRequest, job_id: uuid.UUID) -> HttpResponseBase:
        return _started(cancel(request, job_for(job_id, kinds)))

    def add(verb: str, path: str, text: str, view: View, refusals: set[int], **body: Any) -> None:
        method, status = ("GET", 200) if verb == "get" else ("POST", 202)
        responses = {status: _one_of(kind.answer for kind in kinds)}
        responses |= dict.fromkeys(sorted(refusals), ErrorsOut)
        named = _named(view, f"{verb}_{noun}", text, {**_ids(path), **body})
        router.api_operation([method], path, response=responses, tags=[tag])(named)

    noun = path.split("/")[1].replace("-", "_")
    if start_path:
        refusals = {404, 422, 429} | ({410} if "{snapshot_id}" in start_path else set())
        refusals |= {409} if any(kind.about_run for kind in kinds) else set()
        question = _one_of(kind.question for kind in kinds)
        body = (
            {ONE_OF: Annotated[question, Field(discriminator="kind")]}
            if len(kinds) > 1
            else {"body": question}
        )
        add("start", start_path, text, start, refusals, **body)
    add("get", path, GET, get, {404})
    add("cancel", f"{path}/cancel", CANCEL, cancel_job, {403, 404})


def _one_of(types: Iterable[Any]) -> Any:
    """Return the union of the types."""
    return reduce(or_, dict.fromkeys(types))


def _ids(path: str) -> dict[str, type]:
    """Return the types of the parameters of a path by name."""
    return {
        name: uuid.UUID if converter else str for converter, name in re.findall(r"{(?:(\w+):)?(\w+)}", path)
    }


def _named(view: View, name: str, text: str, parameters: Mapping[str, Any]) -> View:
    """Return the view with the name, the description and the parameters that the API's description has."""

    def named(request: HttpRequest, **values: Any) -> HttpResponseBase:
        return view(request, *(values[parameter] for parameter in parameters))

    named.__name__, named.__doc__ = name, text
    keywords = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=of) for name, of in parameters.items()]
    named.__signature__ = Signature([Parameter("request", Parameter.POSITIONAL_ONLY), *keywords])  # type: ignore[attr-defined]
    return named
