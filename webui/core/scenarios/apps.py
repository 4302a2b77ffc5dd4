from __future__ import annotations

from django.apps import AppConfig


class ScenariosConfig(AppConfig):
    name = "webui.core.scenarios"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.core.scenarios import claiming, history, renewing

        claiming.connect()
        history.connect()
        renewing.connect()
