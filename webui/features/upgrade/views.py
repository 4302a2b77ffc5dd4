from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from scheduler_core import KUBERNETES_VERSIONS, find_version, release_age
from webui.core.runs.models import Run
from webui.core.runs.schemas import SnapshotHeadOut
from webui.core.snapshots.models import Snapshot
from webui.features.workbench.guard import view_page, views_of_run
from webui.features.workbench.run_page import RunPage


def _page(request: HttpRequest, snapshot: Snapshot, run: Run | None, page: RunPage) -> HttpResponse:
    """Render the upgrade matrix. The page fetches the content."""
    release = snapshot.kubernetes_version.partition("+")[0]  # versions with a switch are not compared
    releases = _offered(release)
    first, last = _ends(release, releases)
    boot = {
        "snapshot": SnapshotHeadOut.of(snapshot, run).model_dump(mode="json"),
        "versions": [_version(release) for release in releases],
        "from": first,
        "to": last,
    }
    return view_page(request, "upgrade.html", page, boot)


snapshot_upgrade, draft_upgrade = views_of_run(_page, "runs")


def _offered(release: str) -> list[str]:
    """Return the releases that can be compared, the oldest first: all minor ones, and the patch release of the run."""
    return sorted({*KUBERNETES_VERSIONS, release}, key=release_age)


def _ends(release: str, releases: list[str]) -> tuple[str, str]:
    """Return where an upgrade begins, with the release of the run, and the newest release where it ends.

    A run under the newest begins with the release before. A planned release is not the newest.
    """
    released = [name for name in releases if not find_version(name).planned]
    ends = released if release in released else releases
    return (release if release != ends[-1] else ends[-2]), ends[-1]


def _version(release: str) -> dict[str, object]:
    version = find_version(release)
    return {"release": release, "recorded": version.recorded, "planned": version.planned}
