from __future__ import annotations

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from webui.bundles.bundle import PAGES, bundle
from webui.lib.body import FOR_GOOD


@require_safe
def page_script(request: HttpRequest, page: str, digest: str) -> HttpResponseBase:
    """A page from before an update gets what there is now, without keeping it under the former name."""
    if page not in PAGES:
        raise Http404
    found = bundle(page)
    lasting = FOR_GOOD if digest == found.digest else "no-store"
    return found.body.response(request, "text/javascript; charset=utf-8", lasting)
