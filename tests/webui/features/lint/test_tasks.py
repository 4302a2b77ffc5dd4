"""Sources that take longer to lint than a request may take."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.webui.conftest import Visitor, claimed
from webui.core.jobs.kinds import perform
from webui.features.lint.models import Lint

FOLDER = Path(__file__).parents[3] / "scheduler_core" / "advice" / "lint"
SHOP = f"{(FOLDER / 'shop.yaml').read_text()}---\n{(FOLDER / 'cluster.yaml').read_text()}"


@pytest.fixture(autouse=True)
def _without_time(settings: Settings) -> None:
    settings.REQUEST_SECONDS = 0


def begin(visitor: Visitor, source: str = SHOP) -> dict[str, Any]:
    return visitor.begin("/api/lint", {"source": source, "later": True})


def compute(begun: dict[str, Any]) -> None:
    perform(claimed(Lint, begun))


def test_a_worker_lints_them_and_their_text_is_gone_then(alice: Visitor) -> None:
    begun = begin(alice)
    assert (begun["status"], begun["done"], begun["report"]) == ("queued", 0, None)
    assert Lint.objects.get().source == SHOP
    compute(begun)
    answer = alice.get(f"/api/lints/{begun['id']}").json()
    assert answer["status"] == "finished"
    assert [finding["rule"] for finding in answer["report"]["findings"]] == [
        "selector-misses-own-pods",
        "rollout-hangs",
        "term-without-weight",
    ]
    assert Lint.objects.get().source == ""


def test_what_was_linted_is_answered_at_once(alice: Visitor) -> None:
    compute(begin(alice))
    answer = alice.post("/api/lint", {"source": SHOP, "later": True, "output": "text", "name": "shop.yaml"})
    assert answer.status_code == 200
    assert answer.json()["printed"].startswith("shop.yaml:14  warning")


def test_a_second_question_finds_the_first(alice: Visitor) -> None:
    assert begin(alice)["id"] == begin(alice)["id"]


def test_without_a_worker_it_is_refused_with_what_to_do(alice: Visitor) -> None:
    answer = alice.post("/api/lint", {"source": SHOP})
    assert answer.status_code == 422
    assert "takes longer" in answer.json()["errors"][0]["message"]
    assert not Lint.objects.exists()


def test_a_source_that_cannot_be_read_is_refused_at_once(alice: Visitor, settings: Settings) -> None:
    settings.REQUEST_SECONDS = 1
    assert alice.post("/api/lint", {"source": "kind: [", "later": True}).status_code == 422


def test_whoever_started_it_cancels_it(alice: Visitor, stranger: Visitor, settings: Settings) -> None:
    settings.REQUEST_SECONDS = 1
    alice.draft()  # from here on her browser is known
    settings.REQUEST_SECONDS = 0
    lint_id = begin(alice)["id"]
    assert stranger.post(f"/api/lints/{lint_id}/cancel").status_code == 403
    assert alice.post(f"/api/lints/{lint_id}/cancel").json()["status"] == "cancelled"
    assert Lint.claim(uuid.UUID(lint_id), owner="test") is None
    assert Lint.objects.get().source == ""


def test_too_many_are_refused(alice: Visitor, settings: Settings) -> None:
    settings.QUOTAS = {**settings.QUOTAS, "lints": ("1/hour", "none")}
    begin(alice)
    refused = alice.post("/api/lint", {"source": f"{SHOP}# again", "later": True})
    assert refused.status_code == 429
    assert "large texts to lint" in refused.json()["errors"][0]["message"]
