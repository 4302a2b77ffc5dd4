"""A change that is tried on a run, and a copy of the scenario with what was tried."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import orjson
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from scheduler_core import remedied_operations, repaired_source
from scheduler_core.contract import QueueCure, RemedyChange, Repair, RepairOperation
from webui.core.accounts.quotas import requester_of
from webui.core.runs import cycles
from webui.core.runs.models import Run
from webui.core.scenarios import drafts
from webui.features.whatif.models import Inquiry
from webui.features.whatif.schemas import RepairTrialOut
from webui.features.whatif.start import start
from webui.ground.lib.errors import Problem, engine_refusals

TITLE_MAX = 200


def try_repair(request: HttpRequest, inquiry: Inquiry, number: int, changes: Sequence[str] = ()) -> Inquiry:
    """Try the repair of this number (from 1), or that of these changes, if the search has moved it since.

    Raise Problem (404) if there is no such repair, and TooMany.
    """
    repairs: list[Repair] = (inquiry.answer or {}).get("repairs", [])
    if not 1 <= number <= len(repairs):
        raise Problem(
            404,
            [{"path": "number", "message": gettext("must be from 1 to %(most)s") % {"most": len(repairs)}}],
        )
    repair = repairs[number - 1]
    if changes and repair["changes"] != list(changes):
        moved = next((other for other in repairs if other["changes"] == list(changes)), None)
        if moved is None:
            raise Problem(
                404,
                [{"path": "changes", "message": gettext("no longer belong to a repair: choose another")}],
            )
        repair = moved
    return _start(request, inquiry.run, " + ".join(repair["changes"]), repair["operations"])


def try_change(request: HttpRequest, run: Run, pod: str, change: RemedyChange) -> Inquiry:
    """Try a change of a pod that an explanation names. Raise Problem (422) if no field expresses it, and TooMany."""
    with engine_refusals():
        operations = remedied_operations(cycles.scenario(run), pod, change)
    return _start(request, run, pod.partition("/")[2], operations)


def try_cure(request: HttpRequest, inquiry: Inquiry, number: int) -> Inquiry:
    """Try the change of this number (from 1) that lets a workload be admitted. Raise Problem (404), and TooMany."""
    cures: list[QueueCure] = (inquiry.answer or {}).get("cures", [])
    if not 1 <= number <= len(cures):
        raise Problem(
            404, [{"path": "number", "message": gettext("must be from 1 to %(most)s") % {"most": len(cures)}}]
        )
    cure = cures[number - 1]
    return _start(request, inquiry.run, cure["change"]["text"], cure["operations"])


def copy_of(request: HttpRequest, response: HttpResponse, trial: Inquiry) -> RepairTrialOut:
    """Create a draft of the caller with what was tried, and start its run.

    Raise Problem (413, 422) for what cannot be stored, and TooMany.
    """
    snapshot, question = trial.run.snapshot, orjson.loads(trial.question)
    with engine_refusals():
        source = repaired_source(cycles.scenario(trial.run), question["operations"], [snapshot.source])
    title = f"{snapshot.title}: {question['what']}"[:TITLE_MAX]
    draft = drafts.create(request, response, title=title, source=source, forked_from=snapshot).scenario
    run = drafts.run(
        draft, requester_of(request), kubernetes_version=snapshot.kubernetes_version, seed=snapshot.seed
    )
    compare = reverse("comparison", args=[snapshot.pk, run.snapshot_id])
    return RepairTrialOut(scenario=draft.pk, run=run.pk, snapshot=run.snapshot_id, compare=compare)


def _start(request: HttpRequest, run: Run, what: str, operations: Sequence[RepairOperation]) -> Inquiry:
    question = orjson.dumps({"what": what, "operations": operations}, option=orjson.OPT_SORT_KEYS)
    digest = hashlib.sha256(question).hexdigest()
    fields = {"pod": "", "node": "", "costs": "{}", "question": question.decode(), "digest": digest}
    return start(request, run, Inquiry.Kind.TRIAL, **fields)
