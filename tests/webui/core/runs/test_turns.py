"""Whose run is computed next."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from scheduler_core.contract import ScenarioSummary
from tests.services.folder import FOLDER, database_url
from tests.services.live import running
from tests.services.waiting import wait_for
from tests.webui.clusters import many
from tests.webui.conftest import Visitor
from webui.core.runs.models import Run
from webui.core.runs.tasks import claim_next, is_large
from webui.site.processes import commands


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ({"nodes": 5_000, "pods": 0, "pending": 10}, False),
        ({"nodes": 20, "pods": 400, "pending": 500}, False),
        ({"nodes": 0, "pods": 501, "pending": 501}, True),
        ({"nodes": 1_000, "pods": 60, "pending": 51}, True),
        ({"nodes": 2_000, "pods": 3_001, "pending": 1}, True),
    ],
)
def test_size(summary: ScenarioSummary, expected: bool) -> None:
    assert is_large(summary) is expected


@pytest.fixture
def queued(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> dict[str, Run]:
    """Runs that wait, by name, in the order in which they were started: three of ann, one of bob, a small one."""
    runs: dict[str, Run] = {}
    draft = alice.draft()
    network = uuid.uuid4().hex  # turns of other tests are remembered
    for seed, name in enumerate(("ann-1", "ann-2", "ann-3", "bob-1", "ann-small")):
        run_id = alice.post(f"/api/scenarios/{draft['id']}/runs", {"seed": seed}).json()["id"]
        requester, _, kind = name.partition("-")
        Run.objects.filter(pk=run_id).update(starter=requester, network=network, large=kind != "small")
        runs[name] = Run.objects.get(pk=run_id)
    return runs


def take(queued: dict[str, Run], message: str, *, owner: str = "") -> str | None:
    """Return the name of the run that a worker takes for the message of a run."""
    run = claim_next(queued[message].pk, owner=owner or f"message of {message}")
    return next((name for name, other in queued.items() if run and other.pk == run.pk), None)


def finish(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(status=Run.Status.FINISHED, lease_until=None)


def test_the_turn_goes_round(queued: dict[str, Run]) -> None:
    taken = [take(queued, message) for message in ("ann-1", "ann-2", "ann-3", "bob-1")]
    assert taken == ["ann-1", "bob-1", "ann-2", "ann-3"]
    assert take(queued, "ann-1", owner="sent twice") is None


def test_it_goes_to_whom_nothing_runs_then_to_whom_nothing_was_started_for_long(
    queued: dict[str, Run],
) -> None:
    assert take(queued, "ann-1") == "ann-1"
    finish(queued["ann-1"])
    assert take(queued, "ann-2") == "bob-1", "for whom nothing was ever started"


def test_small_runs_wait_only_for_small_ones(queued: dict[str, Run]) -> None:
    assert take(queued, "ann-small") == "ann-small"
    assert take(queued, "ann-small", owner="another") is None


def test_a_message_that_is_delivered_again_goes_on_with_its_run(queued: dict[str, Run]) -> None:
    assert take(queued, "ann-1", owner="m1") == "ann-1"
    assert take(queued, "ann-2", owner="m2") == "bob-1"
    assert take(queued, "ann-2", owner="m2") == "bob-1", "its worker is gone"


def test_a_lost_run_is_taken_up_by_its_own_message(queued: dict[str, Run]) -> None:
    assert take(queued, "bob-1", owner="lost") == "ann-1"
    Run.objects.filter(pk=queued["ann-1"].pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert take(queued, "ann-1", owner="sent again") == "ann-1"


def test_a_message_of_no_run(db: None) -> None:
    assert claim_next(uuid.uuid4(), owner="m") is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("valkey")
def test_a_reserved_worker_computes_small_runs_while_large_ones_wait() -> None:
    visitor = Visitor()
    large = [visitor.draft(many(520 + more), f"Large {more}") for more in range(2)]
    small = visitor.draft(many(2, nodes=2), "Small")
    runs = [visitor.post(f"/api/scenarios/{draft['id']}/runs").json()["id"] for draft in (*large, small)]
    from django.conf import settings

    environment = {"DATABASE_URL": database_url(str(settings.DATABASES["default"]["NAME"]))}
    with running(commands.worker(small=True), environment, FOLDER / "small-worker.log"):
        wait_for(
            lambda: Run.objects.get(pk=runs[2]).status == Run.Status.FINISHED,
            "the small run ends",
            seconds=90,
        )
    assert [Run.objects.get(pk=pk).status for pk in runs[:2]] == [Run.Status.QUEUED] * 2
