from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from webui.core.snapshots.access import Gone
from webui.features.compare.sides import side
from webui.features.workbench.guard import gone_page, view_page
from webui.features.workbench.run_page import RunPage
from webui.ground.lib.errors import Problem


def comparison(request: HttpRequest, a: str, b: str) -> HttpResponse:
    """Render the comparison of two links or runs. The page fetches the content."""
    try:
        sides = side(a), side(b)
    except Gone as gone:
        return gone_page(request, gone)
    except Problem as problem:
        raise Http404 from problem
    pages = [RunPage.of_snapshot(compared.snapshot, compared.run) for compared in sides]
    titles = list(dict.fromkeys(page.name for page in pages))
    title = gettext("%(a)s and %(b)s") % {"a": titles[0], "b": titles[-1]} if len(titles) > 1 else titles[0]
    return view_page(request, "compare.html", pages[1], {"a": a, "b": b}, title=title)
