"""Mark responses that are the same for every visitor, so that `webui.site.shared_responses` sends one to many.

A shared response is at most a second old. What reads a link says so (`shows`), and so does what changes one
(`changes`): then the responses that show it are gone at once. A part of a page that is not the same for all says so
too (`depends_on_reader`): then the page is not shared.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
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


@dataclass(eq=False, slots=True)
class Touched:
    """The links that a request shows and changes, and those that others have changed since it began.

    What is personal is sent to nobody else, however the response is marked.
    """

    links_shown: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    outdated: set[str] = field(default_factory=set)
    is_personal: bool = False

    @property
    def is_outdated(self) -> bool:
        """Return whether the response may show a link as it was."""
        return not self.links_shown.isdisjoint(self.outdated)


_touched: ContextVar[Touched | None] = ContextVar("touched", default=None)


def touched_from_now() -> Touched:
    """Return what this request, which begins, will have touched."""
    touched = Touched()
    _touched.set(touched)
    return touched


def shows(link: str) -> None:
    """Say that the response to this request depends on a link, a snapshot's id."""
    if (touched := _touched.get()) is not None:
        touched.links_shown.add(link)


def changes(link: str) -> None:
    """Say that this request changes what a link shows. Outside of requests it does nothing."""
    if (touched := _touched.get()) is not None:
        touched.changed.add(link)


def depends_on_reader() -> None:
    """Say that the response to this request depends on who asks, whatever the rest of it does."""
    if (touched := _touched.get()) is not None:
        touched.is_personal = True
