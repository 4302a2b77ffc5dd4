from __future__ import annotations

import uuid
from typing import Annotated

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Router, Schema, Status
from pydantic import Field

from scheduler_core import Scenario, content_text, grant, load, moment_content, play
from webui.core.jobs.api import job_for
from webui.core.runs.models import Run
from webui.core.runs.schemas import RunStartedOut, status_of
from webui.core.sharing.variants import start_derived
from webui.core.snapshots.freeze import SnapshotContent
from webui.features.daytwo.job import PLAY, Manifest, start_of
from webui.features.daytwo.models import Play
from webui.ground.lib.errors import ErrorsOut, Problem, engine_refusals, not_found

router = Router(tags=["day two"])
TITLE_MAX = 200
# A text without any object is refused.
AN_OBJECT = "---\n{apiVersion: v1, kind: Namespace, metadata: {name: default}}\n"


class StepsIn(Schema, extra="forbid"):
    source: Annotated[str, Field(max_length=200_000, description="Documents with `steps:`, as YAML or JSON")]


class StepsOut(Schema):
    steps: list[Manifest]


@router.post(
    "/plays/{uuid:play_id}/moments/{int:number}/open",
    response={201: RunStartedOut, 404: ErrorsOut, 409: ErrorsOut, 422: ErrorsOut, 429: ErrorsOut},
)
def open_moment(request: HttpRequest, play_id: uuid.UUID, number: int) -> Status[RunStartedOut]:
    """Create a link to the cluster as it is at a moment (from 0), and run it with the seed of that moment's cycle."""
    run = _run_of_moment(request, job_for(play_id, [PLAY]), number)
    return Status(201, RunStartedOut(id=run.pk, snapshot=run.snapshot_id, status=status_of(run)))


def _run_of_moment(request: HttpRequest, job: Play, number: int) -> Run:
    """Start the run of a moment. Raise Problem: 409 for an unfinished play, 404 for no such moment; and TooMany."""
    timeline = (job.answer or {}).get("timeline")
    if timeline is None:
        raise Problem(
            409, [{"path": "play", "message": gettext("has no timeline yet: try again when it is finished")}]
        )
    if number >= len(timeline["moments"]):
        raise not_found("moment")
    snapshot = job.snapshot
    grant("whole", 1)
    with engine_refusals():
        content = moment_content(play(start_of(job), seed=job.seed), number)
        scenario = Scenario.from_content(content, version=snapshot.scenario().version)
    seconds = timeline["moments"][number]["at"]
    derived = SnapshotContent(
        title=f"{snapshot.title}: {seconds:g} s"[-TITLE_MAX:],
        source=content_text(content),
        scenario=scenario,
        kubernetes_version=snapshot.kubernetes_version,
        seed=timeline["moments"][number].get("seed", snapshot.seed),
        nonce=snapshot.parsed["nonce"],
        forked_from=snapshot.pk,
    )
    return start_derived(request, snapshot, derived)


@router.post("/steps", response={200: StepsOut, 422: ErrorsOut})
def read_steps(request: HttpRequest, body: StepsIn) -> StepsOut:
    """Return the steps of a text, as JSON, or everything that is wrong with them."""
    with engine_refusals():
        content = load(f"{body.source}\n{AN_OBJECT}").content()
    return StepsOut(steps=content.get("steps", []))
