from __future__ import annotations

from django.apps import AppConfig


class ScenariosConfig(AppConfig):
    name = "webui.scenarios"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.scenarios import claiming, renewing

        claiming.connect()
        renewing.connect()
