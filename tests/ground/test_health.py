from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.services import http
from tests.services.live import Live, free_port, running
from tests.services.waiting import wait_for
from tests.webui.clusters import SPREAD
from webui.site.processes import commands


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a web server with neither database nor broker."""
    folder = tmp_path_factory.mktemp("alone")
    nowhere = {
        "DATABASE_URL": f"postgres://nobody@/nothing?host={folder}",
        "REDIS_URL": f"unix://{folder}/nothing.sock",
        "DATA_DIR": str(folder),
    }
    port = free_port()
    with running(commands.web("127.0.0.1", port), nowhere, folder / "log"):
        url = f"http://127.0.0.1:{port}"
        wait_for(lambda: lives(url), "the web server lives")
        yield url


def lives(url: str) -> bool:
    try:
        return http.get(f"{url}/healthz").status_code == 200
    except httpx.ConnectError:
        return False


def test_it_is_ready_when_database_broker_and_worker_answer(live: Live) -> None:
    answer = http.get(f"{live.url}/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


def test_it_says_fast_what_is_missing(alone: str) -> None:
    begin = time.monotonic()
    answer = http.get(f"{alone}/readyz")
    assert time.monotonic() - begin < 3
    assert answer.status_code == 503
    assert set(answer.json()["missing"]) == {"database", "broker"}


def test_it_tells_nobody_where_they_are_and_what_is_wrong_with_them(alone: str) -> None:
    answer = http.get(f"{alone}/readyz")
    assert answer.json() == {"status": "not ready", "missing": ["database", "broker"]}


def test_a_crowd_is_answered_and_runs_go_on(live: Live) -> None:
    with ThreadPoolExecutor(20) as crowd:
        answers = list(crowd.map(lambda _: http.get(f"{live.url}/readyz", timeout=30), range(140)))
    assert {answer.status_code for answer in answers} == {200}
    with live.client() as visitor:
        draft = visitor.post("/api/scenarios", json={"title": "After the crowd", "source": SPREAD}).json()
        run = visitor.post(f"/api/scenarios/{draft['id']}/runs", json={})
        assert run.status_code == 202
        ended = lambda: visitor.get(f"/api/runs/{run.json()['id']}").json()["status"] == "finished"  # noqa: E731
        wait_for(ended, "the run is computed")


def test_a_missing_worker_is_named(live: Live, tmp_path: Path) -> None:
    from tests.services.valkey import valkey_server

    port = free_port()
    with valkey_server(tmp_path / "empty.sock") as broker:
        environment = {**live.environment, "REDIS_URL": broker}
        with running(commands.web("127.0.0.1", port), environment, tmp_path / "log"):
            url = f"http://127.0.0.1:{port}"
            wait_for(lambda: lives(url), "the web server lives")
            answer = http.get(f"{url}/readyz")
    assert (answer.status_code, set(answer.json()["missing"])) == (503, {"worker"})


def test_probes_may_come_with_any_host_header(live: Live) -> None:
    assert http.get(f"{live.url}/healthz", headers={"Host": "10.0.0.7"}).status_code == 200
    assert http.get(f"{live.url}/", headers={"Host": "10.0.0.7"}).status_code == 400
