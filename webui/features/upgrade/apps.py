from __future__ import annotations

from django.apps import AppConfig


class UpgradingConfig(AppConfig):
    name = "webui.features.upgrade"
    label = "upgrading"  # as its tables and migrations have been called from the start
    default_auto_field = "django.db.models.BigAutoField"
