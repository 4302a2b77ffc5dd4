"""The HTTP API: its routers, and one form for all errors."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import orjson
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import NinjaAPI, Router
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser
from ninja.renderers import BaseRenderer
from ninja.types import DictStrAny

from webui.core.accounts.api import router as account
from webui.core.jobs.api import ONE_OF, add_own_routes, job_router
from webui.core.runs.api import router as runs
from webui.core.scenarios.api import router as scenarios
from webui.core.scenarios.teams_api import router as teams
from webui.core.sharing.api import router as snapshots
from webui.features.byhand.api import router as hand
from webui.features.compare.api import router as comparison
from webui.features.daytwo.api import router as plays
from webui.features.daytwo.job import PLAY
from webui.features.exports.api import router as exporting
from webui.features.gallery.api import router as gallery
from webui.features.learn.api import router as learning
from webui.features.lint.api import router as linting
from webui.features.lint.job import LINT
from webui.features.live.api import router as live
from webui.features.messages.api import router as messages
from webui.features.notes.api import router as noting
from webui.features.present.api import router as presenting
from webui.features.samples.api import router as trying
from webui.features.sweeps.api import router as sweeps
from webui.features.sweeps.job import SWEEP
from webui.features.upgrade.job import UPGRADE
from webui.features.whatif.api import router as repairs
from webui.features.whatif.job import INQUIRIES
from webui.ground.lib.errors import ErrorItem, Problem, TooMany
from webui.ground.lib.nul import require_body_without_nul
from webui.site.field_errors import said


class OrjsonParser(Parser):
    """Rejects what the standard parser accepts: NaN, lone surrogates, U+0000, unlimited nesting."""

    def parse_body(self, request: HttpRequest) -> DictStrAny:
        try:
            body: DictStrAny = orjson.loads(request.body)
        except orjson.JSONDecodeError as error:
            message = gettext("must be JSON: %(error)s") % {"error": error}
            raise Problem(422, [{"path": "", "message": message}]) from error
        require_body_without_nul(request.body, body)
        # Django would keep the bytes beside what was read from them until the answer is sent: 200 MB of a dump.
        request._body, request._stream = b"", BytesIO()
        return body


class OrjsonRenderer(BaseRenderer):
    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return orjson.dumps(data, default=str)


api = NinjaAPI(
    title="SchedScope",
    version="1",
    description="Scenarios, runs and the explanation of every scheduling decision.",
    parser=OrjsonParser(),
    renderer=OrjsonRenderer(),
)


def error_response(request: HttpRequest, status: int, errors: list[ErrorItem]) -> HttpResponse:
    return api.create_response(request, {"errors": errors}, status=status)


@api.exception_handler(Problem)
def on_problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    response = error_response(request, problem.status, problem.errors)
    if isinstance(problem, TooMany):
        response["Retry-After"] = str(problem.retry_after)
    return response


@api.exception_handler(ValidationError)
def on_validation_error(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return error_response(request, 422, [_item(item) for item in error.errors])


@api.exception_handler(HttpError)
def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    # Ninja wraps what the parser raises in its own 400.
    if isinstance(error.__cause__, Problem):
        return on_problem(request, error.__cause__)
    return error_response(request, error.status_code, [{"path": "", "message": error.message}])


@api.exception_handler(Http404)
def on_not_found(request: HttpRequest, _: Http404) -> HttpResponse:
    return error_response(request, 404, [{"path": "", "message": gettext("not found")}])


@api.exception_handler(RequestDataTooBig)
def on_request_too_large(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    return error_response(request, 413, [{"path": "", "message": gettext("the request is too large")}])


def _item(item: DictStrAny) -> ErrorItem:
    # The location starts with the source of the value and the name of the parameter.
    source, *path = item["loc"]
    if source == "body":
        path = path[2:] if path[0] == ONE_OF else path[1:]
    if item["type"].startswith("union_tag"):
        path = ["kind"]
    return {"path": ".".join(map(str, path)), "message": said(item)}


unknown_paths = Router()


EVERY_METHOD = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]


@unknown_paths.api_operation(EVERY_METHOD, "/{path:rest}", include_in_schema=False)
def no_such_path(request: HttpRequest, rest: str) -> HttpResponse:
    return error_response(
        request, 404, [{"path": "", "message": gettext("there is no such path in this API")}]
    )


jobs = job_router([UPGRADE, PLAY, LINT, SWEEP, *INQUIRIES])
add_own_routes(jobs, [UPGRADE, PLAY, LINT, *INQUIRIES])
add_own_routes(sweeps, [SWEEP])  # a link's list of sweeps has the address that starts one

for router in (
    gallery,
    learning,
    exporting,
    presenting,
    noting,
    hand,
    scenarios,
    trying,
    snapshots,
    comparison,
    repairs,
    messages,
    linting,
    jobs,
    plays,
    sweeps,
    live,
    account,
    teams,
    runs,
    unknown_paths,
):  # the last one matches every path
    api.add_router("", router)
