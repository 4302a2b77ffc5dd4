from __future__ import annotations

from django.apps import AppConfig


class DayTwoConfig(AppConfig):
    name = "webui.daytwo"
    default_auto_field = "django.db.models.BigAutoField"
