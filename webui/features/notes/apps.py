from __future__ import annotations

from django.apps import AppConfig


class NotesConfig(AppConfig):
    name = "webui.features.notes"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.features.notes import carrying  # noqa: F401 - listens to the runs of drafts
