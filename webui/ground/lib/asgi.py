"""Types of ASGI, and the API's form of errors for those who answer before Django does."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, parse_cookie
from django.http.response import HttpResponseBase
from django.utils.translation import get_language_from_request, override

from scheduler_core import Sentence
from webui.ground.lib.sentences import spoken

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class Refused(Exception):
    """A request is not let through: the status, the sentence and, in seconds, when to try again."""

    def __init__(self, status: int, message: Sentence, *, retry_after: int | None = None) -> None:
        super().__init__(status, message)
        self.status = status
        self.message = message
        self.retry_after = retry_after


async def send_refusal(scope: Scope, send: Send, refused: Refused) -> None:
    """Answer with an error, and close the connection: the body may not have been read to its end."""
    with override(_language_of(scope)):
        message = spoken(refused.message)
    body = json.dumps({"errors": [{"path": "", "message": message}]}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if refused.retry_after is not None:
        headers.append((b"retry-after", str(refused.retry_after).encode()))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _language_of(scope: Scope) -> str:
    """Return the language of a request that has not come to Django's LocaleMiddleware."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    return get_language_from_request(request)


class SynchronousHandler(ASGIHandler):
    """Django's handler, for a site whose middleware and views are all synchronous: in one go, in its thread.

    Django's own returns to the event loop between the two, which costs as much processor time as a small page.
    """

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: FBT001, FBT002
        """Load all of it as synchronous, whatever is asked for."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return what middleware and view answer."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
