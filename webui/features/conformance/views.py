from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scheduler_core import KUBERNETES_VERSIONS
from webui.features.conformance.figures import VersionFigures, versions
from webui.features.conformance.texts import FILES, KEYS


@require_safe
def conformance(request: HttpRequest) -> HttpResponse:
    all_figures = versions()
    compared = {figures["version"] for figures in all_figures}
    context = {
        "versions": all_figures,
        "files": [_file(name, str(about), all_figures) for name, about in FILES.items()],
        "keys": [_key(name, str(meaning), all_figures) for name, meaning in KEYS.items()],
        "not_compared": [
            v.name for v in KUBERNETES_VERSIONS.values() if v.name not in compared and not v.planned
        ],
    }
    return render(request, "conformance.html", context)


def _file(name: str, about: str, all_figures: tuple[VersionFigures, ...]) -> dict[str, object]:
    """Return a row of the table: the file's figures by version, None for versions without the file."""
    cells = [next((f for f in figures["files"] if f["file"] == name), None) for figures in all_figures]
    return {"name": name, "about": about, "cells": cells}


def _key(name: str, meaning: str, all_figures: tuple[VersionFigures, ...]) -> dict[str, object]:
    return {
        "name": name,
        "meaning": meaning,
        "cycles": [figures["keys"].get(name, 0) for figures in all_figures],
    }
