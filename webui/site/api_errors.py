"""The one form of errors for those answers of the API that Django or Ninja make as HTML or plain text."""

from __future__ import annotations

from collections.abc import Callable

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _

MESSAGES = {
    400: _("the request cannot be read: check its Host header and its address"),
    403: _("the request is refused: send the CSRF token of this site"),
    404: _("there is no such path in this API"),
    405: _("the method is not allowed here: see the Allow header"),
    413: _("the request is too large"),
    500: _("an internal error: it has been logged, try again or change the input"),
}


class ApiErrorsMiddleware:
    """Rewrites the body of every error below /api/ that is not JSON; its status and other headers stay."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        if response.status_code < 400 or is_json or not request.path.startswith("/api/"):
            return response
        assert isinstance(response, HttpResponse)  # no error is streamed
        message = MESSAGES.get(response.status_code, response.reason_phrase.lower())
        response.content = orjson.dumps({"errors": [{"path": "", "message": str(message)}]})
        response["Content-Type"] = "application/json"
        response["Content-Length"] = str(len(response.content))  # CommonMiddleware has set that of the page
        return response
