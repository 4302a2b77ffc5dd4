from __future__ import annotations

from django.apps import AppConfig


class LintingConfig(AppConfig):
    name = "webui.features.lint"
    label = "linting"  # as its tables and migrations have been called from the start
    default_auto_field = "django.db.models.BigAutoField"
