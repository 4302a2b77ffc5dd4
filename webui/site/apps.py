from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "webui.site"
    default_auto_field = "django.db.models.BigAutoField"
