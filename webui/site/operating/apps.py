from __future__ import annotations

from django.apps import AppConfig


class OperatingConfig(AppConfig):
    name = "webui.site.operating"
