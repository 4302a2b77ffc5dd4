from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from webui.gallery.models import GalleryCase
from webui.gallery.schemas import CaseOut
from webui.scenarios.access import scenarios_of
from webui.scenarios.schemas import ScenarioBrief


def gallery(request: HttpRequest) -> HttpResponse:
    mine = scenarios_of(request).defer("source")
    context = {
        "cases": [CaseOut.of(case).model_dump() for case in GalleryCase.objects.all()],
        "scenarios": [ScenarioBrief.of(scenario).model_dump(mode="json") for scenario in mine],
    }
    return render(request, "gallery.html", context)
