"""Sign-in with an OpenID provider that really answers."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from django.contrib.auth.models import User
from joserfc.jwk import RSAKey
from pytest_django.fixtures import Settings

from tests.webui.conftest import Visitor
from tests.webui.core.accounts.provider import CLIENT_ID, CLIENT_SECRET, Provider, provider
from webui.core.accounts import oidc


@pytest.fixture
def sso(settings: Settings) -> Iterator[Provider]:
    with provider() as served:
        settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID = served.url, CLIENT_ID
        settings.OIDC_CLIENT_SECRET, settings.OIDC_NAME = CLIENT_SECRET, "the office"
        served.person = {"sub": "42", "preferred_username": "alice", "email": "alice@example.com"}
        yield served


def sign_in(visitor: Visitor, back: str = "/") -> int:
    """There and back again, as the browser goes; the status of the way back."""
    there = visitor.client.get("/account/openid/", {"next": back})
    assert there.status_code == 302, there.content
    returned = httpx.get(there.headers["Location"]).headers["Location"]
    answer = visitor.client.get(returned)
    if answer.status_code == 302:
        assert answer.headers["Location"] == back
    return answer.status_code


def name(visitor: Visitor) -> str | None:
    name: str | None = visitor.get("/api/account").json()["name"]
    return name


def test_who_comes_back_is_signed_in_and_keeps_the_drafts(
    alice: Visitor, stranger: Visitor, sso: Provider
) -> None:
    draft = alice.draft()
    assert "Sign in with the office" in alice.get("/account/sign-in/").content.decode()
    assert sign_in(alice, back=f"/w/{draft['id']}/") == 302
    assert name(alice) == "alice"
    assert sign_in(stranger) == 302  # another device of the same person
    assert [listed["id"] for listed in stranger.get("/api/scenarios").json()] == [draft["id"]]
    assert User.objects.count() == 1


def test_the_same_name_is_not_the_same_person(alice: Visitor, sso: Provider) -> None:
    User.objects.create_user("alice", password="of somebody else")
    assert sign_in(alice) == 302
    assert name(alice) == "alice-2"


def test_the_provider_says_who_is_in_which_team(alice: Visitor, sso: Provider, settings: Settings) -> None:
    settings.OIDC_TEAMS_CLAIM = "groups"
    for groups in (["sre", "web"], ["web"]):
        sso.person["groups"] = groups
        sign_in(alice)
        assert [team["name"] for team in alice.get("/api/account").json()["teams"]] == groups
    assert alice.client.post("/account/teams/", {"name": "mine"}).status_code == 404


@pytest.mark.parametrize(
    ("claim", "teams"), [("sre", ["sre"]), (["sre", "", None], ["sre"]), (None, []), ("", [])]
)
def test_a_claim_that_is_no_list_of_names(
    alice: Visitor, sso: Provider, settings: Settings, claim: Any, teams: list[str]
) -> None:
    settings.OIDC_TEAMS_CLAIM = "groups"
    sso.person["groups"] = claim
    sign_in(alice)
    assert [team["name"] for team in alice.get("/api/account").json()["teams"]] == teams


def test_a_forged_token_signs_nobody_in(alice: Visitor, sso: Provider) -> None:
    sso.signed_by = RSAKey.generate_key(2048, {"kid": "1"})
    assert sign_in(alice) == 502
    assert name(alice) is None


def test_an_answer_without_an_identity_is_refused_in_words(alice: Visitor, sso: Provider) -> None:
    sso.leaves_out = ("id_token",)
    there = alice.client.get("/account/openid/")
    answer = alice.client.get(httpx.get(there.headers["Location"]).headers["Location"])
    assert answer.status_code == 502
    assert "has no id_token; OIDC_SCOPE must contain openid" in answer.content.decode()
    assert name(alice) is None


@pytest.mark.parametrize("path", ["/.well-known", "/token", "/keys"])
def test_a_provider_that_does_not_answer_is_not_waited_for(
    alice: Visitor, sso: Provider, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(oidc, "PATIENCE_SECONDS", 0.5)
    sso.silent = path
    there = alice.client.get("/account/openid/")
    if there.status_code == 302:
        there = alice.client.get(httpx.get(there.headers["Location"]).headers["Location"])
    assert there.status_code == 502
    assert "timed out" in there.content.decode()
    assert name(alice) is None


def way_back(visitor: Visitor) -> str:
    """Begin a sign-in, and return the address to which the provider sends the browser."""
    there = visitor.client.get("/account/openid/").headers["Location"]
    return httpx.get(there).headers["Location"]


def test_the_state_is_that_of_the_browser_which_began(
    alice: Visitor, stranger: Visitor, sso: Provider
) -> None:
    """Whoever gets somebody else to open the end of a sign-in would have them in the wrong account."""
    of_another = way_back(stranger)
    assert alice.client.get(of_another).status_code == 502
    mine = way_back(alice)
    code, state = (parse_qs(urlsplit(mine).query)[field][0] for field in ("code", "state"))
    for query in ({"code": code}, {"code": code, "state": ""}, {"code": code, "state": f"{state}x"}):
        assert alice.client.get("/account/openid/back/", query).status_code == 502
    assert name(alice) is None
    assert alice.client.get(mine).status_code == 302
    alice.client.post("/account/sign-out/")
    assert alice.client.get(mine).status_code == 502, "the end of a sign-in was opened a second time"
    assert name(alice) is None


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "of another sign-in"},
        {"nonce": None},
        {"aud": "another-site"},
        {"iss": "https://evil.example"},
        {"exp": 1},
    ],
    ids=["another nonce", "no nonce", "for another site", "of another provider", "expired"],
)
def test_a_token_of_another_sign_in_signs_nobody_in(
    alice: Visitor, sso: Provider, claims: dict[str, Any]
) -> None:
    sso.person |= claims
    assert sign_in(alice) == 502
    assert name(alice) is None
    assert not User.objects.exists()


def test_the_way_back_is_this_site_and_is_bound_to_the_browser(alice: Visitor, sso: Provider) -> None:
    assert sign_in(alice) == 302
    began, ended = sso.asked["authorize"], sso.asked["token"]
    assert began["redirect_uri"] == ended["redirect_uri"] == "http://testserver/account/openid/back/"
    verifier = hashlib.sha256(ended["code_verifier"].encode()).digest()
    assert began["code_challenge"] == base64.urlsafe_b64encode(verifier).decode().rstrip("=")
    assert alice.client.get("/account/openid/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:evil.example",
    ],
)
def test_nobody_is_sent_to_another_site_afterwards(alice: Visitor, sso: Provider, elsewhere: str) -> None:
    there = alice.client.get("/account/openid/", {"next": elsewhere})
    answer = alice.client.get(httpx.get(there.headers["Location"]).headers["Location"])
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_an_answer_that_nobody_asked_for_is_refused(alice: Visitor, sso: Provider) -> None:
    assert alice.get("/account/openid/back/?code=1&state=2").status_code == 502
    assert name(alice) is None


def test_without_a_provider_there_is_no_such_page(alice: Visitor) -> None:
    assert alice.get("/account/openid/").status_code == 404
    assert "Sign in with" not in alice.get("/account/sign-in/").content.decode()


@pytest.mark.django_db
def test_a_provider_that_is_away_is_said_to_be(settings: Settings) -> None:
    settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID = "http://127.0.0.1:9", CLIENT_ID
    answer = Visitor().get("/account/openid/")
    assert answer.status_code == 502
    assert "The sign-in failed:" in answer.content.decode()
