from __future__ import annotations

from django.apps import AppConfig


class SharingConfig(AppConfig):
    name = "webui.sharing"
    default_auto_field = "django.db.models.BigAutoField"
