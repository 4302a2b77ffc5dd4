from __future__ import annotations

import json
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from typing_extensions import TypedDict

from scheduler_core import KUBERNETES_VERSIONS
from webui.features.conformance.texts import FILES, KEYS

# `make conformance` writes it; see tests/conformance/report.py.
RESULTS = Path(__file__).parent / "results.json"


class Sums(TypedDict):
    scenarios: int
    equal: int
    cycles: int
    equal_cycles: int


class FileSums(Sums):
    file: str


class VersionFigures(TypedDict):
    version: str
    files: list[FileSums]
    total: Sums
    keys: dict[str, int]  # in how many cycles a key of the trace was recorded


def versions() -> tuple[VersionFigures, ...]:
    """Return the figures of each version, the base version first."""
    return tuple(json.loads(RESULTS.read_text(encoding="utf-8"))["versions"])


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
