from __future__ import annotations

from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "webui.features.live"
    default_auto_field = "django.db.models.BigAutoField"
