from __future__ import annotations

from django.apps import AppConfig


class UpgradingConfig(AppConfig):
    name = "webui.upgrading"
    default_auto_field = "django.db.models.BigAutoField"
