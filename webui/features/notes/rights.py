"""Who may write notes on a run: whoever made it, and whoever may change the draft that it is a run of.

A public link is the same for all who have its content, so nobody's notes are on it.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from webui.core.scenarios.access import may_change_draft_of
from webui.core.snapshots.keepers import is_keeper
from webui.core.snapshots.models import Snapshot
from webui.ground.lib.errors import Problem

NOT_YOURS = gettext_lazy("only the run's creator may do this: edit a copy, and write notes there")


def may_write(request: HttpRequest, snapshot: Snapshot) -> bool:
    """Return whether the caller may write notes on a run."""
    if snapshot.visibility != Snapshot.Visibility.UNLISTED:
        return False
    return is_keeper(request, snapshot) or may_change_draft_of(request, snapshot)


def require_writer(request: HttpRequest, snapshot: Snapshot) -> None:
    """Raise Problem (403) for somebody who may not write."""
    if not may_write(request, snapshot):
        raise Problem(403, [{"path": "snapshot", "message": str(NOT_YOURS)}])
