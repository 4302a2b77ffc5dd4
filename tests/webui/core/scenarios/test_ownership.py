from __future__ import annotations

import uuid

import pytest

from tests.webui.conftest import Visitor
from webui.core.scenarios.models import Scenario

CALLS = [
    ("get", "", None),
    ("put", "", {"title": "mine now"}),
    ("delete", "", None),
    ("post", "/runs", {}),
    ("post", "/duplicate", {}),
]


def call(visitor: Visitor, method: str, path: str, body: object, **headers: str) -> int:
    arguments = (path,) if body is None else (path, body)
    return int(getattr(visitor, method)(*arguments, **headers).status_code)


def test_it_belongs_to_whoever_made_it(alice: Visitor) -> None:
    draft = alice.draft()
    assert alice.get(f"/api/scenarios/{draft['id']}").json()["title"] == "Spread"


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_to_a_stranger_it_does_not_exist(
    alice: Visitor, stranger: Visitor, method: str, path: str, body: object
) -> None:
    stranger.draft()
    path = f"/api/scenarios/{alice.draft()['id']}{path}"
    assert call(stranger, method, path, body) == 404
    assert call(stranger, method, path, body, authorization="Bearer of nothing") == 404
    assert Scenario.objects.count() == 2
    assert not Scenario.objects.filter(title="mine now").exists()


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_the_edit_key_opens_it_elsewhere(
    alice: Visitor, stranger: Visitor, method: str, path: str, body: object
) -> None:
    draft = alice.draft()
    path = f"/api/scenarios/{draft['id']}{path}"
    assert call(stranger, method, path, body, authorization=f"Bearer {draft['edit_key']}") < 300


def test_the_edit_key_is_told_once_and_not_kept(alice: Visitor) -> None:
    draft = alice.draft()
    assert "edit_key" not in alice.get(f"/api/scenarios/{draft['id']}").json()
    stored = Scenario.objects.values().get()
    assert draft["edit_key"] not in str(stored)


def test_a_key_opens_no_other_draft(alice: Visitor, stranger: Visitor) -> None:
    first, second = alice.draft(), alice.draft()
    answer = stranger.get(f"/api/scenarios/{second['id']}", authorization=f"Bearer {first['edit_key']}")
    assert answer.status_code == 404


def test_a_forged_cookie_opens_nothing(alice: Visitor, stranger: Visitor) -> None:
    draft = alice.draft()
    stranger.client.cookies["schedscope_holder"] = Scenario.objects.get().holder
    assert stranger.get(f"/api/scenarios/{draft['id']}").status_code == 404


def test_the_list_is_ones_own(alice: Visitor, stranger: Visitor) -> None:
    alice.draft(title="first")
    alice.draft(title="second")
    stranger.draft(title="other")
    assert [draft["title"] for draft in alice.get("/api/scenarios").json()] == ["second", "first"]
    assert Visitor().get("/api/scenarios").json() == []


def test_the_page_is_the_holders(alice: Visitor, stranger: Visitor) -> None:
    path = f"/w/{alice.draft()['id']}/"
    assert alice.get(path).status_code == 200
    assert stranger.get(path).status_code == 404
    assert alice.get(f"/w/{uuid.uuid4()}/").status_code == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "cross-site", "origin": "https://evil.example"}, 403),
        ({"sec-fetch-site": "same-site", "origin": "http://other.testserver"}, 403),
        ({"origin": "http://testserver"}, 200),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://[broken"}, 403),
        ({}, 200),
    ],
)
def test_a_page_of_another_site_changes_nothing(alice: Visitor, headers: dict[str, str], status: int) -> None:
    draft = alice.draft()
    answer = alice.put(f"/api/scenarios/{draft['id']}", {"title": "changed"}, **headers)
    assert answer.status_code == status
    assert Scenario.objects.filter(title="changed").exists() == (status == 200)
