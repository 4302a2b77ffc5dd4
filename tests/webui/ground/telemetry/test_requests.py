"""Requests have an id, a log line and a place in the metrics."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from prometheus_client import REGISTRY
from pythonjsonlogger.json import JsonFormatter

from webui.config.celery import app
from webui.core.runs.tasks import run_scenario
from webui.ground.telemetry.context import add_context, run_id


def count(**labels: str) -> float:
    return REGISTRY.get_sample_value("schedscope_http_requests_total", labels) or 0.0


def test_the_id_of_a_proxy_is_kept_and_another_one_made() -> None:
    client = Client()
    assert client.get("/nothing/", headers={"X-Request-ID": "abc-1"}).headers["X-Request-ID"] == "abc-1"
    made = {
        client.get("/nothing/", headers={"X-Request-ID": bad}).headers["X-Request-ID"]
        for bad in ("", "a b\n")
    }
    assert len(made) == 2
    assert all(len(request_id) == 16 for request_id in made)


def test_requests_are_counted_by_route_and_not_by_address() -> None:
    labels = {"method": "GET", "route": "none", "status": "404"}
    before = count(**labels)
    for path in ("/nothing/", "/nowhere/"):
        Client().get(path)
    assert count(**labels) == before + 2
    Client().generic("BREW", "/nothing/")
    assert count(method="other", route="none", status="404") >= 1


@pytest.mark.django_db
def test_lines_are_json_with_the_ids(caplog: pytest.LogCaptureFixture) -> None:
    form: Any = settings.LOGGING
    form = form["formatters"]["json"]
    formatter = JsonFormatter(form["format"], style=form["style"], rename_fields=form["rename_fields"])
    caplog.handler.addFilter(add_context)
    with caplog.at_level(logging.INFO, "webui.request"):
        Client().get("/message/", headers={"X-Request-ID": "abc-2"})
    (record,) = [record for record in caplog.records if record.name == "webui.request"]
    line = json.loads(formatter.format(record))
    assert line.keys() >= {"time", "milliseconds"}
    assert {key: line[key] for key in ("level", "logger", "message", "request_id", "route", "status")} == {
        "level": "INFO",
        "logger": "webui.request",
        "message": "GET /message/ 200",
        "request_id": "abc-2",
        "route": "message/",
        "status": 200,
    }


@pytest.mark.django_db
def test_lines_of_a_task_name_its_run(monkeypatch: pytest.MonkeyPatch) -> None:
    app.loader.import_default_modules()  # as a worker does
    named = []
    monkeypatch.setattr("webui.core.runs.tasks.claim_next", lambda run, **_: named.append(run_id.get()))
    run = "11111111-1111-1111-1111-111111111111"
    run_scenario.apply((run,))
    assert named == [run]
    assert run_id.get() == ""
