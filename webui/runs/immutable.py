"""Answers about what is over: the browser keeps them, and later asks by their tag."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

# They change with a new version of the program only. Private: an unlisted link is for those who have it.
CACHE_CONTROL = "private, max-age=3600"


def immutable(request: HttpRequest, answer: Mapping[str, Any]) -> HttpResponse:
    body = orjson.dumps(answer)
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    response["Cache-Control"] = CACHE_CONTROL
    response["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return get_conditional_response(request, response["ETag"], response=response) or response
