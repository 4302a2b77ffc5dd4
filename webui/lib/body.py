"""An answer in bytes that is given again and again."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers

FOR_GOOD = "public, max-age=31536000, immutable"  # under an address that names the contents


@dataclass(frozen=True)
class Body:
    """It is compressed once, for whoever takes it so."""

    plain: bytes

    @cached_property
    def tag(self) -> str:
        return hashlib.sha256(self.plain).hexdigest()[:32]

    @property
    def digest(self) -> str:
        """Enough of the tag for an address that names the contents."""
        return self.tag[:16]

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.plain, 6, mtime=0)

    def response(
        self, request: HttpRequest, content_type: str, cache_control: str, *, compress: bool = True
    ) -> HttpResponseBase:
        """The answer, or 304 for a client that has it."""
        zipped = compress and "gzip" in request.headers.get("Accept-Encoding", "")
        response = HttpResponse(self.compressed if zipped else self.plain, content_type=content_type)
        response["Cache-Control"] = cache_control
        response["ETag"] = f'"{self.tag}{"-gzip" if zipped else ""}"'
        if zipped:
            response["Content-Encoding"] = "gzip"
        if compress:
            patch_vary_headers(response, ["Accept-Encoding"])
        return get_conditional_response(request, response["ETag"], response=response) or response
