"""Workers that are killed in the middle of a run, for real."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings

from scheduler_core import Scenario, simulate
from tests.services.folder import FOLDER, database_url
from tests.services.processes import children
from tests.services.waiting import wait_for
from tests.webui.clusters import many
from tests.webui.conftest import Visitor
from webui.core.runs import log
from webui.core.runs.models import Run
from webui.site.processes import child, commands

PODS = 1_000  # so that a run lasts longer than the pauses of a busy machine
LEASE = 2  # seconds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("valkey")]


class Workers:
    """Celery workers on the database of the tests."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._log = stack.enter_context((FOLDER / "killed-workers.log").open("wb"))

    def start(self) -> subprocess.Popen[bytes]:
        database = database_url(str(settings.DATABASES["default"]["NAME"]))
        environment = {"DATABASE_URL": database, "RUN_LEASE": str(LEASE), "WORKERS": "1"}
        worker = child.spawn(commands.worker(), environment=environment, output=self._log)
        self._stack.callback(child.stop, worker, 5)
        return worker


@pytest.fixture
def workers() -> Iterator[Workers]:
    with ExitStack() as stack:
        yield Workers(stack)


def begin() -> Run:
    visitor = Visitor()
    draft = visitor.draft(many(PODS))
    run = visitor.post(f"/api/scenarios/{draft['id']}/runs").json()
    return Run.objects.select_related("snapshot").get(pk=run["id"])


def wait_until_in_the_middle(run: Run) -> None:
    def in_the_middle() -> bool:
        run.refresh_from_db()
        return run.cycles > 5

    wait_for(in_the_middle, "some cycles are done")
    assert run.status == Run.Status.RUNNING, "the run is too short for this test"


def check_it_ends_exactly(run: Run) -> None:
    def ended() -> bool:
        run.refresh_from_db()
        return run.status not in Run.UNFINISHED

    wait_for(ended, "the run ends", seconds=60)
    scenario = Scenario.from_content(run.snapshot.content)
    events = simulate(scenario, kubernetes_version="1.36")
    expected = [{"seq": seq, **event} for seq, event in enumerate(events, start=1)]
    assert log.read(run.pk, after=0, limit=len(expected) + 1) == expected
    assert (run.status, run.cycles, run.placed, run.events) == ("finished", PODS, PODS, len(expected))


def test_a_killed_pool_process_gets_the_run_again(workers: Workers) -> None:
    worker = workers.start()
    run = begin()
    wait_until_in_the_middle(run)
    for process in children(worker.pid):
        os.kill(process, signal.SIGKILL)
    check_it_ends_exactly(run)
    assert worker.poll() is None


def test_after_a_killed_worker_the_next_one_takes_over(workers: Workers) -> None:
    worker = workers.start()
    run = begin()
    wait_until_in_the_middle(run)
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()
    run.refresh_from_db()
    assert run.status == Run.Status.RUNNING
    workers.start()
    check_it_ends_exactly(run)


def test_a_run_that_no_broker_knows_is_found_by_a_worker_that_starts(workers: Workers) -> None:
    run = begin()
    from redis import Redis

    with Redis.from_url(settings.REDIS_URL) as broker:
        broker.flushall()
    workers.start()
    check_it_ends_exactly(run)
