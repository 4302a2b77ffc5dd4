"""Static files: whitenoise under ASGI, with URLs that change with the files.

Browsers cache `/static/<version>/js/page.js` forever; relative imports of a module carry the version too. A page
from before an update gets the current files under its old URLs, uncached.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware

from webui.ground.lib.shareable import for_everybody

VERSIONED = re.compile(r"/static/([0-9a-f]{12})/")
FOR_GOOD = "max-age=31536000, public, immutable"
TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml")
MANY_FILES = 128  # compressed ones that are kept


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """Sends whole bodies: Django would load a streamed file into memory anyway, and warn about it."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        versioned_path = VERSIONED.match(request.path_info)
        if versioned_path:
            request.path_info = f"/static/{request.path_info[versioned_path.end() :]}"
        response: HttpResponse = super().__call__(request)
        if (
            versioned_path
            and versioned_path[1] == settings.STATIC_VERSION
            and response.status_code in (200, 304)
        ):
            response["Cache-Control"] = FOR_GOOD
            for_everybody(response)
        return response

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        file_response = static_file.get_response(request.method, request.META)
        body = b""
        if file_response.file is not None:
            with file_response.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(file_response.status))
        del response.headers["Content-Type"]
        for name, value in file_response.headers:
            response.headers[name] = value
        return _compressed(request, response)


def _compressed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Compress a whole text that has no compressed copy beside it, as `collectstatic` makes them."""
    whole_text = response.status_code == 200 and response.get("Content-Type", "").startswith(TEXTS)
    if not whole_text or "Content-Encoding" in response:
        return response
    patch_vary_headers(response, ["Accept-Encoding"])
    if response.content and "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = _gzip(response.content)
        response["Content-Encoding"] = "gzip"
        response["Content-Length"] = str(len(response.content))
    return response


@lru_cache(maxsize=MANY_FILES)
def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)
