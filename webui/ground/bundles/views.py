from __future__ import annotations

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from webui.ground.bundles.bundle import PAGES, Script, bundle
from webui.ground.lib.body import FOR_GOOD, Body


@require_safe
def page_script(request: HttpRequest, name: str, digest: str) -> HttpResponseBase:
    return _current(request, name, _script(name).body, digest, "text/javascript; charset=utf-8")


@require_safe
def source_map(request: HttpRequest, name: str, digest: str) -> HttpResponseBase:
    return _current(request, name, _script(name).source_map, digest, "application/json")


def _script(name: str) -> Script:
    page, _, part = name.partition("/")
    if page not in PAGES:
        raise Http404
    built = bundle(page)
    script = built.parts.get(f"{part}.js") if part else built.script
    if script is None:
        raise Http404
    return script


def _current(request: HttpRequest, name: str, body: Body, digest: str, content_type: str) -> HttpResponseBase:
    """Return the body. Under an outdated digest it is the current one, uncached: the page predates an update.

    Not so a part, whose modules are made for those of the page's script: only the very one will do.
    """
    if digest != body.digest and "/" in name:
        raise Http404
    cache_control = FOR_GOOD if digest == body.digest else "no-store"
    return body.response(request, content_type, cache_control)
