from __future__ import annotations

from django.apps import AppConfig


class LintingConfig(AppConfig):
    name = "webui.linting"
    default_auto_field = "django.db.models.BigAutoField"
