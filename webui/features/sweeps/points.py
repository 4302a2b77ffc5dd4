"""The very run behind a point of a sweep, in the workbench."""

from __future__ import annotations

import orjson
from django.http import HttpRequest

from scheduler_core import Scenario, content_text, find_version
from scheduler_core import Sweep as EngineSweep
from webui.core.runs.models import Run
from webui.core.sharing.variants import start_derived
from webui.core.snapshots.access import snapshot_for
from webui.core.snapshots.freeze import SnapshotContent
from webui.core.snapshots.models import Snapshot
from webui.features.sweeps.decoded import decode, snapshots_of
from webui.features.sweeps.models import Sweep
from webui.ground.lib.errors import engine_refusals, not_found

TITLE_MAX = 200


def open_point(request: HttpRequest, sweep: Sweep, point: int) -> Run:
    """Create a snapshot of the scenario of a point (from 0), and start its run with the seed of the point.

    Raise Problem: 404 if there is no such point, 410 if its link is gone, 422 if its scenario cannot be run; and
    TooMany.
    """
    if point >= sweep.points:
        raise not_found("point")
    links = [sweep.snapshot_id, *sweep.fleet]
    snapshot = snapshot_for(
        links[point * len(links) // sweep.points]
    )  # the first axis of a fleet is the link
    with engine_refusals():
        snapshots = snapshots_of(sweep)
        derived = _content(decode(snapshots, orjson.loads(sweep.specification)), snapshot, point)
    return start_derived(request, snapshot, derived)


def _content(engine: EngineSweep, snapshot: Snapshot, point: int) -> SnapshotContent:
    content, version, seed = engine.scenario(point)
    return SnapshotContent(
        title=f"{snapshot.title}: {point}"[-TITLE_MAX:],
        source=content_text(content),
        scenario=Scenario.from_content(content, version=find_version(version)),
        kubernetes_version=version,
        seed=seed,
        nonce=snapshot.parsed["nonce"],
        forked_from=snapshot.pk,
    )
