"""Access to drafts. Requests get drafts only through this module.

A draft belongs to the browser whose signed cookie created it, to the account that created or claimed it, and to
anyone who has its edit key. Members of a team see the drafts shared with the team, and may change those that allow
it. For everyone else a draft does not exist.
"""

from __future__ import annotations

import secrets
import uuid
from typing import Literal

from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from webui.core.accounts import keys
from webui.core.accounts.caller import Caller, caller_of, key_hash, new_holder, remember
from webui.core.runs.models import Run
from webui.core.scenarios.models import Scenario
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.errors import not_found
from webui.ground.lib.origin import SAFE_METHODS

Purpose = Literal["see", "change", "own"]


def scenarios_of(request: HttpRequest) -> QuerySet[Scenario]:
    """Return the drafts that the caller may see."""
    return _accessible(caller_of(request), "see")


def scenario_for(request: HttpRequest, scenario_id: uuid.UUID, to: Purpose | None = None) -> Scenario:
    """Return the draft if the caller has access to it for this purpose. Raise Problem (404) otherwise.

    Without a purpose the HTTP method decides: GET to see, DELETE to own, any other to change.
    """
    scenario = _accessible(caller_of(request), to or _purpose(request)).filter(pk=scenario_id).first()
    if scenario is None:
        raise not_found("scenario")
    return scenario


def run_for(request: HttpRequest, run_id: uuid.UUID) -> Run:
    """Return a run that was started from a draft the caller may change. Raise Problem (404) otherwise."""
    run = Run.objects.select_related("snapshot").filter(pk=run_id).first()
    if run is None or not _accessible(caller_of(request), "change").filter(history__run=run).exists():
        raise not_found("run")
    return run


def may_change_draft_of(request: HttpRequest, snapshot: Snapshot) -> bool:
    """Return whether the caller may change a draft of which this snapshot was run."""
    return _accessible(caller_of(request), "change").filter(history__run__snapshot=snapshot).exists()


def assign_owner(request: HttpRequest, response: HttpResponse, scenario: Scenario) -> str:
    """Make the caller the owner of a new draft; return its edit key, of which only the hash is stored."""
    caller = caller_of(request)
    edit_key = secrets.token_urlsafe(24)
    scenario.edit_key_hash = key_hash(edit_key)
    scenario.user = caller.user
    if caller.user is None:
        scenario.holder = caller.holder or new_holder()
        remember(request, response, scenario.holder)
    return edit_key


def share_with(scenario: Scenario, team: int | None, *, edits: bool) -> None:
    """Share the draft with a team, or with none. Not save(): that would change `updated`."""
    Scenario.objects.filter(pk=scenario.pk).update(team_id=team, team_edits=edits and team is not None)


def is_allowed(request: HttpRequest, scenario: Scenario, to: Purpose) -> bool:
    """Return whether the caller has access to the draft for this purpose."""
    return _accessible(caller_of(request), to).filter(pk=scenario.pk).exists()


@receiver(keys.asked)
def _opens_draft(*, key: str, **_: object) -> bool:
    return Scenario.objects.filter(edit_key_hash=key_hash(key)).exists()


def _accessible(caller: Caller, to: Purpose) -> QuerySet[Scenario]:
    drafts = Scenario.objects.filter(_access_filter(caller, to)).select_related("last_run__snapshot", "team")
    return drafts.defer("last_run__snapshot__document")


def _access_filter(caller: Caller, to: Purpose) -> Q:
    """Return the condition for access; without cookie, key and account no draft meets it."""
    has_access = Q(pk__in=[])
    if caller.holder:
        has_access |= Q(holder=caller.holder)
    if caller.key:
        has_access |= Q(edit_key_hash=key_hash(caller.key))
    if caller.user:
        has_access |= Q(user=caller.user)
        if to != "own":
            is_in_team = Q(team__in=caller.user.groups.values("pk"))
            has_access |= is_in_team if to == "see" else is_in_team & Q(team_edits=True)
    return has_access


def _purpose(request: HttpRequest) -> Purpose:
    if request.method == "DELETE":
        return "own"
    return "see" if request.method in SAFE_METHODS else "change"
