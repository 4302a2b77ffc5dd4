"""A request whose connection to the database is ended under it."""

from __future__ import annotations

import psycopg
import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from tests.services.folder import FOLDER, ON_SQLITE
from webui.core.runs.models import Run
from webui.site.calling import CallMiddleware

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(ON_SQLITE, reason="SQLite has no connection that somebody else could end"),
]


def answer(method: str, path: str, *, lost: int) -> tuple[HttpResponse, int]:
    """Ask for something whose view loses its connection that often; return the answer and how often it was asked."""
    calls = 0

    def view(request: HttpRequest) -> HttpResponse:
        nonlocal calls
        calls += 1
        if calls <= lost:
            end_connection()
        return HttpResponse(str(Run.objects.count()))

    request = RequestFactory().generic(method, path)
    response = CallMiddleware(lambda request: HttpResponse()).process_view(request, view, (), {})
    assert isinstance(response, HttpResponse)
    return response, calls


def end_connection() -> None:
    connection.ensure_connection()
    own = connection.connection.info.backend_pid
    with psycopg.connect(dbname="postgres", user="postgres", host=str(FOLDER), autocommit=True) as operator:
        operator.execute("SELECT pg_terminate_backend(%s)", [own])


def test_what_reads_is_asked_once_more() -> None:
    response, calls = answer("GET", "/api/runs", lost=1)
    assert (response.status_code, response.content, calls) == (200, b"0", 2)


def test_what_writes_is_not() -> None:
    response, calls = answer("POST", "/api/scenarios", lost=1)
    assert (response.status_code, response["Retry-After"], calls) == (503, "3", 1)
    assert b"The database does not answer" in response.content
    assert Run.objects.count() == 0  # on a new connection


def test_without_a_database_it_says_so() -> None:
    with translation.override("en"):
        response, calls = answer("GET", "/x/abc/", lost=5)
    assert (response.status_code, calls) == (503, 2)
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert "<h1>The database does not answer</h1>" in response.content.decode()
