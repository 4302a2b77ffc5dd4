"""Teams, which are Django's groups. Members see, or change, the drafts shared with the team."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import Group, User
from django.db.models import QuerySet


def teams_of(user: User) -> QuerySet[Group]:
    return user.groups.order_by("name")


def create_team(name: str, founder: User) -> Group | None:
    """Create a team with one member; return None if the name is taken."""
    team, is_new = Group.objects.get_or_create(name=name)
    if not is_new:
        return None
    founder.groups.add(team)
    return team


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
