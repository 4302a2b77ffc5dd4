"""Teams, which are Django's groups. Members see, or change, the drafts shared with the team."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.db.models import Q, QuerySet

from webui.core.accounts.models import Invitation


def teams_of(user: User) -> QuerySet[Group]:
    return user.groups.order_by("name")


def create_team(name: str, founder: User) -> Group | None:
    """Create a team with one member; return None if the name is taken."""
    team, is_new = Group.objects.get_or_create(name=name)
    if not is_new:
        return None
    founder.groups.add(team)
    return team


def invite(team: Group, name: str, by: User) -> bool:
    """Invite an account to a team, unless it is a member; return whether there is an account of this name."""
    user = User.objects.filter(username=name).first()
    if user is not None and not user.groups.filter(pk=team.pk).exists():
        Invitation.objects.get_or_create(team=team, user=user, defaults={"by": by})
    return user is not None


def invitations_of(user: User) -> QuerySet[Invitation]:
    """Return the invitations that the user has not answered."""
    return user.invitations.select_related("team", "by").order_by("team__name")


def accept(user: User, invitation_id: int) -> bool:
    """Make the user a member of the team that invited them; return whether there is such an invitation."""
    with transaction.atomic():
        invitation = user.invitations.select_for_update().filter(pk=invitation_id).first()
        if invitation is None:
            return False
        user.groups.add(invitation.team_id)
        invitation.delete()
    return True


def remove_invitation(user: User, invitation_id: int) -> bool:
    """Decline an invitation of the user, or withdraw one of their teams; return whether there is such a one."""
    is_theirs = Q(user=user) | Q(team__in=user.groups.all())
    deleted, _ = Invitation.objects.filter(is_theirs, pk=invitation_id).delete()
    return deleted > 0


def remove_member(team: Group, name: str) -> bool:
    """Remove an account from a team, and delete a team without members; return whether it was a member.

    Drafts that were shared with a deleted team stay with their owners.
    """
    member = team.user_set.filter(username=name).first()
    if member is None:
        return False
    member.groups.remove(team)
    if not team.user_set.exists():
        team.delete()
    return True


def set_teams(user: User, names: Iterable[str]) -> None:
    """Make the user a member of exactly these teams, creating those that do not exist."""
    teams = [Group.objects.get_or_create(name=name[:150])[0] for name in names]
    user.groups.set(teams)
