from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.http import HttpRequest
from ninja import Router, Schema, Status

from webui.core.accounts import teams
from webui.core.accounts.caller import caller_of, user_of
from webui.core.accounts.teams import teams_of
from webui.ground.lib.errors import ErrorsOut, not_found

router = Router(tags=["account"])


class TeamOut(Schema):
    id: int
    name: str


class InvitationOut(Schema):
    id: int
    team: TeamOut
    by: str
    """The account of the member who invited the caller."""


class AccountOut(Schema):
    """The caller's account; a visitor without one has no name and no teams."""

    name: str | None
    teams: list[TeamOut]
    invitations: list[InvitationOut]
    """To teams, as far as they are neither accepted nor declined."""


@router.delete("/teams/{int:team_id}/members/{name}", response={204: None, 404: ErrorsOut})
def remove_member(request: HttpRequest, team_id: int, name: str) -> Status[None]:
    """Remove a member from one of the caller's teams. The last one's removal deletes the team, not its drafts."""
    user = caller_of(request).user
    team = teams_of(user).filter(pk=team_id).first() if user and not settings.OIDC_TEAMS_CLAIM else None
    if team is None or not teams.remove_member(team, name):
        raise not_found("team or member")
    return Status(204, None)


@router.post("/invitations/{int:invitation_id}/accept", response={204: None, 404: ErrorsOut})
def accept_invitation(request: HttpRequest, invitation_id: int) -> Status[None]:
    """Join the team that invited the caller."""
    return _answered(request, invitation_id, teams.accept)


@router.delete("/invitations/{int:invitation_id}", response={204: None, 404: ErrorsOut})
def remove_invitation(request: HttpRequest, invitation_id: int) -> Status[None]:
    """Decline an invitation of the caller, or withdraw one to a team of theirs."""
    return _answered(request, invitation_id, teams.remove_invitation)


def _answered(request: HttpRequest, invitation_id: int, answer: Callable[[User, int], bool]) -> Status[None]:
    user = caller_of(request).user
    if user is None or settings.OIDC_TEAMS_CLAIM or not answer(user, invitation_id):
        raise not_found("invitation")
    return Status(204, None)


@router.get("/account", response=AccountOut)
def get_account(request: HttpRequest) -> AccountOut:
    """Return the caller's account, teams and invitations."""
    user = user_of(request)
    invitations = teams.invitations_of(user) if user and not settings.OIDC_TEAMS_CLAIM else []
    return AccountOut(
        name=user.get_username() if user else None,
        teams=[_team_out(team) for team in teams_of(user)] if user else [],
        invitations=[
            InvitationOut(id=invitation.pk, team=_team_out(invitation.team), by=invitation.by.get_username())
            for invitation in invitations
        ],
    )


def _team_out(team: Group) -> TeamOut:
    return TeamOut(id=team.pk, name=team.name)
