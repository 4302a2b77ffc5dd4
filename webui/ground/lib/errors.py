"""The one form of all errors of the API: {"errors": [{path, message, line?, object?}]}."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NotRequired

from django.utils.translation import gettext
from ninja import Schema
from typing_extensions import TypedDict

from scheduler_core import InputError, InvalidInput, TooLarge
from webui.ground.lib.sentences import from_stored, spoken, to_stored


class ErrorItem(TypedDict):
    path: str
    message: str
    line: NotRequired[int]
    object: NotRequired[str]  # that the path is in: "Pod default/web-0"


class ErrorsOut(Schema):
    errors: list[ErrorItem]


class Problem(Exception):
    """An expected error: an HTTP status and error items for the caller."""

    def __init__(self, status: int, errors: list[ErrorItem]) -> None:
        super().__init__(status, errors)
        self.status = status
        self.errors = errors

    @property
    def sentence(self) -> str:
        """The first message as a sentence, for a page."""
        message = self.errors[0]["message"]
        return gettext("%(sentence)s.") % {"sentence": message[:1].upper() + message[1:]}


class TooMany(Problem):
    """A limit is used up (HTTP 429), for another `retry_after` seconds."""

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(429, [{"path": "", "message": message}])
        self.retry_after = retry_after


def not_found(what: str) -> Problem:
    """Return a Problem with status 404 for `what`."""
    return Problem(404, [{"path": what, "message": gettext("not found")}])


def invalid(path: str, message: str) -> Problem:
    """Return a Problem with status 422 for the value at `path`."""
    return Problem(422, [{"path": path, "message": message}])


@contextmanager
def engine_refusals(*, too_large: int = 422) -> Iterator[None]:
    """Raise what the engine refuses as a Problem (422, for what is too large as said)."""
    try:
        yield
    except InvalidInput as error:
        raise Problem(too_large if isinstance(error, TooLarge) else 422, items(error.errors)) from error


def items(errors: Iterable[InputError]) -> list[ErrorItem]:
    """Convert the engine's errors to items of the API, in the current language."""
    return [_item(error) for error in errors]


def items_to_stored(errors: Iterable[InputError]) -> list[ErrorItem]:
    """Convert the engine's errors to items that a database keeps, for readers of any language."""
    return [{**_item(error), "message": to_stored(error.message)} for error in errors]


def items_from_stored(errors: Iterable[ErrorItem]) -> list[ErrorItem]:
    """Return kept items in the current language."""
    return [{**error, "message": from_stored(error["message"])} for error in errors]


def _item(error: InputError) -> ErrorItem:
    item: ErrorItem = {"path": error.path, "message": spoken(error.message)}
    if error.line is not None:
        item["line"] = error.line
    if error.object:
        item["object"] = error.object
    return item
