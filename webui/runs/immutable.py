"""Answers about what is over: the browser keeps them, and later asks by their tag."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

# They change with a new version of the program only. Private: an unlisted link is for those who have it.
CACHE_CONTROL = "private, max-age=3600"


@dataclass(frozen=True)
class Body:
    """An answer in bytes, for those who keep it: it is compressed once."""

    plain: bytes

    @cached_property
    def tag(self) -> str:
        return hashlib.sha256(self.plain).hexdigest()[:32]

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.plain, 6, mtime=0)


def immutable(request: HttpRequest, answer: Mapping[str, Any] | Body) -> HttpResponse:
    """The answer as JSON; compressed if it is one that is kept and the client takes it."""
    body = answer if isinstance(answer, Body) else Body(orjson.dumps(answer))
    zipped = body is answer and "gzip" in request.headers.get("Accept-Encoding", "")
    content = body.compressed if zipped else body.plain
    response = HttpResponse(content, content_type="application/json; charset=utf-8")
    response["Cache-Control"] = CACHE_CONTROL
    response["ETag"] = f'"{body.tag}{"-gzip" if zipped else ""}"'
    if zipped:
        response["Content-Encoding"] = "gzip"
    if body is answer:
        patch_vary_headers(response, ["Accept-Encoding"])
    return get_conditional_response(request, response["ETag"], response=response) or response
