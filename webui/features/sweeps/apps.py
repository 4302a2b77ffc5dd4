from __future__ import annotations

from django.apps import AppConfig


class SweepsConfig(AppConfig):
    name = "webui.features.sweeps"
    default_auto_field = "django.db.models.BigAutoField"
