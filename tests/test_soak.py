"""The short version of `make soak`: each of the seven kinds once, in one run; and a broker that hangs."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.services.waiting import wait_for
from tests.soak import Installation, begin_run, installation, soak
from tests.webui.clusters import SPREAD

LEASE = 2  # seconds
PATIENCE = 8.0  # seconds for a request: it waits 1.5 for a broker that hangs


@pytest.fixture(scope="module")
def place() -> Iterator[Installation]:
    with installation(RUN_LEASE=str(LEASE)) as place:
        yield place


def test_what_is_killed_costs_neither_a_run_nor_an_event(place: Installation) -> None:
    report = soak(place, list(place.kinds), per_run=7, pods=300, seed=1)
    assert report.kills.total() == len(report.kills) == 7
    assert len(report.seconds) == 1


def test_a_broker_that_hangs_holds_no_request_and_loses_no_run(place: Installation) -> None:
    with place.client() as visitor:
        visitor.timeout = PATIENCE
        place.broker.send(signal.SIGSTOP)
        try:
            run = begin_run(visitor, SPREAD)
            for path in ("/", f"/x/{run['snapshot']}/", f"/api/runs/{run['id']}"):
                assert visitor.get(path).status_code == 200
        finally:
            place.broker.send(signal.SIGCONT)
        assert run["status"] == "queued"
        path = f"/api/runs/{run['id']}"
        wait_for(lambda: visitor.get(path).json()["status"] == "finished", "the run ends", seconds=60)
