"""Connections to the database are lost: to a restart, to an operator, to the network. Nothing has to fail by that."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

CONNECTION_ERRORS = (OperationalError, InterfaceError)
WORKER_PATIENCE_SECONDS = 30.0  # in which a worker waits for a database that does not answer
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds between two attempts
RETRY_AFTER = 3  # seconds that a client is asked to wait

DISK_FULL = "53100"  # PostgreSQL's code
SQLITE_FULL = "database or disk is full"

T = TypeVar("T")
logger = logging.getLogger(__name__)


def retry(work: Callable[[], T], *, seconds: float = WORKER_PATIENCE_SECONDS) -> T:
    """Return what `work` returns, done again on a new connection while the database cannot be reached.

    That many seconds after the first loss, however long the work took until then, the last error is raised; within a
    transaction at once, as it is lost as a whole.
    """
    end = None
    pause = FIRST_PAUSE
    while True:
        try:
            return work()
        except CONNECTION_ERRORS as error:
            end = end or time.monotonic() + seconds
            if connection.in_atomic_block or is_disk_full(error) or time.monotonic() + pause > end:
                raise
            logger.warning("the database does not answer, trying again: %s", error)
        connection.close()
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def one_at_a_time(name: str) -> None:
    """Within a transaction: wait until none other holds this name, and hold it until the end.

    On SQLite the transaction does so itself, as ours begin with the one lock for writing.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [name])


def is_disk_full(error: Exception) -> bool:
    """Return whether the database has no room left, which trying again does not change."""
    return getattr(error.__cause__, "sqlstate", None) == DISK_FULL or SQLITE_FULL in str(error)


def unavailable(request: HttpRequest) -> HttpResponseBase:
    """Return 503 in words: JSON where the API was asked, else a page, which reads nothing of the database."""
    headers = {"Retry-After": str(RETRY_AFTER)}
    if request.path.startswith("/api/"):
        message = gettext("The database does not answer. Try again in a few seconds.")
        return JsonResponse({"errors": [{"path": "", "message": message}]}, status=503, headers=headers)
    return HttpResponse(render_to_string("503.html"), status=503, headers=headers)
