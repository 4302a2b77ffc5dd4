"""What is deleted by itself, and what is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.services.folder import ON_SQLITE
from tests.services.waiting import wait_for
from tests.webui.conftest import Visitor
from webui.config.publishing import publisher
from webui.core.runs.models import Run, RunEvent
from webui.core.scenarios.models import PastRun, Scenario
from webui.core.snapshots.models import Keeper, Snapshot, Tombstone
from webui.features.daytwo.models import Play
from webui.features.sweeps.models import Sweep
from webui.features.upgrade.models import Upgrade
from webui.features.whatif.models import Inquiry
from webui.site import tasks
from webui.site.models import Timetable
from webui.site.retention import prune


def days_ago(days: float) -> datetime:
    return timezone.now() - timedelta(days=days)


def unkept(visitor: Visitor, *, age: float) -> str:
    """Return a link of this age in days that nobody keeps."""
    link = str(visitor.run(visitor.draft(title=f"{age} days"))["snapshot"])
    Snapshot.objects.filter(pk=link).update(created=days_ago(age))
    Keeper.objects.filter(snapshot=link).delete()
    return link


def test_a_link_that_nobody_keeps_ends_after_a_month(alice: Visitor) -> None:
    old, new = unkept(alice, age=30.1), unkept(alice, age=29.9)
    link = str(alice.run(alice.draft())["snapshot"])
    Snapshot.objects.filter(pk=link).update(created=days_ago(1000))
    assert prune()["unkept links"] == 1
    assert set(Snapshot.objects.values_list("pk", flat=True)) == {new, link}
    assert Tombstone.objects.get().pk == old
    assert alice.get(f"/x/{old}/").status_code == 410


def test_a_public_link_stays(alice: Visitor) -> None:
    link = unkept(alice, age=1000)
    Snapshot.objects.filter(pk=link).update(visibility=Snapshot.Visibility.PUBLIC)
    assert prune()["unkept links"] == 0


def test_zero_days_are_never(alice: Visitor, settings: Settings) -> None:
    settings.KEEP_UNKEPT_DAYS = settings.KEEP_DRAFTS_DAYS = 0
    unkept(alice, age=1000)
    Scenario.objects.update(updated=days_ago(1000))
    PastRun.objects.all().delete()
    assert not any(prune().values())


def test_stopped_runs_and_answers_of_tasks_end_after_a_month(alice: Visitor) -> None:
    link = str(alice.run(alice.draft())["snapshot"])
    good = Run.objects.get()
    for age in (31, 29):
        ended = {"snapshot_id": link, "status": Run.Status.FAILED, "finished": days_ago(age)}
        Run.objects.create(**ended)
        inquiry = Inquiry.objects.create(run=good, pod=f"a/{age}", status=Inquiry.Status.FINISHED)
        upgrade = Upgrade.objects.create(snapshot_id=link, releases=f"{age}", status=Upgrade.Status.QUEUED)
        play = Play.objects.create(
            snapshot_id=link, digest=f"{age}", seed=1, seeds=0, status=Play.Status.FINISHED
        )
        sweep = Sweep.objects.create(
            snapshot_id=link, digest=f"{age}", points=1, status=Sweep.Status.FINISHED
        )
        Sweep.objects.filter(pk=sweep.pk).update(created=days_ago(age))
        Play.objects.filter(pk=play.pk).update(created=days_ago(age))
        Inquiry.objects.filter(pk=inquiry.pk).update(created=days_ago(age))
        Upgrade.objects.filter(pk=upgrade.pk).update(created=days_ago(age))
    deleted = prune()
    assert (deleted["stopped runs"], deleted["ended tasks"]) == (1, 3)
    assert (Play.objects.get().digest, Sweep.objects.get().digest) == ("29", "29")
    assert (Run.objects.count(), Inquiry.objects.get().pod, Upgrade.objects.count()) == (2, "a/29", 2)


def test_drafts_of_browsers_end_a_year_after_they_were_used(alice: Visitor, stranger: Visitor) -> None:
    unused, run_lately = alice.draft(title="unused"), alice.draft(title="run lately")
    alice.run(run_lately)
    form = {"username": "ann", "password1": "a long one, with spaces", "password2": "a long one, with spaces"}
    stranger.client.post("/account/sign-up/", form)
    stranger.draft(title="of an account")
    Scenario.objects.update(updated=days_ago(366))
    new = alice.draft(title="new")
    assert prune()["orphaned drafts"] == 1
    assert set(Scenario.objects.values_list("title", flat=True)) == {"run lately", "of an account", "new"}
    assert alice.get(f"/api/scenarios/{unused['id']}").status_code == 404
    assert alice.get(f"/api/scenarios/{new['id']}").status_code == 200


def elsewhere(action: Callable[[], Any]) -> Callable[[], Any]:
    """The action for another thread, which has a connection of its own."""

    def done_elsewhere() -> Any:
        try:
            return action()
        finally:
            connection.close()

    return done_elsewhere


@contextmanager
def after_the_look_at(fragment: str, action: Callable[[], Any]) -> Iterator[None]:
    """Let somebody else do something once, right after the first query that has a fragment."""
    actions = [action]

    def watch(execute: Any, sql: str, *arguments: Any) -> Any:
        result = execute(sql, *arguments)
        if sql.startswith("SELECT") and fragment in sql and actions:
            with ThreadPoolExecutor(1) as somebody:
                somebody.submit(elsewhere(actions.pop())).result(30)
        return result

    with connection.execute_wrapper(watch):
        yield
    assert actions == []


@pytest.mark.django_db(transaction=True)
def test_a_link_that_somebody_keeps_meanwhile_stays(alice: Visitor) -> None:
    link, other = unkept(alice, age=31), unkept(alice, age=32)
    keep = lambda: Keeper.objects.create(snapshot_id=link, holder="somebody")  # noqa: E731
    with after_the_look_at('JOIN "sharing_keeper"', keep):
        assert prune()["unkept links"] == 1
    assert (Snapshot.objects.get().pk, Tombstone.objects.get().pk) == (link, other)
    assert Keeper.objects.get().holder == "somebody"


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(ON_SQLITE, reason="SQLite has one writer at a time")
def test_a_variant_that_somebody_keeps_meanwhile_stays(alice: Visitor) -> None:
    link, variant = unkept(alice, age=31), unkept(alice, age=1)
    Snapshot.objects.filter(pk=variant).update(original=link)
    keep = lambda: Keeper.objects.create(snapshot_id=variant, holder="somebody")  # noqa: E731
    with after_the_look_at('"original_id" = ', keep):
        prune()
    assert Snapshot.objects.get().pk == variant


@pytest.mark.django_db(transaction=True)
def test_a_link_that_no_longer_expires_stays(alice: Visitor) -> None:
    link = str(alice.run(alice.draft())["snapshot"])
    Snapshot.objects.update(expires=days_ago(1))
    with after_the_look_at('"expires" <= ', lambda: Snapshot.objects.update(expires=None)):
        assert prune()["expired links"] == 0
    assert Snapshot.objects.get().pk == link


@pytest.mark.django_db(transaction=True)
def test_a_draft_that_is_used_meanwhile_stays(alice: Visitor) -> None:
    for title in ("used", "unused"):
        alice.draft(title=title)
    Scenario.objects.update(updated=days_ago(366))
    use = lambda: Scenario.objects.filter(title="used").update(updated=timezone.now())  # noqa: E731
    with after_the_look_at('FROM "scenarios_scenario"', use):
        assert prune()["orphaned drafts"] == 1
    assert Scenario.objects.get().title == "used"


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(ON_SQLITE, reason="SQLite has one writer at a time")
def test_who_is_about_to_keep_a_link_is_waited_for(alice: Visitor) -> None:
    draft = alice.draft()
    link = str(alice.run(draft)["snapshot"])
    Snapshot.objects.update(created=days_ago(31))
    Keeper.objects.all().delete()
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            assert alice.run(draft)["snapshot"] == link
            pruned = other.submit(elsewhere(prune))
            wait_for(somebody_waits_for_a_lock, "the deletion waits")
        assert pruned.result(30)["unkept links"] == 0
    assert Snapshot.objects.get().pk == link


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(ON_SQLITE, reason="SQLite has one writer at a time")
def test_a_run_that_is_being_written_goes_with_its_link(alice: Visitor) -> None:
    draft = alice.draft()
    run = Run.objects.get(pk=alice.post(f"/api/scenarios/{draft['id']}/runs").json()["id"])
    delete = lambda: alice.client.delete(f"/api/snapshots/{run.snapshot_id}").status_code  # noqa: E731
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            Run.objects.filter(pk=run.pk).update(events=1)
            RunEvent.objects.create(run=run, seq=1, kind="run.started", payload={"kind": "run.started"})
            deleted = other.submit(elsewhere(delete))
            wait_for(somebody_waits_for_a_lock, "the deletion waits")
        assert deleted.result(30) == 200
    assert not RunEvent.objects.exists()


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        (waiting,) = cursor.fetchone()
    return bool(waiting)


@pytest.mark.django_db
def test_expired_sessions_end() -> None:
    for age in (-1, 1):
        Session.objects.create(session_key=f"k{age}", session_data="", expire_date=days_ago(age))
    prune()
    assert Session.objects.get().session_key == "k-1"


@pytest.mark.django_db
def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("prune")
    assert "0 unkept links" in capsys.readouterr().out


@pytest.mark.django_db
def test_one_process_an_hour_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(publisher, "send", lambda task: sent.append(task.name.rpartition(".")[2]))
    for _ in range(3):
        tasks.prune_if_due()
    assert sent == ["prune"]
    Timetable.objects.update(due=timezone.now())
    tasks.prune_if_due()
    assert sent == ["prune", "prune"]
