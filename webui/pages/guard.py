"""What the pages of a snapshot have in common: who is let in, what a link says that is gone, what is not listed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from webui.lib.errors import Problem
from webui.snapshots.access import Gone, snapshot_for
from webui.snapshots.models import Snapshot

View = Callable[..., HttpResponse]


def of_a_snapshot(view: View) -> View:
    """The view gets the snapshot in place of its id."""

    @wraps(view)
    def opened(request: HttpRequest, snapshot_id: str, **more: Any) -> HttpResponse:
        try:
            snapshot = snapshot_for(snapshot_id)
        except Gone as gone:
            return gone_page(request, gone)
        except Problem as problem:
            raise Http404 from problem
        response = view(request, snapshot, **more)
        if snapshot.visibility == Snapshot.Visibility.UNLISTED:
            response["X-Robots-Tag"] = "noindex"
        return response

    return opened


def gone_page(request: HttpRequest, gone: Gone) -> HttpResponse:
    return render(request, "gone.html", {"tombstone": gone.tombstone, "noindex": True}, status=410)
