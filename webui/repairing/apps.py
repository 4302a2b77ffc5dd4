from __future__ import annotations

from django.apps import AppConfig


class RepairingConfig(AppConfig):
    name = "webui.repairing"
    default_auto_field = "django.db.models.BigAutoField"
