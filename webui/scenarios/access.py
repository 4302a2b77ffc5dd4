"""Who may see and change a draft. Drafts reach a request through this module only.

A draft belongs to the browser whose signed cookie it was made with, to the account that made or claimed it, and to
whoever has its edit key; the members of a team see what is shared with it, and change it where they may. To everybody
else it does not exist.
"""

from __future__ import annotations

import secrets
import uuid
from typing import Literal

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse

from webui.accounts.caller import SAFE_METHODS, Caller, caller_of, key_hash, new_holder, remember
from webui.lib.errors import not_found
from webui.runs.models import Run
from webui.scenarios.models import Scenario

Purpose = Literal["see", "change", "own"]


def scenarios_of(request: HttpRequest) -> QuerySet[Scenario]:
    """What the caller may see."""
    return _allowed(caller_of(request), "see")


def scenario_for(request: HttpRequest, scenario_id: uuid.UUID, to: Purpose | None = None) -> Scenario:
    """Without a purpose the method says it: GET sees, anything else changes, DELETE is its owner's."""
    scenario = _allowed(caller_of(request), to or _purpose(request)).filter(pk=scenario_id).first()
    if scenario is None:
        raise not_found("scenario")
    return scenario


def run_for(request: HttpRequest, run_id: uuid.UUID) -> Run:
    """A run that a draft of the caller's started: he may stop it, others may only look."""
    run = Run.objects.select_related("snapshot").filter(pk=run_id).first()
    if run is None or not _allowed(caller_of(request), "change").filter(history__run=run).exists():
        raise not_found("run")
    return run


def own(request: HttpRequest, response: HttpResponse, scenario: Scenario) -> str:
    """Makes the caller the owner of a new draft. The edit key is told once and not kept."""
    caller = caller_of(request)
    edit_key = secrets.token_urlsafe(24)
    scenario.edit_key_hash = key_hash(edit_key)
    scenario.user = caller.user
    if caller.user is None:
        scenario.holder = caller.holder or new_holder()
        remember(request, response, scenario.holder)
    return edit_key


def share_with(scenario: Scenario, team: int | None, *, edits: bool) -> None:
    """Not save(): who sees a draft is no change of it."""
    Scenario.objects.filter(pk=scenario.pk).update(team_id=team, team_edits=edits and team is not None)


def may(request: HttpRequest, scenario: Scenario, to: Purpose) -> bool:
    """Whether the caller may do that with a draft that he sees."""
    return _allowed(caller_of(request), to).filter(pk=scenario.pk).exists()


def _allowed(caller: Caller, to: Purpose) -> QuerySet[Scenario]:
    drafts = Scenario.objects.filter(_whose(caller, to)).select_related("last_run__snapshot", "team")
    return drafts.defer("last_run__snapshot__document")


def _whose(caller: Caller, to: Purpose) -> Q:
    """With neither cookie, key nor account there are none."""
    mine = Q(pk__in=[])
    if caller.holder:
        mine |= Q(holder=caller.holder)
    if caller.key:
        mine |= Q(edit_key_hash=key_hash(caller.key))
    if caller.user:
        mine |= Q(user=caller.user)
        if to != "own":
            of_a_team = Q(team__in=caller.user.groups.values("pk"))
            mine |= of_a_team if to == "see" else of_a_team & Q(team_edits=True)
    return mine


def _purpose(request: HttpRequest) -> Purpose:
    if request.method == "DELETE":
        return "own"
    return "see" if request.method in SAFE_METHODS else "change"
