from __future__ import annotations

from django.apps import AppConfig


class LibConfig(AppConfig):
    name = "webui.ground.lib"
