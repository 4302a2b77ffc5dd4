from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.webui.conftest import Visitor, compute
from webui.config.publishing import publisher
from webui.core.runs import start, tasks
from webui.core.runs.models import Run
from webui.core.snapshots.models import Snapshot


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was handed to the broker, which these tests are not about: runs."""
    calls: list[str] = []

    def take(task: object, run: str, *, queue: str) -> None:
        assert task is tasks.run_scenario
        assert queue == "schedscope.small"
        calls.append(run)

    monkeypatch.setattr(publisher, "send", take)
    return calls


def begin(visitor: Visitor, draft: dict[str, Any], **options: Any) -> dict[str, Any]:
    return visitor.begin(f"/api/scenarios/{draft['id']}/runs", options)


def test_it_is_queued_once_the_draft_is_frozen(
    alice: Visitor,
    enqueued: list[str],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        run = begin(alice, alice.draft())
        assert enqueued == []
    assert run["status"] == "queued"
    assert enqueued == [run["id"]]


@pytest.mark.usefixtures("enqueued")
def test_messages_of_former_versions_name_the_same_task() -> None:
    assert tasks.run_scenario.name == "webui.runs.tasks.run_scenario"


def test_without_a_change_it_is_the_same_run(alice: Visitor) -> None:
    draft = alice.draft()
    first = begin(alice, draft)
    assert begin(alice, draft) == first
    compute(first["id"])
    assert begin(alice, draft) == first | {"status": "finished"}
    assert Run.objects.count() == 1


@pytest.mark.usefixtures("enqueued")
@pytest.mark.parametrize("options", [{"seed": 0}, {"seed": 1}, {"kubernetes_version": "1.35"}])
def test_with_other_options_it_is_another(alice: Visitor, options: dict[str, Any]) -> None:
    draft = alice.draft()
    first, second = begin(alice, draft), begin(alice, draft, **options)
    assert first["id"] != second["id"]
    assert first["snapshot"] != second["snapshot"]


@pytest.mark.usefixtures("enqueued")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("v1.36.2", "1.36"),
        ("1.36+fair-ties", "1.36+fair-ties"),
        ("v1.35.10+fair-ties", "1.35.10+fair-ties"),
    ],
)
def test_a_run_has_the_shortest_name_of_its_version(alice: Visitor, text: str, name: str) -> None:
    begun = begin(alice, alice.draft(), kubernetes_version=text)
    assert Snapshot.objects.get(pk=begun["snapshot"]).kubernetes_version == name


def test_an_unknown_version_is_refused(alice: Visitor) -> None:
    answer = alice.post(f"/api/scenarios/{alice.draft()['id']}/runs", {"kubernetes_version": "1.36+faster"})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == "kubernetes_version"


@pytest.mark.usefixtures("enqueued")
def test_after_a_failure_it_is_tried_again(alice: Visitor) -> None:
    draft = alice.draft()
    first = begin(alice, draft)
    Run.objects.update(status=Run.Status.FAILED)
    second = begin(alice, draft)
    assert (second["status"], second["snapshot"]) == ("queued", first["snapshot"])
    assert second["id"] != first["id"]


@pytest.mark.parametrize(
    ("change", "is_enqueued"),
    [
        ({"created": -timedelta(minutes=1)}, True),
        ({"status": Run.Status.RUNNING, "lease_until": -timedelta(seconds=1)}, True),
        ({"status": Run.Status.RUNNING, "lease_until": timedelta(minutes=1)}, False),
        ({}, False),
    ],
    ids=["forgotten by the broker", "worker gone", "worker at it", "just queued"],
)
def test_asking_again_wakes_an_abandoned_run(
    alice: Visitor,
    enqueued: list[str],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    change: dict[str, Any],
    is_enqueued: bool,
) -> None:
    draft = alice.draft()
    run = begin(alice, draft)
    now = timezone.now()
    Run.objects.update(**{k: now + v if isinstance(v, timedelta) else v for k, v in change.items()})
    with django_capture_on_commit_callbacks(execute=True):
        begin(alice, draft)
    assert enqueued == ([run["id"]] if is_enqueued else [])


NOW, LATER = timedelta(), timedelta(seconds=30)


def test_recovery_takes_up_what_has_no_worker(alice: Visitor, enqueued: list[str]) -> None:
    queued, leased, done = (begin(alice, alice.draft(title=title))["id"] for title in "abc")
    lease = timezone.now() + timedelta(seconds=20)
    Run.objects.filter(pk=leased).update(status=Run.Status.RUNNING, lease_until=lease)
    compute(done)
    tasks.enqueue_abandoned(resend_after=NOW)
    assert enqueued == [queued]
    Run.objects.filter(pk=leased).update(lease_until=timezone.now() - timedelta(seconds=1))
    tasks.enqueue_abandoned(resend_after=NOW)
    assert enqueued == [queued, queued, leased]


def test_what_was_just_sent_is_recovered_later(alice: Visitor, enqueued: list[str]) -> None:
    run = begin(alice, alice.draft())["id"]
    tasks.enqueue_abandoned(resend_after=LATER)
    assert enqueued == []
    Run.objects.update(
        enqueued=timezone.now() - LATER - timedelta(seconds=1)
    )  # SQLite's clock has milliseconds
    tasks.enqueue_abandoned(resend_after=LATER)
    tasks.enqueue_abandoned(resend_after=LATER)  # another worker, at the same time
    assert enqueued == [run]


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_it_stays_queued() -> None:
    """There is none in this test: the broker's socket does not exist."""
    visitor = Visitor()
    run = begin(visitor, visitor.draft())
    assert visitor.get(f"/api/runs/{run['id']}").json()["status"] == "queued"


@pytest.mark.django_db
def test_two_requests_at_once_get_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Visitor()
    draft = visitor.draft()
    first = begin(visitor, draft)
    reusable = iter([None])  # the second request looked before the first one wrote
    original = start.reusable_run
    monkeypatch.setattr(start, "reusable_run", lambda snapshot: next(reusable, original(snapshot)))
    assert begin(visitor, draft) == first
