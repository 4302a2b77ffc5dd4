from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client, override_settings
from django.utils.translation import deactivate

from tests.services.waiting import wait_for
from tests.webui.clusters import SPREAD
from webui.core.runs.execute import claim, execute
from webui.core.runs.models import Run

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


@dataclass
class Visitor:
    """Somebody with a browser: keeps cookies and speaks JSON."""

    client: Client = field(default_factory=Client)

    def get(self, path: str, **headers: str) -> Answer:
        return self.client.get(path, headers=headers)

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        return self.client.post(path, body or {}, content_type="application/json", headers=headers)

    def put(self, path: str, body: object, **headers: str) -> Answer:
        return self.client.put(path, body, content_type="application/json", headers=headers)

    def delete(self, path: str, **headers: str) -> Answer:
        return self.client.delete(path, headers=headers)

    def draft(self, source: str = SPREAD, title: str = "Spread") -> dict[str, Any]:
        answer = self.post("/api/scenarios", {"title": title, "source": source})
        assert answer.status_code == 201, answer.content
        return dict(answer.json())

    def run(self, draft: dict[str, Any], **options: Any) -> dict[str, Any]:
        """Starts a run and computes it here."""
        answer = self.post(f"/api/scenarios/{draft['id']}/runs", options)
        assert answer.status_code == 202, answer.content
        compute(answer.json()["id"])
        return dict(answer.json())


def compute(run_id: str) -> Run:
    """Compute the run here; where the worker of other tests has taken it, wait for that one."""
    run = claim(uuid.UUID(run_id), owner="test")
    if run is not None:
        execute(run, live=False)
    rows = Run.objects.select_related("snapshot").filter(pk=run_id)
    ended = wait_for(rows.exclude(status__in=Run.UNFINISHED).first, "the run ends")
    assert ended is not None
    return ended


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Django's own hash is slow on purpose."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """A request leaves its language to the thread: each test begins with that of the site."""
    yield
    deactivate()


@pytest.fixture
def alice(db: None) -> Visitor:
    """Owns the drafts of the tests."""
    return Visitor()


@pytest.fixture
def stranger(db: None) -> Visitor:
    """Has nothing but a link."""
    return Visitor()
