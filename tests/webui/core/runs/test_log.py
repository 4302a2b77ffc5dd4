"""The log of a run is the same, whoever writes it and however often he is interrupted."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from scheduler_core import Scenario, simulate
from tests.services.folder import FOLDER, ON_SQLITE
from tests.services.waiting import wait_for
from tests.webui.clusters import SPREAD, many
from tests.webui.conftest import Visitor
from webui.core.runs import execute as execution
from webui.core.runs import log
from webui.core.runs.execute import claim, execute
from webui.core.runs.models import Run, RunEvent
from webui.ground.lib.work import ATTEMPTS, kept_lease

LONG = many(30, nodes=6)


def queued(source: str = SPREAD) -> Run:
    visitor = Visitor()
    answer = visitor.post(f"/api/scenarios/{visitor.draft(source)['id']}/runs")
    return Run.objects.select_related("snapshot").get(pk=answer.json()["id"])


def expected(run: Run) -> list[dict[str, Any]]:
    scenario = Scenario.from_content(run.snapshot.content)
    return [
        {"seq": seq, **event}
        for seq, event in enumerate(simulate(scenario, kubernetes_version="1.36"), start=1)
    ]


def logged_events(run: Run) -> list[dict[str, Any]]:
    return log.read(run.pk, after=0, limit=100_000)


def take(run: Run, owner: str = "worker") -> Run:
    claimed = claim(run.pk, owner=owner)
    assert claimed is not None
    return claimed


@pytest.mark.django_db
def test_it_is_what_the_engine_says_with_numbers() -> None:
    run = take(queued(LONG))
    execute(run, live=False)
    assert logged_events(run) == expected(run)
    run.refresh_from_db()
    assert (run.status, run.cycles, run.pods, run.placed, run.pending) == ("finished", 30, 30, 30, 0)
    assert run.events == len(expected(run))
    assert run.lease_until is None
    assert run.finished is not None


class Killed(BaseException):
    """The worker ends here: nothing after it is done."""


def interrupted(run: Run, monkeypatch: pytest.MonkeyPatch, *, after: int) -> None:
    """Run until `after` events are computed; events that are not yet written are lost."""

    def dying(*arguments: Any, **options: Any) -> Any:
        for count, event in enumerate(simulate(*arguments, **options)):
            if count == after:
                raise Killed
            yield event

    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(execution, "simulate", dying)
        execute(run, live=True)


@pytest.mark.django_db
@pytest.mark.parametrize("after", [0, 1, 50, 51, 137])
def test_a_second_delivery_appends_only_what_is_missing(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    run = queued(LONG)
    interrupted(take(run), monkeypatch, after=after)
    before = list(RunEvent.objects.filter(run=run).values_list("pk", "seq"))
    assert len(before) <= after
    execute(take(run), live=False)
    assert logged_events(run) == expected(run)
    assert list(RunEvent.objects.filter(run=run).values_list("pk", "seq"))[: len(before)] == before
    run.refresh_from_db()
    assert (run.cycles, run.placed, run.status) == (30, 30, "finished")


@pytest.mark.django_db
def test_the_first_cycle_is_there_as_soon_as_it_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    run = queued(LONG)
    first = next(i for i, event in enumerate(expected(run), start=1) if event["kind"] == "cycle.finished")
    interrupted(take(run), monkeypatch, after=first)
    assert logged_events(run) == expected(run)[:first]


@pytest.mark.django_db
def test_after_the_end_it_is_not_begun_again() -> None:
    run = queued()
    execute(take(run), live=False)
    assert claim(run.pk, owner="worker") is None
    assert claim(run.pk, owner="another") is None


@pytest.mark.django_db
def test_one_worker_has_it_until_the_lease_is_over() -> None:
    run = queued()
    take(run, "first")
    assert claim(run.pk, owner="second") is None
    Run.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    take(run, "second")


@pytest.mark.django_db
def test_the_same_message_again_means_that_its_receiver_is_gone() -> None:
    run = queued()
    take(run, "first")
    take(run, "first")


@pytest.mark.django_db
def test_who_lost_the_lease_writes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    run = queued(LONG)
    first = take(run, "first")

    def overtaken(*arguments: Any, **options: Any) -> Any:
        for count, event in enumerate(simulate(*arguments, **options)):
            if count == 60:
                Run.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
                take(run, "second")
            yield event

    with monkeypatch.context() as patch:
        patch.setattr(execution, "simulate", overtaken)
        execute(first)
    stored = len(logged_events(run))
    assert 0 < stored <= 60
    assert Run.objects.get(pk=run.pk).status == "running"
    second = Run.objects.get(pk=run.pk)
    assert (second.attempt, second.lease_owner) == (2, "second")
    execute(second, live=False)
    assert logged_events(run) == expected(run)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(ON_SQLITE, reason="SQLite has no connection that somebody else could end")
def test_a_lost_connection_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    run = take(queued(LONG))

    def disconnected(*arguments: Any, **options: Any) -> Any:
        for count, event in enumerate(simulate(*arguments, **options)):
            if count in (10, 60, 61):
                end_connection()
            yield event

    monkeypatch.setattr(execution, "simulate", disconnected)
    execute(run)
    assert (run.status, run.error) == ("finished", "")
    assert logged_events(run) == expected(run)


def end_connection() -> None:
    """End this process's connection to PostgreSQL as an operator or a restart does."""
    import psycopg

    own = connection.connection.info.backend_pid if connection.connection else 0
    with psycopg.connect(dbname="postgres", user="postgres", host=str(FOLDER), autocommit=True) as operator:
        operator.execute("SELECT pg_terminate_backend(%s)", [own])


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not ON_SQLITE, reason="SQLite alone can be told how large the disk is")
def test_a_full_disk_ends_it_with_a_sentence() -> None:
    run = take(queued(many(300, nodes=6)))
    with connection.cursor() as cursor:
        (pages,) = cursor.execute("PRAGMA page_count").fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages + 20}")
    execute(run)
    connection.close()  # the limit is the connection's own
    run.refresh_from_db()
    assert (run.status, run.lease_until) == ("failed", None)
    assert "server's disk is full" in run.problem
    events = logged_events(run)
    assert [event["seq"] for event in events] == list(range(1, run.events + 1))
    assert events[-1]["kind"] == "run.failed"
    assert run.cycles == sum(event["kind"] == "cycle.finished" for event in events)


@pytest.mark.django_db
def test_a_run_that_always_ends_its_worker_is_given_up() -> None:
    run = queued()
    Run.objects.update(attempt=ATTEMPTS)
    execute(take(run))
    run.refresh_from_db()
    assert run.status == "failed"
    assert f"started {ATTEMPTS} times" in run.problem


@pytest.mark.django_db(transaction=True)
def test_the_lease_is_renewed_while_nothing_is_written(settings: Settings) -> None:
    settings.RUN_LEASE = 1
    run = take(queued())
    before = Run.objects.get(pk=run.pk).lease_until
    assert before is not None
    with kept_lease(run):
        wait_for(lambda: Run.objects.filter(pk=run.pk, lease_until__gt=before).exists(), "it is renewed")
    assert claim(run.pk, owner="another") is None


@pytest.mark.django_db(transaction=True)
def test_two_workers_on_one_run_write_one_log() -> None:
    run = queued(LONG)
    workers = [Run.objects.select_related("snapshot").get(pk=run.pk) for _ in range(2)]
    for worker in workers:
        worker.status = Run.Status.RUNNING
    together = threading.Barrier(2)

    def work(worker: Run) -> None:
        together.wait()
        execute(worker, live=False)
        connection.close()

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert logged_events(run) == expected(run)
    run.refresh_from_db()
    assert (run.status, run.cycles, run.events) == ("finished", 30, len(expected(run)))


@pytest.mark.django_db
def test_it_ends_at_the_time_limit_and_says_so(settings: Settings) -> None:
    settings.RUN_TIME_LIMIT = 0
    run = take(queued())
    execute(run, live=False)
    assert run.status == "failed"
    assert "limit of 0:00:00" in run.problem
    last = logged_events(run)[-1]
    assert last["kind"] == "run.failed"
    assert last["message"] == run.problem
    assert last["seq"] == run.events


@pytest.mark.django_db
def test_a_fault_of_the_engine_fails_the_run_without_details(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    run = queued(LONG)
    interrupted(take(run), monkeypatch, after=60)
    stored = len(logged_events(run))

    def broken(*_: Any, **__: Any) -> Any:
        yield {"kind": "run.started", "pods": []}
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(execution, "simulate", broken)
    again = take(run)
    execute(again, live=False)
    events = logged_events(run)
    assert [event["seq"] for event in events] == list(range(1, stored + 2))
    assert events[-1]["kind"] == "run.failed"
    assert "secret" not in events[-1]["message"]
    assert str(run.pk) in events[-1]["message"]
    assert "ZeroDivisionError" in caplog.text
