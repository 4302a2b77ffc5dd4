"""One call to an extender.

Mirrors HTTPExtender.send of pkg/scheduler/extender.go @ v1.34.1: no proxy, no redirect, any answer but 200 is an error.
"""

from __future__ import annotations

import base64
import http.client
import json
import ssl
import time
from collections.abc import Mapping
from typing import Any
from urllib.error import URLError
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, Request

from .config import TLS, Extender
from .contract import ExtenderError

# In bytes. A faulty server must not exhaust the memory.
MAX_ANSWER = 64 * 1024 * 1024
_CHUNK = 1 << 16


def post(extender: Extender, verb: str, body: Mapping[str, object]) -> Any:
    """Return the extender's answer as plain JSON values; raise ExtenderError."""
    url = f"{extender.url.rstrip('/')}/{verb}"
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST")
    try:
        answer = _answer(extender, request, verb)
    except URLError as error:
        raise ExtenderError(f'Post "{url}": {error.reason}') from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ExtenderError(f'Post "{url}": {str(error) or type(error).__name__}') from None
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        raise ExtenderError(f"failed {verb} with extender at URL {url}, the answer is not JSON") from None


def _answer(extender: Extender, request: Request, verb: str) -> bytes:
    """Return the body of the answer. The timeout applies to reading all of it."""
    deadline = time.monotonic() + extender.timeout
    with _opener(request, extender.tls).open(request, timeout=extender.timeout) as response:
        if response.status != http.client.OK:
            raise ExtenderError(
                f"failed {verb} with extender at URL {request.full_url}, code {response.status}"
            )
        parts = []
        size = 0
        while chunk := response.read1(_CHUNK):
            parts.append(chunk)
            size += len(chunk)
            if time.monotonic() > deadline:
                raise TimeoutError("timed out")
            if size > MAX_ANSWER:
                raise ExtenderError(
                    f"failed {verb} with extender at URL {request.full_url}, the answer is too large"
                )
        return b"".join(parts)


def _opener(request: Request, tls: TLS) -> OpenerDirector:
    opener = OpenerDirector()
    opener.add_handler(HTTPHandler())
    if request.type == "https":
        opener.add_handler(HTTPSHandler(context=_context(tls)))
    return opener


def _context(tls: TLS) -> ssl.SSLContext:
    context = ssl.create_default_context(
        cafile=tls.ca_file or None, cadata=base64.b64decode(tls.ca_data).decode() if tls.ca_data else None
    )
    if tls.insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    if tls.cert_file:
        context.load_cert_chain(tls.cert_file, tls.key_file or None)
    return context
