"""Static files: whitenoise under ASGI, and addresses that change with the files.

`/static/<version>/js/page.js` is kept by browsers for good, and what a module imports by a relative name carries the
version too. A page from before an update gets what there is now under its old address, without keeping it.
"""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware

VERSIONED = re.compile(r"/static/([0-9a-f]{12})/")
FOR_GOOD = "max-age=31536000, public, immutable"


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """Answers with whole bodies: Django would gather a streamed file in memory anyway, and warn about it."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = VERSIONED.match(request.path_info)
        if asked:
            request.path_info = f"/static/{request.path_info[asked.end() :]}"
        response: HttpResponse = super().__call__(request)
        if asked and asked[1] == settings.STATIC_VERSION and response.status_code in (200, 304):
            response["Cache-Control"] = FOR_GOOD
        return response

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response.headers["Content-Type"]
        for name, value in found.headers:
            response.headers[name] = value
        return response
