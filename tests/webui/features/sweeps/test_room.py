"""How many sweeps may be unfinished, however many requests come at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from tests.webui.conftest import Visitor
from tests.webui.features.sweeps.deliveries import CLUSTER
from webui.features.sweeps.models import Sweep

pytestmark = pytest.mark.django_db(transaction=True)
REQUESTS, AT_A_TIME = 50, 10


@pytest.fixture(autouse=True)
def believed_addresses(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that other tests started would finish the sweeps meanwhile."""
    monkeypatch.setattr("webui.features.sweeps.job.SweepKind.send", lambda kind, job: None)


def shared(visitor: Visitor) -> str:
    return str(visitor.run(visitor.draft(CLUSTER))["snapshot"])


def ask_at_once(link: str, headers: list[dict[str, str]], cookies: Visitor | None = None) -> list[int]:
    """Ask for as many sweeps as there are headers, each another one; return the statuses."""

    def ask(number: int) -> int:
        visitor = Visitor()
        if cookies:
            visitor.client.cookies.update(cookies.client.cookies)
        body = {"sweep": {"kind": "seeds", "seeds": number + 1}}
        try:
            return visitor.post(f"/api/snapshots/{link}/sweeps", body, **headers[number]).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_A_TIME) as crowd:
        return list(crowd.map(ask, range(len(headers))))


def test_a_person_gets_three(alice: Visitor) -> None:
    headers = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(REQUESTS)]
    statuses = ask_at_once(shared(alice), headers, alice)
    assert (statuses.count(202), statuses.count(429)) == (3, REQUESTS - 3)
    assert Sweep.objects.count() == 3


def test_the_server_has_so_many(alice: Visitor, settings: Settings) -> None:
    settings.AT_ONCE = settings.AT_ONCE | {"sweeps": (3, 3, 7)}
    headers = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(REQUESTS)]
    assert ask_at_once(shared(alice), headers).count(202) == 7
    assert Sweep.objects.count() == 7


def test_random_keys_are_one_person(alice: Visitor) -> None:
    headers = [
        {"X-Forwarded-For": "192.0.2.1", "Authorization": f"Bearer {number}"} for number in range(REQUESTS)
    ]
    link = shared(alice)
    assert ask_at_once(link, headers).count(202) == 3
    other = Visitor().post(
        f"/api/snapshots/{link}/sweeps",
        {"sweep": {"kind": "seeds", "seeds": 99}},
        **{"X-Forwarded-For": "192.0.2.2"},
    )
    assert other.status_code == 202


def test_fresh_cookies_share_what_their_address_may_have(alice: Visitor) -> None:
    link = shared(alice)
    accepted = 0
    for number in range(20):
        visitor = Visitor()
        visitor.draft(CLUSTER)
        body = {"sweep": {"kind": "seeds", "seeds": number + 1}}
        accepted += visitor.post(f"/api/snapshots/{link}/sweeps", body).status_code == 202
    assert accepted == 12
