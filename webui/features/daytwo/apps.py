from __future__ import annotations

from django.apps import AppConfig


class DayTwoConfig(AppConfig):
    name = "webui.features.daytwo"
    default_auto_field = "django.db.models.BigAutoField"
