"""Refuse U+0000 in what is sent: PostgreSQL stores and finds no text with it, and nothing in Kubernetes has it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext

from webui.ground.lib.errors import Problem, invalid, not_found

NUL = "\0"
IN_QUERY = "%00"
IN_JSON = b"\\u0000"  # there is no other way to write it


def require_address_without_nul(request: HttpRequest) -> None:
    """Raise Problem for U+0000 in what names a row: 404 in the path, 422 in the query and the session's cookie."""
    if NUL in request.path:
        raise not_found("")
    if NUL in request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""):
        raise _refused("Cookie")
    if IN_QUERY in request.META.get("QUERY_STRING", ""):
        for name, values in request.GET.lists():
            if any(NUL in text for text in (name, *values)):
                raise _refused(name)


def require_body_without_nul(text: bytes, body: object) -> None:
    """Raise Problem (422) for U+0000 anywhere in `body`, which was read from the JSON `text`."""
    if IN_JSON in text and (path := _path_in(body)) is not None:
        raise _refused(path)


def _path_in(body: object) -> str | None:
    """Return the path of a text with U+0000, None without one. Bodies may be nested deeper than calls may be."""
    waiting: list[tuple[str, Any]] = [("", body)]
    for path, value in waiting:
        if isinstance(value, dict | list):
            fields = value.items() if isinstance(value, dict) else enumerate(value)
            for key, inner in fields:
                name = f"{path}.{key}".removeprefix(".")
                waiting += [(name, key), (name, inner)]
        elif isinstance(value, str) and NUL in value:
            return path
    return None


def _refused(path: str) -> Problem:
    return invalid(path.replace(NUL, ""), gettext("must not contain the character U+0000"))
