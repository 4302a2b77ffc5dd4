from __future__ import annotations

from django.apps import AppConfig


class TryingConfig(AppConfig):
    name = "webui.features.samples"
