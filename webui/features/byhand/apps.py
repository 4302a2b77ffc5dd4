from __future__ import annotations

from django.apps import AppConfig


class ByHandConfig(AppConfig):
    name = "webui.features.byhand"
    default_auto_field = "django.db.models.BigAutoField"
