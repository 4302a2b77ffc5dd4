"""Who may end a job: the answers are open to everybody who has the link, ending the work is not."""

from __future__ import annotations

from django.http import HttpRequest

from webui.accounts.quotas import requester_of
from webui.lib.errors import Problem
from webui.snapshots.keepers import is_keeper
from webui.snapshots.models import Snapshot

NOT_THE_STARTER = "only who started this, or shared the link that it is about, may cancel it"


def require_starter(request: HttpRequest, starter: str, snapshot: Snapshot | None = None) -> None:
    """Raise Problem (403) unless the caller is the starter, keeps the snapshot or may cancel any run."""
    is_starter = starter != "" and starter == requester_of(request).person
    may_cancel_runs = request.user.is_authenticated and request.user.has_perm("runs.change_run")
    keeps_link = snapshot is not None and is_keeper(request, snapshot)
    if not (is_starter or keeps_link or may_cancel_runs):
        raise Problem(403, [{"path": "", "message": NOT_THE_STARTER}])
