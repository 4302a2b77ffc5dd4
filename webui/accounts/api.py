from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Schema

from webui.accounts.caller import user_of
from webui.accounts.teams import teams_of

router = Router(tags=["account"])


class TeamOut(Schema):
    id: int
    name: str


class AccountOut(Schema):
    """The caller's account; a visitor without one has no name and no teams."""

    name: str | None
    teams: list[TeamOut]


@router.get("/account", response=AccountOut)
def get_account(request: HttpRequest) -> AccountOut:
    """Return the caller's account and teams."""
    user = user_of(request)
    teams = teams_of(user) if user else []
    return AccountOut(
        name=user.get_username() if user else None,
        teams=[TeamOut(id=team.pk, name=team.name) for team in teams],
    )
