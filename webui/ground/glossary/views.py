from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scheduler_core import DEFAULT_VERSION
from webui.ground.glossary.script import script
from webui.ground.glossary.terms import TAGS, Term, terms
from webui.ground.lib.body import FOR_GOOD

KINDS = {
    "point": _("Extension points and steps"),
    "status": _("Statuses and outcomes"),
    "plugin": _("Plugins"),
    "policy": _("Policies and modes"),
    "field": _("Fields of objects and of the configuration"),
    "term": _("Terms"),
}


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Render all terms with their links at the default version."""
    sections = [
        {"kind": kind, "title": KINDS[kind], "terms": [_row(term) for term in _in_order(kind, group)]}
        for kind, group in groupby(terms(), key=lambda term: term.kind)
    ]
    return render(request, "glossary.html", {"sections": sections, "tag": TAGS[DEFAULT_VERSION]})


def _row(term: Term) -> dict[str, str | None]:
    return {
        "id": term.id,
        "name": term.name,
        "text": gettext(term.text),
        "docs": term.docs,
        "kep": term.kep,
        "source": term.source(),
    }


def _in_order(kind: str, group: Iterable[Term]) -> list[Term]:
    """Return points in the order of the framework, all others by name."""
    return list(group) if kind == "point" else sorted(group, key=lambda term: term.name.casefold())


@require_safe
def glossary_script(request: HttpRequest, language: str, digest: str) -> HttpResponseBase:
    """Return the terms for the scripts. Under an outdated digest they are the current ones, uncached."""
    try:
        body = script(language)
    except KeyError as error:
        raise Http404 from error
    cache_control = FOR_GOOD if digest == body.digest else "no-store"
    return body.response(request, "text/javascript; charset=utf-8", cache_control)
