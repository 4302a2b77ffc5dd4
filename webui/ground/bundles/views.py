from __future__ import annotations

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from webui.ground.bundles.bundle import PAGES, Bundle, bundle
from webui.ground.lib.body import FOR_GOOD, Body


@require_safe
def page_script(request: HttpRequest, page: str, digest: str) -> HttpResponseBase:
    return _current(request, _bundle(page).body, digest, "text/javascript; charset=utf-8")


@require_safe
def source_map(request: HttpRequest, page: str, digest: str) -> HttpResponseBase:
    return _current(request, _bundle(page).source_map, digest, "application/json")


def _bundle(page: str) -> Bundle:
    if page not in PAGES:
        raise Http404
    return bundle(page)


def _current(request: HttpRequest, body: Body, digest: str, content_type: str) -> HttpResponseBase:
    """Return the body. Under an outdated digest it is the current one, uncached: the page predates an update."""
    cache_control = FOR_GOOD if digest == body.digest else "no-store"
    return body.response(request, content_type, cache_control)
