from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from webui.features.present.rooms import look


@require_safe
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Render the door of a room: the script follows, and without one the page leads to where the room is now."""
    state = look(code)
    context = {"code": code, "room": state, "noindex": True}
    response = render(request, "present_room.html", context, status=200 if state else 404)
    response["Cache-Control"] = "no-store"
    return response
