from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from webui.language.catalogue import catalogue
from webui.lib.body import FOR_GOOD


@require_safe
def catalogue_script(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    found = catalogue(language)
    if found is None:
        raise Http404
    response = HttpResponse(found.script, content_type="text/javascript; charset=utf-8")
    # Another server of an installation may still have the former texts: then nothing is kept under this name.
    response["Cache-Control"] = FOR_GOOD if digest == found.digest else "no-store"
    return response
