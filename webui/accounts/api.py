from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from ninja import Router, Schema, Status

from webui.accounts import teams
from webui.accounts.caller import caller_of, user_of
from webui.accounts.teams import teams_of
from webui.lib.errors import ErrorsOut, not_found

router = Router(tags=["account"])


class TeamOut(Schema):
    id: int
    name: str


class AccountOut(Schema):
    """The caller's account; a visitor without one has no name and no teams."""

    name: str | None
    teams: list[TeamOut]


@router.delete("/teams/{int:team_id}/members/{name}", response={204: None, 404: ErrorsOut})
def remove_member(request: HttpRequest, team_id: int, name: str) -> Status[None]:
    """Remove a member from one of the caller's teams. The last one's removal deletes the team, not its drafts."""
    user = caller_of(request).user
    team = teams_of(user).filter(pk=team_id).first() if user and not settings.OIDC_TEAMS_CLAIM else None
    if team is None or not teams.remove_member(team, name):
        raise not_found("team or member")
    return Status(204, None)


@router.get("/account", response=AccountOut)
def get_account(request: HttpRequest) -> AccountOut:
    """Return the caller's account and teams."""
    user = user_of(request)
    teams = teams_of(user) if user else []
    return AccountOut(
        name=user.get_username() if user else None,
        teams=[TeamOut(id=team.pk, name=team.name) for team in teams],
    )
