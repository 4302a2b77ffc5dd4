"""Answers about what is over: the browser keeps them, and later asks by their tag."""

from __future__ import annotations

from collections.abc import Mapping

import orjson
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from webui.lib.body import Body

# They change with a new version of the program only. Private: an unlisted link is for those who have it.
CACHE_CONTROL = "private, max-age=3600"


def immutable(request: HttpRequest, answer: Mapping[str, object] | Body) -> HttpResponseBase:
    """The answer as JSON; compressed if it is one that is kept."""
    kept = isinstance(answer, Body)
    body = answer if isinstance(answer, Body) else Body(orjson.dumps(answer))
    return body.response(request, "application/json; charset=utf-8", CACHE_CONTROL, compress=kept)
