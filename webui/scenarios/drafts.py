"""What happens to a draft: it is made, changed, copied and run."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scheduler_core import DEFAULT_VERSION, KUBERNETES_VERSIONS
from webui.lib.errors import Problem, invalid
from webui.runs.models import Run
from webui.runs.start import good_run, start
from webui.scenarios import access
from webui.scenarios.models import PastRun, Scenario
from webui.scenarios.source import check
from webui.snapshots import keepers
from webui.snapshots.freeze import Frozen, freeze
from webui.snapshots.models import Snapshot
from webui.snapshots.retire import retire_expired


def create(
    request: HttpRequest,
    response: HttpResponse,
    *,
    title: str,
    source: str,
    forked_from: Snapshot | None = None,
    allow_errors: bool = False,
) -> tuple[Scenario, str]:
    """A draft of the caller's, and its edit key. A fork shows the run of its snapshot until it has one of its own."""
    last_run = good_run(forked_from) if forked_from else None
    scenario = Scenario(title=title, forked_from=forked_from, last_run=last_run)
    _take(scenario, source, allow_errors=allow_errors)
    edit_key = access.own(request, response, scenario)
    scenario.save()
    return scenario, edit_key


def refuse_if_changed(scenario: Scenario, based_on: datetime | None) -> None:
    """Two tabs with one draft must not write over each other unseen."""
    if based_on is not None and based_on != scenario.updated:
        raise Problem(409, [{"path": "based_on", "message": "the draft was changed since: read it again"}])


def change(scenario: Scenario, *, title: str | None, source: str | None, allow_errors: bool) -> None:
    if title is not None:
        scenario.title = title
    if source is not None:
        _take(scenario, source, allow_errors=allow_errors)
    scenario.save()


def run(scenario: Scenario, *, kubernetes_version: str | None, seed: int | None) -> Run:
    """Freezes the draft as it is and runs that."""
    version = kubernetes_version or DEFAULT_VERSION
    if version not in KUBERNETES_VERSIONS:
        raise invalid("kubernetes_version", f"must be one of {', '.join(KUBERNETES_VERSIONS)}")
    checked = check(scenario.source)
    if checked.scenario is None:
        raise Problem(422, checked.errors)
    with transaction.atomic():
        retire_expired()
        scenario.refresh_from_db(fields=["nonce", "forked_from"])  # if links of this draft were among them
        snapshot = freeze(
            Frozen(
                title=scenario.title,
                source=scenario.source,
                scenario=checked.scenario,
                kubernetes_version=version,
                seed=seed,
                nonce=scenario.nonce,
                forked_from=scenario.forked_from_id,
            )
        )
        keepers.keep(snapshot, holder=scenario.holder, user_id=scenario.user_id)
        started = start(snapshot)
        # Not save(): running a draft does not change it, nor what somebody writes into it meanwhile.
        Scenario.objects.filter(pk=scenario.pk).update(last_run=started)
        PastRun.objects.update_or_create(scenario=scenario, run=started, defaults={"at": timezone.now()})
    return started


def _take(scenario: Scenario, source: str, *, allow_errors: bool) -> None:
    checked = check(source)
    if checked.errors and not allow_errors:
        raise Problem(422, checked.errors)
    scenario.source = source
    scenario.errors = checked.errors
    scenario.summary = checked.summary
