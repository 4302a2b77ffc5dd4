"""Accounts are optional: what they add, and what they must not let through."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django.fixtures import Settings

from tests.webui.conftest import Visitor

MAX_FAILURES = 10
PASSWORD = "a long one, with spaces"


def sign_up(visitor: Visitor, name: str) -> Visitor:
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    assert visitor.client.post("/account/sign-up/", form).status_code == 302
    return visitor


def sign_in(visitor: Visitor, name: str, password: str = PASSWORD) -> int:
    return visitor.client.post("/account/sign-in/", {"username": name, "password": password}).status_code


def listed(visitor: Visitor) -> list[str]:
    return [draft["title"] for draft in visitor.get("/api/scenarios").json()]


def test_what_the_browser_held_is_there_on_other_devices(alice: Visitor, stranger: Visitor) -> None:
    link = alice.run(alice.draft(title="before"))["snapshot"]
    sign_up(alice, "alice")
    alice.draft(title="after")
    assert sign_in(stranger, "alice") == 302
    assert listed(stranger) == ["after", "before"] == listed(alice)
    assert stranger.delete(f"/api/snapshots/{link}").json() == {"gone": True, "variants": 0}


def test_after_signing_out_the_browser_holds_nothing(alice: Visitor) -> None:
    draft = alice.draft()
    sign_up(alice, "alice")
    assert alice.client.post("/account/sign-out/").status_code == 302
    assert listed(alice) == []
    assert alice.get(f"/w/{draft['id']}/").status_code == 404


def test_guessing_passwords_is_slowed_down(alice: Visitor, stranger: Visitor) -> None:
    sign_up(alice, "alice")
    for _ in range(MAX_FAILURES):
        assert sign_in(stranger, "alice", "wrong") == 200
    answer = stranger.client.post("/account/sign-in/", {"username": "alice", "password": PASSWORD})
    assert "Too many wrong passwords" in answer.content.decode()
    assert stranger.get("/api/account").json()["name"] is None


def test_sign_up_can_be_closed(alice: Visitor, settings: Settings) -> None:
    settings.SIGN_UP = False
    assert alice.get("/account/sign-up/").status_code == 404
    assert "Create an account" not in alice.get("/account/sign-in/").content.decode()


def test_it_leads_back_to_the_page_and_never_elsewhere(alice: Visitor, stranger: Visitor) -> None:
    form = {"username": "alice", "password1": PASSWORD, "password2": PASSWORD, "next": "//evil.example"}
    assert alice.client.post("/account/sign-up/", form).headers["Location"] == "/"
    form = {"username": "alice", "password": PASSWORD, "next": "/conformance/"}
    assert stranger.client.post("/account/sign-in/", form).headers["Location"] == "/conformance/"


def test_the_password_is_changed(alice: Visitor, stranger: Visitor) -> None:
    sign_up(alice, "alice")
    form = {
        "old_password": PASSWORD,
        "new_password1": "another long one",
        "new_password2": "another long one",
    }
    assert alice.client.post("/account/password/", form).status_code == 302
    assert sign_in(stranger, "alice") == 200
    assert sign_in(stranger, "alice", "another long one") == 302


@pytest.fixture
def team(alice: Visitor, stranger: Visitor) -> int:
    """Alice founded it, Bob (the stranger with an account) is in it."""
    sign_up(alice, "alice")
    sign_up(stranger, "bob")
    assert alice.client.post("/account/teams/", {"name": "sre"}).status_code == 302
    number = int(alice.get("/api/account").json()["teams"][0]["id"])
    assert invite(alice, number, "bob") == 302
    assert stranger.post(f"/api/invitations/{invitations(stranger)[0]['id']}/accept").status_code == 204
    return number


def invite(visitor: Visitor, team: int, name: str) -> int:
    return visitor.client.post(f"/account/teams/{team}/invitations/", {"username": name}).status_code


def invitations(visitor: Visitor) -> list[dict[str, Any]]:
    return list(visitor.get("/api/account").json()["invitations"])


def test_nobody_is_a_member_without_consent(alice: Visitor, stranger: Visitor, team: int) -> None:
    carol = sign_up(Visitor(), "carol")
    assert invite(stranger, team, "carol") == 302, "any member may"
    assert invite(alice, team, "carol") == 302, "once more is the same invitation"
    (invitation,) = invitations(carol)
    assert (invitation["team"]["name"], invitation["by"]) == ("sre", "bob")
    assert carol.get("/api/account").json()["teams"] == []
    assert "bob invites you to the team sre." in carol.get("/account/").content.decode()
    assert "carol (invited)" in alice.get("/account/").content.decode()
    path = f"/account/invitations/{invitation['id']}"
    assert alice.client.post(f"{path}/accept/").status_code == 404, "it is not hers"
    assert carol.client.post(f"{path}/accept/").status_code == 302
    assert [team["name"] for team in carol.get("/api/account").json()["teams"]] == ["sre"]
    assert invitations(carol) == []
    assert carol.client.post(f"{path}/accept/").status_code == 404


@pytest.mark.parametrize("who", ["alice", "carol"])
def test_an_invitation_is_declined_or_withdrawn(alice: Visitor, team: int, who: str) -> None:
    visitors = {"alice": alice, "carol": sign_up(Visitor(), "carol"), "dan": sign_up(Visitor(), "dan")}
    invite(alice, team, "carol")
    path = f"/api/invitations/{invitations(visitors['carol'])[0]['id']}"
    assert visitors["dan"].delete(path).status_code == 404
    assert visitors[who].delete(path).status_code == 204
    assert invitations(visitors["carol"]) == []
    assert visitors["carol"].post(f"{path}/accept").status_code == 404


def test_invitations_have_a_limit(alice: Visitor, team: int, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"invitations": ("1/hour", "none")}
    sign_up(Visitor(), "carol")
    assert [invite(alice, team, "carol") for _ in range(2)] == [302, 429]


def test_a_team_sees_what_is_shared_with_it_and_changes_it_if_it_may(
    alice: Visitor, stranger: Visitor, team: int
) -> None:
    draft = alice.draft(title="ours")
    path = f"/api/scenarios/{draft['id']}"
    assert stranger.get(path).status_code == 404
    assert alice.put(f"{path}/team", {"team": team}).json()["team"]["name"] == "sre"
    assert listed(stranger) == ["ours"]
    assert stranger.get(f"/w/{draft['id']}/").status_code == 200
    assert stranger.put(path, {"title": "changed"}).status_code == 404
    assert stranger.post(f"{path}/duplicate").status_code == 201
    alice.put(f"{path}/team", {"team": team, "edits": True})
    assert stranger.put(path, {"title": "changed"}).status_code == 200
    assert stranger.post(f"{path}/runs").status_code == 202
    assert stranger.delete(path).status_code == 404  # that is the owner's
    assert stranger.put(f"{path}/team", {"team": None}).status_code == 404
    alice.put(f"{path}/team", {"team": None})
    assert stranger.get(path).status_code == 404


def test_nobody_shares_with_a_team_of_others(alice: Visitor, team: int) -> None:
    outsider = sign_up(Visitor(), "carol")
    draft = outsider.draft()
    assert outsider.put(f"/api/scenarios/{draft['id']}/team", {"team": team}).status_code == 422
    assert invite(outsider, team, "carol") == 404
    assert outsider.client.post("/account/teams/", {"name": "sre"}).status_code == 422
    assert outsider.get("/api/account").json() == {"name": "carol", "teams": [], "invitations": []}


def test_whoever_leaves_sees_nothing_of_it_any_more(alice: Visitor, stranger: Visitor, team: int) -> None:
    draft = alice.draft()
    alice.put(f"/api/scenarios/{draft['id']}/team", {"team": team})
    assert stranger.client.post(f"/account/teams/{team}/leave/").status_code == 302
    assert listed(stranger) == []
    assert User.objects.get(username="alice").groups.count() == 1


def test_a_removed_member_sees_nothing_of_it_any_more(alice: Visitor, stranger: Visitor, team: int) -> None:
    draft = alice.draft()
    alice.put(f"/api/scenarios/{draft['id']}/team", {"team": team})
    removal = {"username": "bob"}
    assert alice.client.post(f"/account/teams/{team}/members/remove/", removal).status_code == 302
    assert listed(stranger) == []
    assert stranger.client.post(f"/account/teams/{team}/members/remove/", removal).status_code == 404
    assert [user.username for user in User.objects.filter(groups=team)] == ["alice"]


def test_a_member_is_removed_through_the_api(alice: Visitor, stranger: Visitor, team: int) -> None:
    path = f"/api/teams/{team}/members"
    outsider = sign_up(Visitor(), "carol")
    for visitor, name in ((outsider, "bob"), (Visitor(), "bob"), (alice, "carol"), (alice, "nobody")):
        assert visitor.delete(f"{path}/{name}").status_code == 404
    assert alice.delete(f"{path}/bob", origin="https://elsewhere.example").status_code == 403
    assert alice.delete(f"{path}/bob").status_code == 204
    assert stranger.get("/api/account").json()["teams"] == []
    assert alice.delete(f"{path}/alice").status_code == 204
    assert alice.get("/api/account").json()["teams"] == [], "a team without members is gone"


def test_a_provider_that_decides_on_teams_decides_alone(
    alice: Visitor, team: int, settings: Settings
) -> None:
    carol = sign_up(Visitor(), "carol")
    invite(alice, team, "carol")
    invitation = invitations(carol)[0]["id"]
    settings.OIDC_TEAMS_CLAIM = "groups"
    assert invitations(carol) == []
    assert carol.post(f"/api/invitations/{invitation}/accept").status_code == 404
    assert carol.client.post(f"/account/invitations/{invitation}/accept/").status_code == 404
    assert alice.delete(f"/api/teams/{team}/members/bob").status_code == 404
    form = alice.client.post(f"/account/teams/{team}/members/remove/", {"username": "bob"})
    assert form.status_code == 404
    assert "Remove bob" not in alice.get("/account/").content.decode()


def test_forms_of_other_sites_are_refused(alice: Visitor) -> None:
    careful = Visitor(type(alice.client)(enforce_csrf_checks=True))
    assert sign_in(careful, "alice") == 403


@pytest.mark.parametrize("path", ["/account/", "/account/password/"])
def test_what_needs_an_account_asks_for_one(alice: Visitor, path: str) -> None:
    assert alice.client.get(path).headers["Location"].startswith("/account/sign-in/?next=/account/")


def test_the_page_of_an_account(alice: Visitor, team: int) -> None:
    page = alice.get("/account/").content.decode()
    assert "sre" in page
    assert [name in page for name in ("alice", "bob", "carol")] == [True, True, False]
    assert ("Remove bob from sre" in page, "Remove alice from sre" in page) == (True, False)
    assert invite(alice, team, "nobody") == 422
