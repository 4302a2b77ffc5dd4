from __future__ import annotations

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "webui.core.runs"
    default_auto_field = "django.db.models.BigAutoField"
