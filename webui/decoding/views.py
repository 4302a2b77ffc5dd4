from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scheduler_core.contract import ExplainedMessage
from webui.decoding.decode import decode
from webui.gallery.models import GalleryCase
from webui.lib.errors import ErrorItem, Problem

MOST_DRAWN = 400  # nodes; more are drawn in proportion
MOST_SHOWN = 200  # nodes whose manifests stand on the page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def message(request: HttpRequest) -> HttpResponse:
    """Render the explanation of a text from the form or from the parameter `text`; without one, the form."""
    text = (request.POST if request.method == "POST" else request.GET).get("text", "")
    explained: ExplainedMessage | None = None
    errors: list[ErrorItem] = []
    if text.strip():
        try:
            explained = decode(text)
        except Problem as problem:
            errors = problem.errors
    context = {"text": text, "errors": errors, "noindex": True, **(_shown(explained) if explained else {})}
    return render(request, "message.html", context, status=422 if errors else 200)


def _shown(explained: ExplainedMessage) -> dict[str, Any]:
    cluster = explained["cluster"]
    slugs = [point["case"] for point in explained["points"] if point["case"]]
    cases = dict(GalleryCase.objects.filter(pk__in=slugs).values_list("pk", "question"))
    points = [{**point, "question": cases.get(point["case"] or "")} for point in explained["points"]]
    return {
        "explained": explained,
        "points": points,
        "strip": [
            {**group, "squares": _squares(group["count"], explained["nodes"])}
            for group in explained["groups"]
        ],
        "drawn": [
            {**group, "squares": _squares(group["count"], explained["nodes"])}
            for group in (cluster["nodes"] if cluster else [])
        ],
        "source": cluster["source"] if cluster and explained["nodes"] <= MOST_SHOWN else "",
    }


def _squares(count: int, nodes: int) -> range:
    """Return a square a node, or in proportion where there are too many nodes to draw."""
    return range(count if nodes <= MOST_DRAWN else max(1, round(count * MOST_DRAWN / nodes)))
