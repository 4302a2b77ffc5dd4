from __future__ import annotations

from django.apps import AppConfig


class RepairingConfig(AppConfig):
    name = "webui.features.whatif"
    label = "repairing"  # as its tables and migrations have been called from the start
    default_auto_field = "django.db.models.BigAutoField"
