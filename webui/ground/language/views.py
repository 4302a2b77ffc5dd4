from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from webui.ground.language.catalogue import catalogue
from webui.ground.lib.body import FOR_GOOD


@require_safe
def catalogue_script(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    translations = catalogue(language)
    if translations is None:
        raise Http404
    response = HttpResponse(translations.script, content_type="text/javascript; charset=utf-8")
    # During an update another server may still have the old texts: do not cache them under this URL.
    response["Cache-Control"] = FOR_GOOD if digest == translations.digest else "no-store"
    return response
