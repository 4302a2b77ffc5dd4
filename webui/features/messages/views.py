from __future__ import annotations

import re
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from scheduler_core.contract import ExplainedMessage
from webui.features.gallery.models import GalleryCase
from webui.features.messages.decode import KEPT_SECONDS, MAX_CHARACTERS, decode
from webui.ground.lib.errors import ErrorItem, Problem
from webui.ground.lib.shareable import for_strangers

MOST_DRAWN = 400  # nodes; more are drawn in proportion
LARGEST_FORM = 10 * MAX_CHARACTERS  # bytes: a character takes up to nine in a form
TOO_LONG = gettext_lazy("must have at most %(most)s characters: paste only the event")


@vary_on_headers("Accept-Language", "Cookie")
@require_http_methods(["GET", "HEAD", "POST"])
def message(request: HttpRequest) -> HttpResponse:
    """Render the explanation of a text from the form or from the parameter `text`; without one, the form.

    The page depends on its address, the language and who is signed in alone: it has no token, and sets no cookie.
    """
    explained: ExplainedMessage | None = None
    errors: list[ErrorItem] = []
    text = _text(request)
    if text is None:
        text, errors = "", [{"path": "text", "message": TOO_LONG % {"most": f"{MAX_CHARACTERS:,}"}}]
    elif text.strip():
        try:
            explained = decode(text)
        except Problem as problem:
            errors = problem.errors
    context = {"text": text, "errors": errors, "noindex": True, **(_shown(explained) if explained else {})}
    response = render(request, "message.html", context, status=422 if errors else 200)
    if errors or request.method == "POST":
        patch_cache_control(response, private=True, no_store=True)
        return response
    patch_cache_control(response, private=True, max_age=int(KEPT_SECONDS))
    return for_strangers(response)


def _text(request: HttpRequest) -> str | None:
    """Return the text of the form or of the address; None for a form that is too large to be read."""
    if request.method != "POST":
        return request.GET.get("text", "")
    return request.POST.get("text", "") if len(request.body) <= LARGEST_FORM else None


def _shown(explained: ExplainedMessage) -> dict[str, object]:
    nearest = explained["nearest"]
    built = explained["cluster"] or (nearest and nearest["cluster"])
    slugs = [point["case"] for point in explained["points"] if point["case"]]
    cases = dict(GalleryCase.objects.filter(pk__in=slugs).values_list("pk", "question"))
    points = [
        {**point, "question": gettext(cases.get(point["case"] or "", ""))} for point in explained["points"]
    ]
    return {
        "explained": explained,
        "points": points,
        "rebuilt": [
            {"slug": case.slug, "question": gettext(case.question), "origin": case.origin}
            for case in rebuilt(explained["message"])
        ],
        "strip": _drawn(explained["groups"]),
        "built": built,
        "differs": bool(nearest and not all(piece["is_shared"] for piece in nearest["pieces"])),
        "drawn": _drawn(built["nodes"] if built else []),
        "made_up": sum(group["count"] for group in built["nodes"]) if built else 0,
    }


def _drawn(groups: list[Any]) -> list[dict[str, object]]:
    """Return the groups with a square a node, or in proportion where there are too many nodes to draw."""
    nodes = sum(group["count"] for group in groups)
    return [{**group, "squares": _squares(group["count"], nodes)} for group in groups]


def _squares(count: int, nodes: int) -> range:
    return range(count if nodes <= MOST_DRAWN else max(1, round(count * MOST_DRAWN / nodes)))


MOST: Final = 3
_AFTER_NODES: Final = re.compile(r"\.? (?:no new claims|preemption: )")
_COUNTED: Final = re.compile(r", (?=\d+ )")
_COUNT: Final = re.compile(r"^\d+ ")


def rebuilt(message: str) -> list[GalleryCase]:
    """Return the cases whose report has this message; if none has, those with the same reasons, at most `MOST`."""
    cases = list(GalleryCase.objects.exclude(message="").only("slug", "question", "message", "origin"))
    said = " ".join(message.split())
    same = [case for case in cases if case.message == said]
    given = _reasons(said)
    return (same or [case for case in cases if given and _reasons(case.message) == given])[:MOST]


def _reasons(message: str) -> frozenset[str]:
    """Return what the message says of nodes, without how many of them."""
    of_nodes = _AFTER_NODES.split(message.partition(" nodes are available: ")[2], maxsplit=1)[0].rstrip(".")
    return frozenset(_COUNT.sub("", reason) for reason in _COUNTED.split(of_nodes) if reason)
