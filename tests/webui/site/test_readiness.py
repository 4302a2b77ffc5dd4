"""What /readyz checks, part by part, and how often."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from redis import Redis

from tests.webui.conftest import Visitor
from webui.config.broker import report_worker
from webui.core.runs.models import Run
from webui.site import readiness
from webui.site.readiness import Readiness, missing_parts, missing_room


@pytest.fixture
def unapplied() -> Iterator[str]:
    """A migration that the database does not have."""
    recorder = MigrationRecorder(connection)
    ((app, name),) = MigrationLoader(connection).graph.leaf_nodes("runs")
    recorder.record_unapplied(app, name)
    yield f"{app}.{name}"
    recorder.record_applied(app, name)


@pytest.mark.django_db(transaction=True)
def test_without_a_worker_it_is_the_worker_that_is_missing(valkey: str) -> None:
    with Redis.from_url(valkey) as client:
        client.flushall()
    assert set(missing_parts()) == {"worker"}
    report_worker()
    assert missing_parts() == {}


@pytest.fixture
def small(valkey: str) -> Iterator[Redis]:
    """A broker that is full, and says so instead of forgetting something."""
    with Redis.from_url(valkey) as client:
        client.config_set("maxmemory", "1")
        yield client
        client.config_set("maxmemory", "0")


@pytest.mark.django_db(transaction=True)
def test_a_full_broker_is_named(small: Redis) -> None:
    missing = missing_parts()
    assert set(missing) == {"broker memory"}
    assert "raise its `maxmemory`" in missing["broker memory"]
    small.config_set("maxmemory", "0")
    report_worker()
    assert missing_parts() == {}


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_takes_nothing_is_named(valkey: str) -> None:
    """A replica answers, and refuses what is sent."""
    report_worker()
    with Redis.from_url(valkey) as client:
        client.replicaof("127.0.0.1", "1")
        try:
            missing = missing_parts()
        finally:
            client.replicaof("NO", "ONE")
    assert set(missing) == {"broker"}
    assert missing["broker"].startswith("takes nothing: ")


@pytest.mark.django_db(transaction=True)
def test_a_run_that_is_started_while_the_broker_is_full_waits(small: Redis, alice: Visitor) -> None:
    draft = alice.draft()
    answer = alice.post(f"/api/scenarios/{draft['id']}/runs")
    assert answer.status_code == 202
    assert Run.objects.get(pk=answer.json()["id"]).status == Run.Status.QUEUED


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("valkey")
def test_a_database_without_the_newest_tables_is_not_ready(unapplied: str) -> None:
    report_worker()
    missing = missing_parts()
    assert set(missing) == {"migrations"}
    assert unapplied in missing["migrations"]


def test_a_disk_that_takes_nothing_is_missing(tmp_path: Path) -> None:
    assert missing_room(tmp_path) == {}
    assert set(missing_room(tmp_path / "nowhere")) == {"disk"}


def test_many_callers_share_one_check(monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[int] = []
    answered = Event()

    def check() -> dict[str, str]:
        checks.append(1)
        answered.wait(30)
        return {}

    monkeypatch.setattr(readiness, "missing_parts", check)
    shared = Readiness()
    with ThreadPoolExecutor(20) as crowd:
        answers = [crowd.submit(shared.missing) for _ in range(20)]
        answered.set()
    assert [answer.result() for answer in answers] == [{}] * 20
    assert len(checks) == 1


def test_while_somebody_checks_the_answer_before_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = Event(), Event()

    def slow() -> dict[str, str]:
        begun.set()
        go_on.wait(30)
        return {"broker": "does not answer"}

    shared = Readiness()
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(readiness, "missing_parts", dict)
    assert shared.missing() == {}
    monkeypatch.setattr(readiness, "missing_parts", slow)
    with ThreadPoolExecutor(1) as other:
        renewed = other.submit(shared.missing)
        begun.wait(30)
        assert shared.missing() == {}
        go_on.set()
        assert set(renewed.result()) == {"broker"}


def test_the_log_says_why_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(
        readiness.logger, "disabled", False
    )  # the command of another test may have configured logging
    caplog.set_level(logging.WARNING, readiness.logger.name)
    for name in ("START_SECONDS", "FRESH_SECONDS", "FRESH_SECONDS_MISSING"):
        monkeypatch.setattr(readiness, name, 0.0)
    shared = Readiness()
    for missing in ({"broker": "at secret.example"}, {"broker": "at secret.example"}, {}, {}):
        monkeypatch.setattr(readiness, "missing_parts", lambda missing=missing: missing)
        shared.missing()
    assert [record.message for record in caplog.records] == [
        "not ready: broker at secret.example",
        "ready again",
    ]
