from __future__ import annotations

from django.apps import AppConfig


class LanguageConfig(AppConfig):
    name = "webui.ground.language"
