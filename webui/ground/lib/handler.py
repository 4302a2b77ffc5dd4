"""Django's ASGI handler, for a site whose middleware and views are all synchronous."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class SynchronousHandler(ASGIHandler):
    """Takes a request through middleware and view in one go, in its thread.

    Django's own returns to the event loop between the two, which costs as much processor time as a small page.
    """

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: FBT001, FBT002
        """Load all of it as synchronous, whatever is asked for."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return what middleware and view answer."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
