from __future__ import annotations

import httpx

from tests.services.live import Live


def test_the_process_lives(live: Live) -> None:
    assert httpx.get(f"{live.url}/healthz").json() == {"status": "ok"}


def test_it_is_ready_when_database_broker_and_worker_answer(live: Live) -> None:
    answer = httpx.get(f"{live.url}/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
