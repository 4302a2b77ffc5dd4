"""A response body that is sent repeatedly."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers

from webui.ground.lib.shareable import for_everybody

FOR_GOOD = "public, max-age=31536000, immutable"  # for URLs with a digest of the contents


@dataclass(frozen=True)
class Body:
    """Bytes that are compressed at most once, with their ETag."""

    plain: bytes

    @cached_property
    def tag(self) -> str:
        return hashlib.sha256(self.plain).hexdigest()[:32]

    @property
    def digest(self) -> str:
        """16 hexadecimal digits of the tag, for URLs."""
        return self.tag[:16]

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.plain, 6, mtime=0)

    def response(
        self, request: HttpRequest, content_type: str, cache_control: str, *, compress: bool = True
    ) -> HttpResponseBase:
        """Return the response, or 304 for a client that has it."""
        is_compressed = compress and "gzip" in request.headers.get("Accept-Encoding", "")
        response = HttpResponse(self.compressed if is_compressed else self.plain, content_type=content_type)
        response["Cache-Control"] = cache_control
        response["ETag"] = f'"{self.tag}{"-gzip" if is_compressed else ""}"'
        if is_compressed:
            response["Content-Encoding"] = "gzip"
        if compress:
            patch_vary_headers(response, ["Accept-Encoding"])
        answer = get_conditional_response(request, response["ETag"], response=response) or response
        return for_everybody(answer) if cache_control == FOR_GOOD else answer
