from __future__ import annotations

from django.apps import AppConfig


class PresentConfig(AppConfig):
    name = "webui.features.present"
    default_auto_field = "django.db.models.BigAutoField"
