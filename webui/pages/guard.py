"""What the pages of a snapshot share: 404, 410 for a link that is gone, and noindex for unlisted links."""

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


def with_snapshot(view: View) -> View:
    """Wrap a view so that it gets the snapshot instead of its id."""

    @wraps(view)
    def wrapped(request: HttpRequest, snapshot_id: str, **kwargs: Any) -> HttpResponse:
        try:
            snapshot = snapshot_for(snapshot_id)
        except Gone as gone:
            return gone_page(request, gone)
        except Problem as problem:
            raise Http404 from problem
        response = view(request, snapshot, **kwargs)
        if snapshot.visibility == Snapshot.Visibility.UNLISTED:
            response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def gone_page(request: HttpRequest, gone: Gone) -> HttpResponse:
    """Render the page of a deleted or expired link, with status 410."""
    return render(request, "gone.html", {"tombstone": gone.tombstone, "noindex": True}, status=410)
