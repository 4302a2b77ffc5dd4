"""Compressing pages and answers for clients that take it."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TYPES = ("text/html", "application/json")  # columns of a cycle stay as they are: a step waits for them


class CompressionMiddleware(GZipMiddleware):
    """Django's, which also varies the length of a response, for HTML and JSON."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.get("Content-Type", "").partition(";")[0] not in TYPES:
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed
