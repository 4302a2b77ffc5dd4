from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from webui.runs.schemas import ErrorsOut, SnapshotOut
from webui.runs.start import good_run
from webui.sharing.access import snapshot_for
from webui.sharing.models import Snapshot

router = Router(tags=["snapshots"])


@router.get("/snapshots/{snapshot_id}", response={200: SnapshotOut, 404: ErrorsOut})
def get_snapshot(request: HttpRequest, response: HttpResponse, snapshot_id: str) -> SnapshotOut:
    """An immutable scenario with everything that decides its result, readable by whoever has the link."""
    snapshot = snapshot_for(snapshot_id)
    if snapshot.visibility == Snapshot.Visibility.UNLISTED:
        response["X-Robots-Tag"] = "noindex"
    return SnapshotOut.of(snapshot, good_run(snapshot))
