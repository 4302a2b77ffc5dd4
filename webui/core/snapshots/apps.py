from __future__ import annotations

from django.apps import AppConfig


class SnapshotsConfig(AppConfig):
    name = "webui.core.snapshots"
    label = "sharing"  # as its tables and migrations have been called from the start
    default_auto_field = "django.db.models.BigAutoField"
