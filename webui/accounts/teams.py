"""Teams are Django's groups. Their members see, or change, what is shared with them."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import Group, User
from django.db.models import QuerySet


def teams_of(user: User) -> QuerySet[Group]:
    return user.groups.order_by("name")


def found(name: str, founder: User) -> Group | None:
    """A new team with one member; None when there is one of this name."""
    team, new = Group.objects.get_or_create(name=name)
    if not new:
        return None
    founder.groups.add(team)
    return team


def take_over(user: User, names: Iterable[str]) -> None:
    """The provider says in which teams the user is."""
    teams = [Group.objects.get_or_create(name=name[:150])[0] for name in names]
    user.groups.set(teams)
