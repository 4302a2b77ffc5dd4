from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema, Status

from scheduler_core import (
    EXPORTED_KINDS,
    KIND_GROUPS,
    harmless_fields,
    imported_fields,
    spoken_wordings,
)
from webui.core.accounts.quotas import requester_of
from webui.core.runs.cancel import cancel
from webui.core.runs.schemas import RunOut, status_of
from webui.core.scenarios import access, drafts
from webui.core.scenarios.editing import router as editing
from webui.core.scenarios.history import replica_in
from webui.core.scenarios.schemas import (
    DraftRunOut,
    LeftOut,
    NewScenarioOut,
    PastRunOut,
    ReplicaOut,
    RunIn,
    ScenarioBrief,
    ScenarioChange,
    ScenarioIn,
    ScenarioOut,
    SourceIn,
    Validation,
)
from webui.core.scenarios.source import check, notes, on_sample
from webui.core.snapshots.access import is_expired, snapshot_for
from webui.ground.lib.errors import ErrorsOut, items

router = Router(tags=["scenarios"])
router.add_router("", editing)

MAX_RUNS = 100  # listed of a draft's history
MINIMAL = "return=minimal"  # RFC 7240: for a client that has the source already


@router.get("/scenarios", response=list[ScenarioBrief])
def list_scenarios(request: HttpRequest) -> list[ScenarioBrief]:
    """List the drafts that the caller may see, the most recently changed first."""
    return [ScenarioBrief.of(scenario) for scenario in access.scenarios_of(request).defer("source")]


@router.post("/scenarios", response={201: NewScenarioOut, 413: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut})
def create_scenario(request: HttpRequest, response: HttpResponse, body: ScenarioIn) -> Status[NewScenarioOut]:
    """Create a draft. Its `edit_key` is shown only now: `Authorization: Bearer <key>` opens it elsewhere.

    The body may be compressed (`Content-Encoding: gzip`). Of a source above 5 MB only what scheduling reads is stored.
    """
    source = on_sample(body.source, body.on) if body.on else body.source
    draft = drafts.create(request, response, title=body.title, source=source, allow_errors=body.allow_errors)
    created = _created(draft)
    if request.headers.get("Prefer") == MINIMAL:
        response["Preference-Applied"] = MINIMAL
        created.value.source = ""
    return created


@router.get("/scenarios/{uuid:scenario_id}", response={200: ScenarioOut, 404: ErrorsOut})
def get_scenario(request: HttpRequest, scenario_id: uuid.UUID) -> ScenarioOut:
    """Return a draft with its source and errors."""
    return ScenarioOut.of(access.scenario_for(request, scenario_id))


@router.put(
    "/scenarios/{uuid:scenario_id}",
    response={200: ScenarioOut, 404: ErrorsOut, 409: ErrorsOut, 413: ErrorsOut, 422: ErrorsOut},
)
def change_scenario(request: HttpRequest, scenario_id: uuid.UUID, body: ScenarioChange) -> ScenarioOut:
    """Change the given fields. A source with errors is rejected unless `allow_errors` is set."""
    scenario = access.scenario_for(request, scenario_id)
    drafts.reject_if_changed(scenario, body.based_on)
    drafts.change(scenario, title=body.title, source=body.source, allow_errors=body.allow_errors)
    return ScenarioOut.of(scenario)


@router.delete("/scenarios/{uuid:scenario_id}", response={204: None, 404: ErrorsOut})
def delete_scenario(request: HttpRequest, scenario_id: uuid.UUID) -> Status[None]:
    """Delete the draft. Snapshots made from it, and their runs, remain."""
    access.scenario_for(request, scenario_id).delete()
    return Status(204, None)


@router.post(
    "/scenarios/{uuid:scenario_id}/duplicate", response={201: NewScenarioOut, 404: ErrorsOut, 429: ErrorsOut}
)
def duplicate_scenario(
    request: HttpRequest, response: HttpResponse, scenario_id: uuid.UUID
) -> Status[NewScenarioOut]:
    """Create a draft of the caller with the content of another draft."""
    original = access.scenario_for(request, scenario_id, to="see")
    return _created(
        drafts.create(
            request, response, title=_copy_of(original.title), source=original.source, allow_errors=True
        )
    )


@router.get("/scenarios/{uuid:scenario_id}/runs", response={200: list[PastRunOut], 404: ErrorsOut})
def list_runs(request: HttpRequest, scenario_id: uuid.UUID) -> list[PastRunOut]:
    """List the runs that the draft started, the latest first."""
    scenario = access.scenario_for(request, scenario_id)
    entries = scenario.history.select_related("run__snapshot").defer("run__snapshot__document")
    return [PastRunOut.of_entry(entry) for entry in entries[:MAX_RUNS] if not is_expired(entry.run.snapshot)]


@router.post(
    "/scenarios/{uuid:scenario_id}/runs",
    response={202: DraftRunOut, 404: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def run_scenario(
    request: HttpRequest, scenario_id: uuid.UUID, body: RunIn | None = None
) -> Status[DraftRunOut]:
    """Take a snapshot of the draft and run it. Equal content gives the same snapshot and the same run."""
    options = body or RunIn()
    scenario = access.scenario_for(request, scenario_id)
    run_before = scenario.visible_run
    run = drafts.run(
        scenario,
        requester_of(request),
        kubernetes_version=options.kubernetes_version,
        seed=options.seed,
        live=options.live,
    )
    before = run_before.snapshot_id if run_before and run_before.pk != run.pk else None
    return Status(202, DraftRunOut(id=run.pk, snapshot=run.snapshot_id, status=status_of(run), before=before))


@router.get("/scenarios/{uuid:scenario_id}/replica", response={200: ReplicaOut, 404: ErrorsOut})
def find_replica(request: HttpRequest, scenario_id: uuid.UUID, pod: str) -> ReplicaOut:
    """Return the pod of the draft's last run that is the same replica as this pod of an earlier run.

    A pod of a workload is named after its template, so that every edit renames it; owner and ordinal stay.
    """
    scenario = access.scenario_for(request, scenario_id)
    run = scenario.visible_run
    return ReplicaOut(pod=replica_in(scenario, run, pod) if run else None)


@router.post("/runs/{uuid:run_id}/cancel", response={202: RunOut, 404: ErrorsOut})
def cancel_run(request: HttpRequest, run_id: uuid.UUID) -> Status[RunOut]:
    """Cancel a run that one of the caller's drafts started. Its log remains and ends with `run.cancelled`."""
    return Status(202, RunOut.of(cancel(access.run_for(request, run_id))))


@router.post("/validate", response={200: Validation, 413: ErrorsOut, 422: ErrorsOut})
def validate(request: HttpRequest, body: SourceIn) -> Validation:
    """Return the errors of a source, or its summary and what was not read of it, without storing it."""
    result = check(body.source)
    return Validation(errors=items(result.errors), summary=result.summary, notes=notes(body.source))


@router.post("/snapshots/{snapshot_id}/fork", response={201: NewScenarioOut, 404: ErrorsOut, 429: ErrorsOut})
def fork_snapshot(request: HttpRequest, response: HttpResponse, snapshot_id: str) -> Status[NewScenarioOut]:
    """Create a draft of the caller with the content of a snapshot."""
    snapshot = snapshot_for(snapshot_id)
    return _created(
        drafts.create(
            request,
            response,
            title=snapshot.title,
            source=snapshot.source,
            forked_from=snapshot,
            allow_errors=True,  # a source that was valid once can always be edited
        )
    )


def _created(draft: drafts.NewDraft) -> Status[NewScenarioOut]:
    left_out = LeftOut(fields=dict(draft.stored.dropped), objects=dict(draft.stored.ignored))
    fields = ScenarioOut.of(draft.scenario).dict()
    return Status(201, NewScenarioOut(**fields, edit_key=draft.edit_key, left_out=left_out))


def _copy_of(title: str) -> str:
    suffix = " (copy)"
    return title[: 200 - len(suffix)] + suffix


class LimitsOut(Schema):
    bytes: int
    objects: int


class FieldsOut(Schema):
    """`kinds` are trees of fields with a role at each leaf; `harmless` names fields that identify nobody.

    `groups` are the API groups of Kubernetes' kinds; `exported` has apiVersion and kind of the objects in each field of
    an export of kube-scheduler-simulator. `wordings` are what other programs than the scheduler say of pods, with
    placeholders in braces.
    """

    kinds: dict[str, Any]
    groups: dict[str, list[str]]
    exported: dict[str, list[str]]
    harmless: list[str]
    wordings: list[str]
    limits: LimitsOut


@router.get("/import/fields", response=FieldsOut)
def import_fields(request: HttpRequest) -> FieldsOut:
    """Return the allow-list of scheduling fields, for filtering a dump before it is sent."""
    limits = LimitsOut(bytes=settings.SCENARIO_MAX_BYTES, objects=settings.SCENARIO_MAX_OBJECTS)
    return FieldsOut(
        kinds=dict(imported_fields()),
        groups={kind: list(groups) for kind, groups in KIND_GROUPS.items()},
        exported={field: list(names) for field, names in EXPORTED_KINDS.items()},
        harmless=list(harmless_fields()),
        wordings=spoken_wordings(),
        limits=limits,
    )
