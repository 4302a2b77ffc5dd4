from __future__ import annotations

from django.apps import AppConfig


class LearnConfig(AppConfig):
    name = "webui.features.learn"
    default_auto_field = "django.db.models.BigAutoField"
