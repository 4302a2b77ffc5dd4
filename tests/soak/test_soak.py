"""The short version of `make soak`: each of the seven kinds once, in one run; and a broker that hangs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.services.waiting import wait_for
from tests.soak.installation import Installation, installation
from tests.soak.soak import soak
from tests.webui.clusters import SPREAD

LEASE = 2  # seconds
PATIENCE = 8.0  # seconds for a request: it waits 1.5 for a broker that hangs


@pytest.fixture(scope="module")
def place() -> Iterator[Installation]:
    with installation(RUN_LEASE=str(LEASE)) as place:
        yield place


def test_what_is_killed_costs_neither_a_run_nor_an_event(place: Installation) -> None:
    report = soak(place, list(place.kinds), per_run=7, pods=300, seed=1)
    assert sum(report.kills.values()) == len(report.kills) == 7
    assert len(report.seconds) == 1


def test_a_broker_that_hangs_holds_no_request_and_loses_no_run(place: Installation) -> None:
    with place.client() as visitor:
        draft = visitor.post("/api/scenarios", json={"title": "Hanging", "source": SPREAD}).json()
        place.broker.pause()
        try:
            run = visitor.post(f"/api/scenarios/{draft['id']}/runs", json={}, timeout=PATIENCE).json()
            for path in ("/", f"/x/{run['snapshot']}/", f"/api/runs/{run['id']}"):
                assert visitor.get(path, timeout=PATIENCE).status_code == 200
        finally:
            place.broker.go_on()
        assert run["status"] == "queued"
        path = f"/api/runs/{run['id']}"
        wait_for(lambda: visitor.get(path).json()["status"] == "finished", "the run ends", seconds=60)
