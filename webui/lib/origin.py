"""Check the origin of websockets."""

from __future__ import annotations

from typing import Any
from urllib.parse import ParseResult

from channels.security.websocket import OriginValidator
from django.conf import settings


class SameSiteWebsockets(OriginValidator):  # type: ignore[misc]  # channels has no types
    """Rejects pages of other sites. A client without an Origin header is not a page and is accepted."""

    def __init__(self, application: Any) -> None:
        super().__init__(application, [*settings.ALLOWED_HOSTS, *settings.CSRF_TRUSTED_ORIGINS])

    def valid_origin(self, parsed_origin: ParseResult | None) -> bool:
        return parsed_origin is None or bool(self.validate_origin(parsed_origin))
