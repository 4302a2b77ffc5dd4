from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from django.test import Client, override_settings
from django.utils.translation import deactivate

from tests.services.waiting import wait_for
from tests.webui.clusters import SPREAD
from webui.core.runs.execute import claim, execute
from webui.core.runs.models import Run
from webui.ground.lib.work import Work

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

Claimed = TypeVar("Claimed", bound=Work)


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

    def begin(self, path: str, body: object = None, **headers: str) -> dict[str, Any]:
        """Asks for work and returns it as accepted; a worker of the test does it."""
        answer = self.post(path, body, **headers)
        assert answer.status_code == 202, answer.content
        return dict(answer.json())

    def draft(self, source: str = SPREAD, title: str = "Spread") -> dict[str, Any]:
        answer = self.post("/api/scenarios", {"title": title, "source": source})
        assert answer.status_code == 201, answer.content
        return dict(answer.json())

    def run(self, draft: dict[str, Any], **options: Any) -> dict[str, Any]:
        """Starts a run and computes it here."""
        begun = self.begin(f"/api/scenarios/{draft['id']}/runs", options)
        compute(begun["id"])
        return begun


def claimed(model: type[Claimed], begun: dict[str, Any], owner: str = "test") -> Claimed:
    """Return work that was accepted, as a worker has it that takes it."""
    work = model.claim(uuid.UUID(begun["id"]), owner=owner)
    assert work is not None
    return work


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
