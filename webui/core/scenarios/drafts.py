"""Create, change, copy and run drafts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Length
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from webui.core.accounts.quotas import Requester, requester_of, spend
from webui.core.runs.models import Run
from webui.core.runs.start import reusable_run, start
from webui.core.runs.versions import chosen_release
from webui.core.scenarios import access
from webui.core.scenarios.history import add_to_history, name_changes
from webui.core.scenarios.models import Scenario
from webui.core.scenarios.source import StoredSource, check, stored_source
from webui.core.snapshots import keepers
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.core.snapshots.models import Snapshot
from webui.core.snapshots.retire import retire_expired
from webui.ground.lib.errors import Problem, items, items_to_stored


@dataclass(frozen=True, slots=True)
class NewDraft:
    """A draft, its edit key, and what is stored of the source that it was made from."""

    scenario: Scenario
    edit_key: str
    stored: StoredSource


def create(
    request: HttpRequest,
    response: HttpResponse,
    *,
    title: str,
    source: str,
    forked_from: Snapshot | None = None,
    allow_errors: bool = False,
) -> NewDraft:
    """Create a draft of the caller.

    A fork shows the run of its snapshot until it has its own. Raise Problem (422) for a source with errors,
    TooMany if the caller's quotas are used up, and Problem (413) if the caller keeps too much.
    """
    requester = requester_of(request)
    spend(requester, "drafts")
    last_run = reusable_run(forked_from) if forked_from else None
    scenario = Scenario(title=title, forked_from=forked_from, last_run=last_run)
    stored = _set_source(scenario, source, allow_errors=allow_errors)
    spend(requester, "uploads", cost=-(-len(stored.text) // 1000))
    edit_key = access.assign_owner(request, response, scenario)
    require_room(scenario)
    scenario.save()
    return NewDraft(scenario, edit_key, stored)


def reject_if_changed(scenario: Scenario, based_on: datetime | None) -> None:
    """Raise Problem (409) if the draft has changed since `based_on`, for example in another tab."""
    if based_on is not None and based_on != scenario.updated:
        raise Problem(
            409, [{"path": "based_on", "message": gettext("the draft has changed meanwhile: reload it")}]
        )


def change(scenario: Scenario, *, title: str | None, source: str | None, allow_errors: bool) -> None:
    """Change title, source or both. Raise Problem (422) for a source with errors unless they are allowed."""
    if title is not None:
        scenario.title = title
    if source is not None:
        _set_source(scenario, source, allow_errors=allow_errors)
        require_room(scenario)
    scenario.save()


def run(
    scenario: Scenario,
    requester: Requester,
    *,
    kubernetes_version: str | None,
    seed: int | None,
    live: bool = False,
) -> Run:
    """Take a snapshot of the draft and start its run. Raise Problem (422) if the draft has errors, and TooMany.

    Without a version it is that of the nodes' kubelets or, if they tell none, the default.
    """
    chosen = None if kubernetes_version is None else chosen_release(kubernetes_version)
    result = check(scenario.source)
    if result.scenario is None:
        raise Problem(422, items(result.errors))
    version = chosen or result.scenario.release
    with transaction.atomic():
        if retire_expired():
            # Which retiring links of this draft has changed.
            scenario.refresh_from_db(fields=["nonce", "forked_from"])
        snapshot = freeze(
            SnapshotContent(
                title=scenario.title,
                source=scenario.source,
                scenario=result.scenario,
                kubernetes_version=version,
                seed=seed,
                nonce=scenario.nonce,
                forked_from=scenario.forked_from_id,
            )
        )
        keepers.add_keeper(snapshot, holder=scenario.holder, user_id=scenario.user_id)
        new_run = start(snapshot, requester)
        # Not save(): running a draft must not overwrite a concurrent edit.
        Scenario.objects.filter(pk=scenario.pk).update(last_run=new_run)
        add_to_history(scenario, new_run, live=live)
    if new_run.status not in Run.UNFINISHED:
        name_changes(new_run)
    return new_run


def _set_source(scenario: Scenario, source: str, *, allow_errors: bool) -> StoredSource:
    stored = stored_source(source)
    if stored.result.errors and not allow_errors:
        raise Problem(422, items(stored.result.errors))
    scenario.source = stored.text
    scenario.errors = items_to_stored(stored.result.errors)
    scenario.summary = stored.result.summary
    return stored


def require_room(scenario: Scenario) -> None:
    """Raise Problem (413) if the owner of a draft, with its other drafts and its links, keeps too much already."""
    owner: dict[str, object] = {"user": scenario.user_id} if scenario.user_id else {"holder": scenario.holder}
    by_keeper = Q(**{f"keepers__{field}": value for field, value in owner.items()})
    drafts = Scenario.objects.filter(**owner).exclude(pk=scenario.pk)
    stored = _bytes(drafts, "source") + _bytes(Snapshot.objects.filter(by_keeper), "document")
    if stored >= settings.HOLDER_MAX_BYTES:
        message = gettext(
            "your drafts and links use %(stored)s bytes; the limit is %(limit)s. Delete some of them"
        ) % {"stored": f"{stored:,}", "limit": f"{settings.HOLDER_MAX_BYTES:,}"}
        raise Problem(413, [{"path": "source", "message": message}])


def _bytes(rows: QuerySet[Any, Any], column: str) -> int:
    return rows.aggregate(bytes=Sum(Length(column)))["bytes"] or 0
