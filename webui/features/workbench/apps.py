from __future__ import annotations

from django.apps import AppConfig


class WorkbenchConfig(AppConfig):
    name = "webui.features.workbench"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.features.workbench.verdict import stored

        stored.connect()
