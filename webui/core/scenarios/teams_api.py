from __future__ import annotations

import uuid

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Router, Schema

from webui.core.accounts.api import TeamOut
from webui.core.accounts.caller import user_of
from webui.core.accounts.teams import teams_of
from webui.core.scenarios import access
from webui.ground.lib.errors import ErrorsOut, invalid

router = Router(tags=["account"])


class TeamIn(Schema, extra="forbid"):
    team: int | None  # null: the owner only
    edits: bool = False


class SharedWithOut(Schema):
    """The team that a draft is shared with. `mine`: the caller may change that."""

    team: TeamOut | None
    edits: bool
    mine: bool


@router.get("/scenarios/{uuid:scenario_id}/team", response={200: SharedWithOut, 404: ErrorsOut})
def get_team(request: HttpRequest, scenario_id: uuid.UUID) -> SharedWithOut:
    """Return the team that a draft is shared with."""
    return _shared_with(request, scenario_id)


@router.put(
    "/scenarios/{uuid:scenario_id}/team", response={200: SharedWithOut, 404: ErrorsOut, 422: ErrorsOut}
)
def share_with_team(request: HttpRequest, scenario_id: uuid.UUID, body: TeamIn) -> SharedWithOut:
    """Let the members of one of the caller's teams see the draft, and change it if `edits` is set."""
    scenario = access.scenario_for(request, scenario_id, to="own")
    user = user_of(request)
    if body.team is not None and not (user and teams_of(user).filter(pk=body.team).exists()):
        raise invalid("team", gettext("must be one of your teams"))
    access.share_with(scenario, body.team, edits=body.edits)
    return _shared_with(request, scenario_id)


def _shared_with(request: HttpRequest, scenario_id: uuid.UUID) -> SharedWithOut:
    scenario = access.scenario_for(request, scenario_id, to="see")
    team = scenario.team
    return SharedWithOut(
        team=TeamOut(id=team.pk, name=team.name) if team else None,
        edits=scenario.team_edits,
        mine=access.is_allowed(request, scenario, "own"),
    )
