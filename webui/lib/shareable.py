"""Mark responses that are the same for every visitor, so that `webui.site.shared_responses` sends one to many."""

from __future__ import annotations

from typing import TypeVar

from django.http.response import HttpResponseBase

HEADER = "X-Shareable"  # removed before the response is sent
STRANGERS, EVERYBODY = "strangers", "everybody"

Response = TypeVar("Response", bound=HttpResponseBase)


def for_strangers(response: Response) -> Response:
    """Mark a page that is the same for all who send no cookie but that of the language."""
    response.headers[HEADER] = STRANGERS
    return response


def for_everybody(response: Response) -> Response:
    """Mark an answer that depends on the address alone."""
    response.headers[HEADER] = EVERYBODY
    return response
