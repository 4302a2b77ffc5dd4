"""Responses that never change: the browser caches them and later revalidates them by ETag."""

from __future__ import annotations

from collections.abc import Mapping

import orjson
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from webui.ground.lib.body import Body
from webui.ground.lib.shareable import for_everybody

# They change only with a new version of the program. Private: an unlisted link is only for those who have it.
CACHE_CONTROL = "private, max-age=3600"


def immutable(request: HttpRequest, answer: Mapping[str, object] | Body | bytes) -> HttpResponseBase:
    """Return the answer as JSON, compressed if it is a Body, which is cached; bytes as they are."""
    if isinstance(answer, bytes):
        return for_everybody(
            Body(answer).response(request, "application/octet-stream", CACHE_CONTROL, compress=False)
        )
    is_cached = isinstance(answer, Body)
    body = answer if isinstance(answer, Body) else Body(orjson.dumps(answer))
    response = body.response(request, "application/json; charset=utf-8", CACHE_CONTROL, compress=is_cached)
    return for_everybody(response)
