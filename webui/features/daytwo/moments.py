"""A moment of a play in the workbench."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext

from scheduler_core import Scenario, content_text, grant
from webui.core.runs.models import Run
from webui.core.sharing.variants import start_derived
from webui.core.snapshots.freeze import SnapshotContent
from webui.features.daytwo.execute import moment
from webui.features.daytwo.models import Play
from webui.ground.lib.errors import Problem, engine_refusals, not_found

TITLE_MAX = 200


def open_moment(request: HttpRequest, play: Play, number: int) -> Run:
    """Create a snapshot of the cluster as it is at a moment, and start its run with the seed of the moment's cycle.

    Raise Problem: 409 if the play is not finished, 404 if there is no such moment; and TooMany.
    """
    timeline = (play.answer or {}).get("timeline")
    if timeline is None:
        raise Problem(
            409, [{"path": "play", "message": gettext("has no timeline yet: try again when it is finished")}]
        )
    if number >= len(timeline["moments"]):
        raise not_found("moment")
    snapshot = play.snapshot
    grant("whole", 1)
    with engine_refusals():
        content = moment(play, number)
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
